"""The difference of two runs, fact by fact."""

from __future__ import annotations

from dataclasses import replace

from compare.making import ADA, ADA_AGAIN, BABBAGE, CHARLES, LONDON, TEXT, extraction, relation
from graphkit.compare.difference import Change, Fact, RunDifference, difference
from graphkit.model import DocumentId, Extraction

D = DocumentId("d")


def told(left: Extraction | None, right: Extraction | None, **options: int) -> RunDifference:
    """The difference over one document."""
    return difference([(left, right)], lambda _document: TEXT, **options)


def test_a_run_against_itself_differs_in_nothing() -> None:
    run = extraction("a", ADA, LONDON, relations=(relation(ADA, "visit", LONDON),))
    found = told(run, run)
    assert found.changes == ()
    assert {kind: counts["same"] for kind, counts in found.counts.items()} == {"mention": 2, "entity": 2, "relation": 1}


def test_mentions_are_added_removed_or_changed_in_type_or_place() -> None:
    wider = replace(BABBAGE, end=BABBAGE.end + 8, text="Babbage praised")
    found = told(extraction("a", ADA, LONDON, BABBAGE), extraction("b", ADA_AGAIN, replace(LONDON, type="ORG"), wider))
    assert found.counts["mention"] == {"added": 1, "removed": 1, "changed": 2, "same": 0}
    assert found.chosen("mention", "added") == (
        Change("mention", "added", D, None, Fact("Ada Lovelace", 60, 72, "PERSON"), TEXT[44:], 44),
    )
    assert [(change.before, change.after) for change in found.chosen("mention", "changed")] == [
        (Fact("London", 36, 42, "GPE"), Fact("London", 36, 42, "ORG")),
        (Fact("Babbage", 44, 51, "PERSON"), Fact("Babbage praised", 44, 59, "PERSON")),
    ]


def test_an_entity_is_a_name_and_changes_with_its_types() -> None:
    found = told(extraction("a", ADA, ADA_AGAIN, LONDON), extraction("b", ADA, replace(LONDON, type="ORG"), CHARLES))
    assert found.counts["entity"] == {"added": 1, "removed": 0, "changed": 1, "same": 1}
    assert [change.fact.words for change in found.chosen("entity", "changed")] == ["London (ORG)"]


def test_relations_between_the_same_places_change_by_what_they_say() -> None:
    old = (relation(ADA, "meet", CHARLES), relation(CHARLES, "visit", LONDON))
    new = (relation(ADA, "know", CHARLES), relation(LONDON, "visit", CHARLES), relation(ADA, "visit", LONDON))
    found = told(extraction("a", relations=old), extraction("b", relations=new))
    assert found.counts["relation"] == {"added": 1, "removed": 0, "changed": 2, "same": 0}
    assert [
        (change.before.words, change.after.words)
        for change in found.chosen("relation", "changed")
        if change.before and change.after
    ] == [
        ("Ada Lovelace · meet · Charles Babbage", "Ada Lovelace · know · Charles Babbage"),
        ("Charles Babbage · visit · London", "London · visit · Charles Babbage"),
    ]


def test_only_documents_that_both_have_read_are_compared() -> None:
    run = extraction("a", ADA)
    found = difference([(run, None), (None, run), (None, None)], lambda _document: "")
    assert (found.documents, found.only_left, found.only_right, found.changes) == (0, 1, 1, ())


def test_each_text_is_asked_for_once_whatever_the_order_of_the_names() -> None:
    read: list[DocumentId] = []

    def text_of(document_id: DocumentId) -> str:
        read.append(document_id)
        return TEXT

    right = [extraction("b", *own, document=name) for name, own in (("x", (ADA, LONDON)), ("y", (CHARLES,)))]
    found = difference([(extraction("a", document=run.document_id), run) for run in right], text_of)
    assert [change.document_id for change in found.chosen("entity", "added")] == ["x", "y", "x"]
    assert sorted(read) == ["x", "y"]


def test_rows_are_limited_and_counts_are_not() -> None:
    found = told(extraction("a"), extraction("b", ADA, ADA_AGAIN, LONDON), limit=1)
    assert found.counts["mention"]["added"] == 3
    assert len(found.chosen("mention", "added")) == 1
