"""Names that probably have to do with each other: which pairs are weighed, and what becomes of them."""

from __future__ import annotations

from graphkit.extract import registry
from graphkit.extract.likely_pairs import NamedThing, can_relate, likely_by_rule, pairs
from graphkit.model import Chunk, Document, DocumentId, Span
from graphkit.text import sentences

TEXT = "Ada Okafor founded Acme in Geneva. Bob Stone, Cara Diaz and Dan Wu were there. It rained. Nobody saw Eve Holm."


def thing(name: str, kind: str) -> NamedThing:
    return NamedThing(kind, (Span(TEXT.index(name), TEXT.index(name) + len(name)),))


PEOPLE = ("Ada Okafor", "Bob Stone", "Dan Wu", "Cara Diaz", "Eve Holm")
NAMES = [thing(name, "PERSON") for name in PEOPLE] + [thing("Acme", "ORG")]


def test_a_rule_takes_names_of_a_sentence_or_near_its_opening_but_no_mere_list():
    weighed = {(p.left, p.right): likely_by_rule(p) for p in pairs(TEXT, sentences(TEXT, 0, len(TEXT)), NAMES)}
    assert (weighed[0, 5], weighed[0, 1], weighed[1, 2], weighed[0, 4]) == (True, True, False, False)


def test_numbers_and_times_of_places_are_never_related():
    told = can_relate("PERSON", "ORG"), can_relate("CARDINAL", "ORG"), can_relate("DATE", "GPE")
    assert told == (True, False, False)


def test_likely_pairs_are_undirected_relations_with_their_probability_and_sentences():
    document = Document(DocumentId("d"), "T", TEXT, "test:d", language="en")
    passage = (document, (Chunk(document.document_id, 0, 0, len(TEXT)),))
    (extraction,) = registry.create("dependency", likely_pairs=True).extract([passage])
    likely = [r for r in extraction.relations if not r.directed]
    assert {r.predicate for r in likely} == {"likely related to"}
    assert all(0 < r.confidence < 1 and TEXT[r.start : r.end].endswith(".") for r in likely)
    assert ("Ada Okafor", "Acme") in {(r.subject.text, r.object.text) for r in likely}
    (plain,) = registry.create("dependency").extract([passage])
    assert all(r.directed for r in plain.relations)
