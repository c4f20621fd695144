"""Marking a passage, and which passages to mark."""

from __future__ import annotations

from graphkit.evaluate.gold_set import GoldPassage
from graphkit.evaluate.marking import Candidate, added_names, candidates_in, marked_passage
from graphkit.evaluate.suggesting import Suggestion, suggested, suggestions_in
from graphkit.model import Chunk, DocumentId, Extraction, Mention

D = DocumentId("d")
TEXT = "Before. Ada Lovelace met Bob Stone and Ada Lovelace laughed."
PASSAGE = (D, 8, len(TEXT))
NER = Extraction(D, "ner", (Mention(8, 20, "Ada Lovelace", "PERSON"), Mention(25, 34, "Bob Stone", "PERSON")))
REGEX = Extraction(D, "regex", (Mention(0, 6, "Before"), Mention(8, 20, "Ada Lovelace"), Mention(25, 28, "Bob")))


def test_what_two_methods_found_is_ticked_and_typed_by_the_one_that_knows() -> None:
    assert candidates_in(TEXT, PASSAGE, {"ner": NER, "regex": REGEX}, None) == [
        Candidate(8, 20, "Ada Lovelace", "PER", ("ner", "regex"), right=True),
        Candidate(25, 28, "Bob", "UNKNOWN", ("regex",), right=False),
        Candidate(25, 34, "Bob Stone", "PER", ("ner",), right=False),
    ]
    assert [c.right for c in candidates_in(TEXT, PASSAGE, {"ner": NER}, None)] == [True, True]


def test_marks_made_before_stand_with_what_was_added_since() -> None:
    marked = GoldPassage(D, 8, len(TEXT), TEXT[8:], (Mention(25, 34, "Bob Stone", "ORG"),))
    added = added_names(TEXT, PASSAGE, "laughed", "MISC")
    found = candidates_in(TEXT, PASSAGE, {"ner": NER, "regex": REGEX}, marked, added)
    assert [(c.text, c.type, c.right) for c in found] == [
        ("Ada Lovelace", "PER", False),
        ("Bob", "UNKNOWN", False),
        ("Bob Stone", "ORG", True),
        ("laughed", "MISC", True),
    ]
    assert marked_passage(TEXT, PASSAGE, [c for c in found if c.right]).mentions == (
        Mention(25, 34, "Bob Stone", "ORG"),
        Mention(52, 59, "laughed", "MISC"),
    )


def test_a_typed_name_is_found_wherever_it_stands_as_whole_words() -> None:
    assert [c.start for c in added_names(TEXT, PASSAGE, "Ada Lovelace", "PER")] == [8, 39]
    assert added_names(TEXT, PASSAGE, "Ada Love", "PER") == []
    assert added_names(TEXT, PASSAGE, "Before", "PER") == []


def test_passages_tell_how_far_methods_agree_on_them() -> None:
    chunks = [Chunk(D, 0, 0, 7), Chunk(D, 1, 8, len(TEXT)), Chunk(D, 2, 60, 61, "failed", "x")]
    told = suggestions_in(chunks, {"ner": NER, "regex": REGEX})
    assert told == [Suggestion(D, 0, 0, 7, 0, 1), Suggestion(D, 1, 8, len(TEXT), 1, 2)]
    assert [one.stratum for one in told] == ["disputed", "disputed"]


def test_suggestions_come_from_all_strata_and_documents_and_are_the_same_each_time() -> None:
    passages = [
        Suggestion(DocumentId(f"d{document}"), at, 10 * at, 10 * at + 9, agreed=at % 3 > 0, disputed=2 * (at % 3 == 2))
        for document in range(4)
        for at in range(12)
    ]
    chosen = suggested(passages)
    assert len(chosen) == len(set(chosen)) == 20
    assert {one.stratum for one in chosen[:3]} == {"disputed", "agreed", "empty"}
    assert len({one.document_id for one in chosen if one.stratum == "empty"}) == 4
    assert suggested(passages[::-1]) == chosen
    assert suggested(passages[:2], 20) == suggested(passages[1::-1], 20)
    assert suggested([]) == []
