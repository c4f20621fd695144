"""Small makers of extractions for these tests."""

from __future__ import annotations

from graphkit.model import DocumentId, Extraction, Mention, Relation

TEXT = "Ada Lovelace met Charles Babbage in London. Babbage praised Ada Lovelace."


def mention(name: str, type: str = "UNKNOWN", *, nth: int = 0) -> Mention:
    """The nth mention of a name in the text."""
    start = -1
    for _ in range(nth + 1):
        start = TEXT.index(name, start + 1)
    return Mention(start, start + len(name), name, type)


def relation(subject: Mention, predicate: str, target: Mention, *, directed: bool = True) -> Relation:
    """A relation whose evidence is the whole text."""
    return Relation(subject, predicate, target, 0, len(TEXT), directed=directed)


def extraction(
    method: str, *mentions: Mention, relations: tuple[Relation, ...] = (), document: str = "d"
) -> Extraction:
    """What a method found in a document."""
    return Extraction(DocumentId(document), method, mentions, relations)


ADA, ADA_AGAIN = mention("Ada Lovelace", "PERSON"), mention("Ada Lovelace", "PERSON", nth=1)
CHARLES, LONDON = mention("Charles Babbage", "PERSON"), mention("London", "GPE")
BABBAGE = mention("Babbage", "PERSON", nth=1)
