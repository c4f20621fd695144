"""Identities: canonical forms, entity, edge, document and graph ids."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from graphkit.ids import MAX_CANONICAL, canonical, document_id, edge_id, entity_id, graph_id, id_of, type_key
from graphkit.model import Edge

anything = st.text(st.characters(), max_size=60)


@given(anything)
@example("")
@example("​")
@example("_")
@example("a" * 300)
@example("\ud800")
def test_a_canonical_form_is_never_empty_and_never_long(name: str) -> None:
    assert 0 < len(canonical(name)) <= MAX_CANONICAL


@given(anything)
@example("İ")
@example("ẞ")
@example("ﬃ")
@example("ͅ")
@example("x" * 250)
def test_the_canonical_form_of_a_canonical_form_is_itself(name: str) -> None:
    assert canonical(canonical(name)) == canonical(name)


@given(anything)
def test_every_stored_name_is_found_by_its_own_spelling_in_capitals_and_small_letters(name: str) -> None:
    assume(name.upper().lower() == name.lower())
    assert canonical(name.upper()) == canonical(name.lower())


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("John Smith", "john  smith"),
        ("Straße", "STRASSE"),
        ("Oﬃce", "Office"),
        ("O’Brien", "O'Brien"),
        ("Rolls‑Royce", "Rolls-Royce"),
        ("Zoë", "Zoë"),
        ("ｔｏｋｙｏ", "Tokyo"),
        ("New\u00a0York", "New York"),
        ("Pfi\u00adzer", "Pfizer"),
    ],
)
def test_spellings_of_one_name_share_a_canonical_form(left: str, right: str) -> None:
    assert canonical(left) == canonical(right)


@pytest.mark.parametrize(
    "names",
    [
        ("C", "C++", "C#"),
        ("東京", "京都"),
        ("Москва", "Moskva"),
        ("محمد", "احمد"),
        ("", " ", "​", "_"),
        ("GPT-4", "GPT-4o"),
        ("Zoe", "Zoë"),
        ("a" * 250, "a" * 251),
    ],
)
def test_names_that_differ_keep_different_canonical_forms(names: tuple[str, ...]) -> None:
    assert len({canonical(name) for name in names}) == len(names)


def test_an_entity_id_names_type_and_canonical_form() -> None:
    assert entity_id("PERSON", "John Smith") == "entity:person:john_smith"
    assert entity_id("Person", "JOHN  SMITH") == "entity:person:john_smith"


@given(anything, anything, anything, anything)
@example("a", "b:c", "a:b", "c")
@example("a", "b%3ac", "a%3ab", "c")
def test_no_separator_trick_makes_two_entities_meet(type1: str, name1: str, type2: str, name2: str) -> None:
    assume((type_key(type1), canonical(name1)) != (type_key(type2), canonical(name2)))
    assert entity_id(type1, name1) != entity_id(type2, name2)


def test_an_edge_id_joins_source_type_target_and_predicate() -> None:
    a, b = entity_id("PERSON", "Ann"), entity_id("ORG", "A|B")
    assert edge_id(a, "CO_OCCURS_WITH", b, negated=False) == "entity:person:ann|CO_OCCURS_WITH|entity:org:a%7cb"
    assert (
        edge_id(a, "RELATES_AS", b, "works for", negated=True)
        == id_of(Edge(a, "RELATES_AS", "works for", b, weight=1.0, documents=1, negated=True))
        == "entity:person:ann|RELATES_AS|entity:org:a%7cb|not works for"
    )


def test_equal_bytes_are_one_document() -> None:
    assert document_id(b"same") == document_id(b"same") == "doc-0967115f2813a354"
    assert document_id(b"same") != document_id(b"other")


def test_a_graph_id_ignores_the_order_of_options_and_changes_with_versions() -> None:
    first = graph_id("ner", {"a": 1, "b": None}, {"code": "1"})
    assert first == graph_id("ner", {"b": None, "a": 1}, {"code": "1"})
    assert first != graph_id("ner", {"a": 1, "b": None}, {"code": "2"})
    assert first.startswith("ner:")
