"""Words in windows: the counts of the contract, against a plain count."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, takewhile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphkit.extract import registry, window_counts
from graphkit.extract.window_counts import count_windows
from graphkit.model import Chunk, Document, DocumentId, Extraction


def extract(text: str, *cuts: int, **options: object) -> Extraction:
    document = Document(DocumentId("d"), "Title", text, "test:d")
    borders = [0, *cuts, len(text)]
    chunks = tuple(Chunk(DocumentId("d"), i, a, b) for i, (a, b) in enumerate(pairwise(borders)))
    (extraction,) = registry.create("cooccurrence", **options).extract([(document, chunks)])
    return extraction


def pairs(extraction: Extraction) -> dict[tuple[str, str], float]:
    return {tuple(sorted((r.subject.text, r.object.text))): r.weight for r in extraction.relations}


def test_pairs_count_once_in_each_window_that_begins_at_a_word():
    extraction = extract("a b a c. d")
    assert pairs(extraction) == {
        ("a", "b"): 2,
        ("a", "c"): 3,
        ("a", "d"): 2,
        ("b", "c"): 2,
        ("b", "d"): 1,
        ("c", "d"): 3,
    }
    assert [(m.text, m.start, m.type) for m in extraction.mentions] == [
        ("a", 0, "TERM"), ("b", 2, "TERM"), ("a", 4, "TERM"), ("c", 6, "TERM"), ("d", 9, "TERM"),
    ]  # fmt: skip


def test_the_first_window_is_the_evidence():
    text = "one two three four five six"
    relation = next(r for r in extract(text).relations if r.subject.text == "two" and r.object.text == "five")
    assert (text[relation.start : relation.end], relation.weight, relation.directed) == (
        "two three four five",
        1,
        False,
    )


def test_words_of_every_script_are_terms():
    extraction = extract("Łódź, Москва & naïve 東京 서울특별시 हिन्दी don't GPT-4 e\u0301te\u0301")
    assert [m.text for m in extraction.mentions] == [
        "Łódź", "Москва", "naïve", "東", "京", "서울특별시", "हिन्दी", "don't", "GPT", "4", "e\u0301te\u0301",
    ]  # fmt: skip


def test_spellings_of_one_word_are_one_term():
    extraction = extract("Acme bank ACME")
    assert len(extraction.relations) == 1
    assert extraction.relations[0].weight == 2


def test_a_word_without_a_partner_is_no_mention():
    assert extract("lonely").mentions == ()
    assert [m.text for m in extract("a b a b c", window_size=2, min_cooccurrence=2).mentions] == ["a", "b", "a", "b"]


def test_windows_run_over_borders_of_chunks_that_touch():
    text = "one two three four"
    assert extract(text, 8) == extract(text)


def test_windows_stop_at_a_chunk_that_is_left_out():
    text = "one two three four"
    document = Document(DocumentId("d"), "Title", text, "test:d")
    chunks = (
        Chunk(DocumentId("d"), 0, 0, 7),
        Chunk(DocumentId("d"), 1, 8, 13, "failed", "damaged"),
        Chunk(DocumentId("d"), 2, 14, 18),
    )
    (extraction,) = registry.create("cooccurrence").extract([(document, chunks)])
    assert pairs(extraction) == {("one", "two"): 1}


def test_stop_words_make_room_in_the_window():
    extraction = extract("The bank of the river", window_size=2, drop_function_words=True, stop_words=["RIVER", "of"])
    assert extraction.mentions == ()
    assert pairs(extract("The bank of the river", window_size=2, drop_function_words=True)) == {("bank", "river"): 1}


def test_the_most_frequent_pairs_are_kept_and_the_rest_is_told():
    extraction = extract("a b a b c", window_size=2, max_pairs_per_document=1)
    assert pairs(extraction) == {("a", "b"): 3}
    assert extraction.warnings == ("Of 2 pairs of words the 1 most frequent were kept (max_pairs_per_document).",)


def plain_count(words: list[int], size: int) -> Counter[tuple[int, int]]:
    counts: Counter[tuple[int, int]] = Counter()
    for begin, word in enumerate(words):
        window = list(takewhile(lambda other: other >= 0, words[begin : begin + size]))
        counts.update(combinations(sorted(set(window)), 2) if word >= 0 else ())
    return counts


@settings(deadline=None)
@given(
    words=st.lists(st.integers(-1, 5), min_size=1, max_size=60),
    size=st.integers(2, 9),
    block=st.sampled_from([1, 10**6]),
)
def test_counts_equal_a_plain_count_in_any_blocks(words, size, block):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(window_counts, "_PAIRS_AT_ONCE", block)
        counts = count_windows(np.array(words, dtype=np.int64), size)
    rows = list(zip(counts.low.tolist(), counts.high.tolist(), counts.count.tolist(), strict=True))
    assert {(low, high): count for low, high, count in rows} == plain_count(words, size)
    assert rows == sorted(rows)
    for index, (low, high, _) in enumerate(rows):
        window, first, second = (int(column[index]) for column in (counts.window, counts.first, counts.second))
        assert {words[first], words[second]} == {low, high}
        assert words.index(words[first], window) == first
        assert words.index(words[second], window) == second
        assert window <= first < second < window + size
        assert not any({low, high} <= set(takewhile(lambda w: w >= 0, words[w : w + size])) for w in range(window))
