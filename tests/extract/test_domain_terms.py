"""Lists of words found in one pass: the longest, whole, in any number and of any length."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from graphkit.extract.domain_terms import DomainTerms


def found(terms: list[str], text: str, *, any_case: bool = True) -> list[str]:
    return [text[s.start : s.end] for s in DomainTerms(terms, any_case=any_case).find(text, 0, len(text))]


def test_the_longest_term_is_found_and_only_as_a_whole_word():
    assert found(["new", "New York", "york city"], "new york city, newer New") == ["new york", "New"]
    assert found(["c++", "c"], "C++ and c, not cc") == ["C++", "c"]
    assert found(["東京"], "在東京都") == ["東京"]


def test_case_counts_when_asked_to():
    assert found(["Paris"], "paris Paris PARIS", any_case=False) == ["Paris"]


def test_no_terms_find_nothing():
    assert found([], "anything") == []


def test_terms_that_begin_each_other_may_be_as_long_as_a_name():
    terms = ["a" * length for length in range(1, 201)]
    assert found(terms, f"{'a' * 200} {'a' * 30} aa") == ["a" * 200, "a" * 30, "aa"]


@settings(deadline=None)
@given(terms=st.lists(st.text(alphabet="ab c+.\\[(", min_size=1, max_size=30).map(str.strip).filter(bool), max_size=6))
def test_every_term_is_found_by_its_own_spelling(terms):
    for term in terms:
        assert found(terms, f"- {term} -")[:1] != []
