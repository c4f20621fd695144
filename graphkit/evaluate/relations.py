"""How well a method finds relations, against relations that people wrote down or marked.

Two forms of gold are read. *Written* gold holds statements in words; what a method states is compared with it word
by word, since nobody words a statement quite like another. *Marked* gold holds the names of a text with all their
mentions, and which of them are related; of it only the pairs are compared, since its kinds of relations are not
those of a method.

Words are compared without case; forms of "be" and "have" are one word each, and two words of four letters or more
are one if they begin with the same four, since methods give predicates in base form (found, founded).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from graphkit.evaluate.carb import CarbJson, OpenTuple, carb
from graphkit.evaluate.given_names import GivenNamesJson, MarkedNames, NamedGold, given_names
from graphkit.evaluate.lines import read_lines
from graphkit.evaluate.shares import SharesJson, counted_shares, extracted, passages_of, shares
from graphkit.extract import registry
from graphkit.extract.base import Extractor
from graphkit.model import UNKNOWN, Extraction, JsonValue, Mention, Relation, Report, Span, silent
from graphkit.text import fold, words

_STEM = 4
_AUXILIARIES = dict.fromkeys("am is are was were been being 's".split(), "be") | {"has": "have", "had": "have"}
_ARTICLES = frozenset({"the", "a", "an"})

Words = Counter[str]
Triple = tuple[Words, Words, Words]
"""Subject, predicate and object, with any further arguments, as words."""


@dataclass(frozen=True, slots=True)
class GoldRelations:
    """A text with its statements in words (twice, for two measures), or with its names and the related pairs."""

    text: str
    triples: tuple[Triple, ...] = ()
    tuples: tuple[OpenTuple, ...] = ()
    names: tuple[tuple[Span, ...], ...] = ()
    types: tuple[str, ...] = ()
    pairs: frozenset[frozenset[int]] = frozenset()
    marked: bool = False


class RelationsJson(TypedDict):
    """``graphkit eval relations --json``.

    ``tuples`` compares whole statements in words (None where gold has no wording), ``pairs`` only which two names
    or phrases are connected, in whatever direction and words. ``carb`` is the measure of CaRB for the open relations
    of the method (None where gold has no wording), ``given_names`` what can be found when the names are given (None
    where gold marks none).
    """

    method: str
    items: int
    tuples: SharesJson | None
    pairs: SharesJson
    carb: CarbJson | None
    given_names: GivenNamesJson | None


def evaluate_relations(path: Path, extractor: Extractor, *, report: Report = silent) -> RelationsJson:
    """Find the relations in every text of a file and compare them with its own.

    Tuples: a found statement and one of gold meet if each of subject, predicate and object shares a word. Of two
    that meet, precision is the share of the found words that gold has, recall the share of gold's words that were
    found. The precision of a method is the mean over what it found, each statement joined with one of gold, best
    first; its recall is the mean over gold of the best that any statement found. Relations without a predicate
    (names seen together) are no statements. Pairs: two arguments meet if they share half the words of the shorter;
    in marked gold, if a mention overlaps one of the name. Each pair counts once a text, and a relation that ends at
    something which is no name of marked gold is passed over.

    Args:
        path: JSON lines ``{"text", "tuples": [{"subject", "predicate", "object", "rest"}]}``, or ``{"text",
            "entities": [{"id", "mentions": [{"start", "end"}]}], "relations": [{"head", "tail"}]}``.
        extractor: The method.
        report: Called for each text.

    Raises:
        BadRequest: The file cannot be read, lines of it make no sense, or the method fails on every text.
    """
    items = read_relations(path)
    found = extracted(extractor, passages_of([item.text for item in items]), report)
    written = [(e, item) for e, item in zip(found, items, strict=True) if not item.marked]
    marked = [item for item in items if item.marked]
    right = ours = theirs = 0
    for extraction, item in zip(found, items, strict=True):
        counts = _marked_pairs(extraction, item) if item.marked else _written_pairs(extraction, item)
        right, ours, theirs = right + counts[0], ours + counts[1], theirs + counts[2]
    return {
        "method": extractor.method,
        "items": len(items),
        "tuples": _tuples(written) if written else None,
        "pairs": counted_shares(right, ours, theirs),
        "carb": _carb([item for item in items if not item.marked], extractor, written) if written else None,
        "given_names": given_names([named_gold(item) for item in marked], extractor) if marked else None,
    }


def read_relations(path: Path) -> list[GoldRelations]:
    """Texts of a file of JSON lines with their relations. Raises ``BadRequest`` for lines that make no sense."""
    return read_lines(path, _gold, "{text, tuples: [{subject, predicate, object}]} or {text, entities, relations}")


def open_tuples(extraction: Extraction) -> list[OpenTuple]:
    """What a method states as written, each tuple once: predicate, its two ends, all further arguments."""
    rows: dict[OpenTuple, None] = {}
    for relation in _stated(extraction):
        said = relation.wording.text if relation.wording else relation.predicate
        further = [argument.text for argument in relation.wording.arguments] if relation.wording else []
        rows[OpenTuple(said, (relation.subject.text, relation.object.text, *further), relation.confidence)] = None
    return list(rows)


def _carb(
    items: Sequence[GoldRelations], extractor: Extractor, written: Sequence[tuple[Extraction, GoldRelations]]
) -> CarbJson:
    """A method that can relate whole phrases does so here, since open relations are no relations of names."""
    found = [extraction for extraction, _ in written]
    if extractor.configuration.get("arguments") == "names":
        options = {**extractor.configuration, "arguments": "phrases"}
        found = extracted(registry.create(extractor.method, **options), passages_of([item.text for item in items]))
    return carb([item.tuples for item in items], [open_tuples(extraction) for extraction in found])


def named_gold(item: GoldRelations) -> NamedGold:
    """Marked gold as a text whose names are given."""
    names = [MarkedNames(kind, places) for kind, places in zip(item.types, item.names, strict=True)]
    return NamedGold(item.text, tuple(names), item.pairs)


def _tuples(written: Iterable[tuple[Extraction, GoldRelations]]) -> SharesJson:
    precision = recall = 0.0
    ours = theirs = 0
    for extraction, item in written:
        stated = list(dict.fromkeys((r.subject.text, r.predicate, r.object.text) for r in _stated(extraction)))
        triples = [(_words(a), _words(b), _words(c)) for a, b, c in stated]
        met = [[_met(one, other) for other in item.triples] for one in triples]
        ours, theirs = ours + len(triples), theirs + len(item.triples)
        recall += sum(max((row[at][1] for row in met), default=0.0) for at in range(len(item.triples)))
        ranked = sorted((-share, i, k) for i, row in enumerate(met) for k, (share, _) in enumerate(row) if share)
        precision += sum(share for share, _, _ in _each_once(ranked))
    return shares(precision / ours if ours else 0.0, recall / theirs if theirs else 0.0)


def _stated(extraction: Extraction) -> Iterator[Relation]:
    return (relation for relation in extraction.relations if relation.directed and relation.predicate)


def _met(found: Triple, gold: Triple) -> tuple[float, float]:
    """Precision and recall of a statement against one of gold; nothing if a part of it shares no word."""
    shared = [(a & b).total() for a, b in zip(found, gold, strict=True)]
    if not all(shared):
        return 0.0, 0.0
    return sum(shared) / sum(a.total() for a in found), sum(shared) / sum(b.total() for b in gold)


def _each_once(ranked: Iterable[tuple[float, int, int]]) -> Iterator[tuple[float, int, int]]:
    """The pairs, best first, of which neither side was taken before, with their value."""
    left: set[int] = set()
    right: set[int] = set()
    for below, i, k in ranked:
        if i not in left and k not in right:
            left.add(i)
            right.add(k)
            yield -below, i, k


def _written_pairs(extraction: Extraction, item: GoldRelations) -> tuple[int, int, int]:
    """Pairs that are right, found, and in gold."""
    found = _distinct((_words(r.subject.text), _words(r.object.text)) for r in extraction.relations)
    gold = _distinct((subject, target) for subject, _, target in item.triples)
    met = ((0.0, i, k) for i, one in enumerate(found) for k, other in enumerate(gold) if _pairs_meet(one, other))
    return sum(1 for _ in _each_once(met)), len(found), len(gold)


def _distinct(pairs: Iterable[tuple[Words, Words]]) -> list[tuple[Words, Words]]:
    known = {frozenset((tuple(sorted(a.elements())), tuple(sorted(b.elements())))): (a, b) for a, b in pairs if a and b}
    return list(known.values())


def _pairs_meet(one: tuple[Words, Words], other: tuple[Words, Words]) -> bool:
    straight = _meet(one[0], other[0]) and _meet(one[1], other[1])
    return straight or (_meet(one[0], other[1]) and _meet(one[1], other[0]))


def _meet(one: Words, other: Words) -> bool:
    return 2 * (one & other).total() >= min(one.total(), other.total()) > 0


def _marked_pairs(extraction: Extraction, item: GoldRelations) -> tuple[int, int, int]:
    """Pairs that are right, found between two names of gold, and in gold."""
    ends = ((_name_of(r.subject, item.names), _name_of(r.object, item.names)) for r in extraction.relations)
    found = {frozenset((a, b)) for a, b in ends if a is not None and b is not None and a != b}
    return len(found & item.pairs), len(found), len(item.pairs)


def _name_of(mention: Mention, names: Sequence[Sequence[Span]]) -> int | None:
    """Number of the name that overlaps a mention most."""
    overlaps = [
        (min(mention.end, span.end) - max(mention.start, span.start), -at)
        for at, spans in enumerate(names)
        for span in spans
    ]
    most, at = max(overlaps, default=(0, 0))
    return -at if most > 0 else None


def _words(text: str) -> Words:
    folded = (fold(text[span.start : span.end]) for span in words(text))
    return Counter(_AUXILIARIES.get(word, word[:_STEM]) for word in folded if word not in _ARTICLES)


def _gold(row: JsonValue) -> GoldRelations | None:
    if not isinstance(row, dict) or not isinstance(text := row.get("text"), str):
        return None
    if isinstance(tuples := row.get("tuples"), list):
        triples = [_triple(item) for item in tuples]
        known = tuple(triple for triple in triples if triple is not None)
        return GoldRelations(text, known, _open(tuples)) if len(known) == len(triples) else None
    entities, relations = row.get("entities"), row.get("relations")
    if not isinstance(entities, list) or not isinstance(relations, list):
        return None
    try:
        return _marked(text, entities, relations)
    except (KeyError, TypeError):  # a part that is missing, or of another shape
        return None


def _triple(row: JsonValue) -> Triple | None:
    if not isinstance(row, dict):
        return None
    subject, predicate, target, rest = (row.get(key) for key in ("subject", "predicate", "object", "rest"))
    if not (isinstance(subject, str) and isinstance(predicate, str) and isinstance(target, str)):
        return None
    further = [part for part in rest if isinstance(part, str)] if isinstance(rest, list) else []
    return _words(subject), _words(predicate), _words(" ".join([target, *further]))


def _open(rows: Sequence[JsonValue]) -> tuple[OpenTuple, ...]:
    """Tuples as the measure of CaRB takes them: without what only tells the context ("C: he said")."""
    made = []
    for row in rows:
        if isinstance(row, dict):
            rest = row.get("rest")
            parts = [row.get("subject"), row.get("object"), *(rest if isinstance(rest, list) else [])]
            given = (part for part in parts if isinstance(part, str) and part and "C: " not in part)
            made.append(OpenTuple(str(row.get("predicate")), tuple(given)))
    return tuple(made)


def _marked(text: str, entities: list[JsonValue], relations: list[JsonValue]) -> GoldRelations | None:
    numbers: dict[JsonValue, int] = {}
    names: list[tuple[Span, ...]] = []
    types: list[str] = []
    for at, entity in enumerate(entities):
        if not isinstance(entity, dict) or not isinstance(mentions := entity["mentions"], list):
            return None
        key = entity["id"]
        if not isinstance(key, str | int):
            return None
        numbers[key] = at
        names.append(tuple(span for span in map(_span, mentions) if span is not None))
        types.append(str(entity.get("type", UNKNOWN)))
    pairs = set()
    for relation in relations:
        if not isinstance(relation, dict):
            return None
        pairs.add(frozenset((numbers[relation["head"]], numbers[relation["tail"]])))
    related = frozenset(pair for pair in pairs if len(pair) == 2)
    return GoldRelations(text, names=tuple(names), types=tuple(types), pairs=related, marked=True)


def _span(row: JsonValue) -> Span | None:
    if not isinstance(row, dict):
        return None
    start, end = row.get("start"), row.get("end")
    return Span(start, end) if isinstance(start, int) and isinstance(end, int) else None
