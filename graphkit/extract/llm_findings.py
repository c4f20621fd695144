"""From what a model gave to mentions and relations that the text proves; the rest goes into quarantine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graphkit.extract.llm_alignment import SURENESS, Aligned, Aligner
from graphkit.extract.llm_answer import NamePart, StatementPart
from graphkit.extract.llm_ontology import Ontology, key
from graphkit.ids import canonical
from graphkit.model import UNKNOWN, Mention, Quarantined, Relation, Span
from graphkit.text import sentences

METHOD = "llm"
MAX_QUARANTINED = 200
"""Entries kept for one document; what is over is counted."""
MAX_SENTENCES = 3
"""Sentences that may prove a relation together: the one that was quoted and its neighbours."""
MAX_ACROSS = 1_500
"""Characters that may prove a relation between neighbouring chunks."""

_UNSAID = 0.8
"""Confidence where the model gives none."""
_UNQUOTED = 0.8
"""Factor for a relation whose quotation is not in the text, but whose names share a sentence."""


@dataclass(slots=True)
class _Mark:
    """A name at its place, before its type is settled over the document."""

    type: str
    confidence: float
    sureness: float


@dataclass(slots=True)
class _Names:
    """Names of one stretch of text: where each of those that the model listed stands."""

    aligner: Aligner
    places: dict[str, tuple[Span, ...]] = field(default_factory=dict)


class Findings:
    """Everything that the text of one document proves, gathered chunk by chunk."""

    def __init__(self, text: str, ontology: Ontology, entity_types: Sequence[str] | None) -> None:
        self._text = text
        self._ontology = ontology
        self._types = {key(kind): kind for kind in (*entity_types, UNKNOWN)} if entity_types else None
        self._marks: dict[Span, _Mark] = {}
        self._names: dict[int, _Names] = {}
        self._mentions: dict[Span, Mention] = {}
        self._relations: dict[tuple[Span, str, Span, bool], Relation] = {}
        self._quarantined: list[Quarantined] = []

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """All mentions by offset; after ``settle``."""
        return tuple(self._mentions[span] for span in sorted(self._mentions))

    @property
    def relations(self) -> tuple[Relation, ...]:
        """All relations, by their evidence and names."""
        return tuple(
            sorted(
                self._relations.values(),
                key=lambda r: (r.start, r.subject.start, r.object.start, r.predicate, r.negated),
            )
        )

    @property
    def quarantined(self) -> tuple[Quarantined, ...]:
        """What no text shows, at most ``MAX_QUARANTINED`` of it."""
        return tuple(dict.fromkeys(self._quarantined))[:MAX_QUARANTINED]

    def warnings(self) -> list[str]:
        """How much was put into quarantine."""
        count = len(dict.fromkeys(self._quarantined))
        return [f"{count} names or relations that the text does not show are in quarantine."] if count else []

    def add_names(self, chunk: int, span: Span, names: Iterable[NamePart]) -> None:
        """Find the names of a chunk in it."""
        here = self._names[chunk] = _Names(Aligner(self._text, span.start, span.end))
        for part in names:
            aligned = here.aligner.name(part.name)
            if aligned is None:
                self._put_aside(chunk, "name", f"{part.name} ({part.type})", "the passage does not name it")
                continue
            here.places[canonical(part.name)] = aligned.spans
            self._mark(part, aligned)

    def settle(self) -> None:
        """Give each name its commonest type in the document, and drop names that stand inside longer ones."""
        types: dict[str, Counter[str]] = {}
        outer = _outermost(self._marks)
        for span in outer:
            types.setdefault(self._name_at(span), Counter())[self._marks[span].type] += 1
        for span in outer:
            mark = self._marks[span]
            counts = types[self._name_at(span)]
            kind = max(counts, key=lambda t: (t != UNKNOWN, counts[t], t))
            text = self._text[span.start : span.end]
            confidence = round(mark.confidence * mark.sureness, 4)
            self._mentions[span] = Mention(span.start, span.end, text, kind, METHOD, confidence)

    def add_statements(self, chunk: int, span: Span, statements: Iterable[StatementPart]) -> None:
        """Keep the statements of a chunk that its text proves; after ``settle``."""
        here = self._names[chunk]
        for part in statements:
            self._add(chunk, part, here, span, across=None)

    def names_between(self, start: int, end: int) -> list[Mention]:
        """The first mention of each name that stands there, in the order of the text."""
        firsts: dict[str, Mention] = {}
        for span in sorted(self._mentions):
            if start <= span.start and span.end <= end:
                firsts.setdefault(self._name_at(span), self._mentions[span])
        return list(firsts.values())

    def add_across(self, chunk: int, spans: Sequence[Span], statements: Iterable[StatementPart]) -> None:
        """Keep statements between names of different ones of some neighbouring chunks; ``chunk`` is the first."""
        window = Span(spans[0].start, spans[-1].end)
        names = _Names(Aligner(self._text, window.start, window.end))
        for part in statements:
            self._add(chunk, part, names, window, across=spans)

    def _mark(self, part: NamePart, aligned: Aligned) -> None:
        confidence = part.confidence if part.confidence is not None else _UNSAID
        for span in aligned.spans:
            known = self._marks.get(span)
            if known is None or known.type == UNKNOWN:
                self._marks[span] = _Mark(self._type(part.type), confidence, SURENESS[aligned.closeness])

    def _type(self, kind: str) -> str:
        if self._types is not None:
            return self._types.get(key(kind), UNKNOWN)
        return "_".join(kind.upper().split())

    def _name_at(self, span: Span) -> str:
        return canonical(self._text[span.start : span.end])

    def _add(self, chunk: int, part: StatementPart, names: _Names, span: Span, across: Sequence[Span] | None) -> None:
        refused = self._relate(part, names, span, across)
        if refused:
            self._put_aside(chunk, "relation", part.words(), refused)

    def _relate(self, part: StatementPart, names: _Names, around: Span, across: Sequence[Span] | None) -> str:
        """Keep a statement, or say why the text does not prove it."""
        subjects, objects = self._ends(part.subject, names, around), self._ends(part.object, names, around)
        for name, ends in ((part.subject, subjects), (part.object, objects)):
            if not ends:
                return f"{name!r} is no name of the passage"
        pairs = [(s, o) for s in subjects for o in objects if self._name_at(s) != self._name_at(o)]
        if not pairs:
            return "it relates a name with itself"
        if across is not None:
            pairs = [(s, o) for s, o in pairs if _chunk_of(s, across) != _chunk_of(o, across)]
            if not pairs:
                return ""  # within one chunk it was asked for before
        quote = names.aligner.quote(part.evidence)
        subject_at, object_at = min(pairs, key=lambda pair: (_length(_hull(*pair, quote)), pair))
        proof = self._proof(_hull(subject_at, object_at, quote), around)
        if across is None and len(sentences(self._text, proof.start, proof.end)) > (MAX_SENTENCES if quote else 1):
            return "no sentence of the passage holds both names"
        if across is not None and (quote is None or _length(proof) > MAX_ACROSS):
            return "the names stand too far apart, or what was quoted is not there"
        return self._keep(part, self._mentions[subject_at], self._mentions[object_at], proof, quoted=quote is not None)

    def _keep(self, part: StatementPart, subject: Mention, other: Mention, proof: Span, *, quoted: bool) -> str:
        predicate = " ".join(part.predicate.replace("_", " ").split())
        if self._ontology:
            judged = self._ontology.judge(predicate, subject.type, other.type)
            if isinstance(judged, str):
                return judged
            predicate = judged.predicate
            if judged.swapped:
                subject, other = other, subject
            if self._ontology.is_symmetric(predicate) and canonical(other.text) < canonical(subject.text):
                subject, other = other, subject
        else:
            predicate = predicate.casefold()
        sure = (part.confidence or _UNSAID) * min(self._sureness(subject), self._sureness(other))
        confidence = round(sure * (1.0 if quoted else _UNQUOTED), 4)
        relation = Relation(subject, predicate, other, proof.start, proof.end, METHOD, confidence, negated=part.negated)
        ends = Span(subject.start, subject.end), predicate, Span(other.start, other.end), part.negated
        known = self._relations.get(ends)
        if known is None or known.confidence < confidence:
            self._relations[ends] = relation
        return ""

    def _sureness(self, mention: Mention) -> float:
        return self._marks[Span(mention.start, mention.end)].sureness

    def _ends(self, name: str, names: _Names, around: Span) -> list[Span]:
        """Places of mentions that are this name, or of which it is a part."""
        places = names.places.get(canonical(name))
        if places is None:
            aligned = names.aligner.name(name)
            places = aligned.spans if aligned else ()
        inside = [s for s in self._mentions if around.start <= s.start and s.end <= around.end]
        found = {span for span in inside for place in places if span.start <= place.start and place.end <= span.end}
        return sorted(found)

    def _proof(self, hull: Span, around: Span) -> Span:
        """The whole sentences that hold a stretch of text."""
        holding = [
            s for s in sentences(self._text, around.start, around.end) if s.start < hull.end and s.end > hull.start
        ]
        if not holding:
            return hull
        return Span(min(holding[0].start, hull.start), max(holding[-1].end, hull.end))

    def _put_aside(self, chunk: int, kind: str, what: str, reason: str) -> None:
        self._quarantined.append(Quarantined(chunk, "name" if kind == "name" else "relation", what, reason))


def _outermost(spans: Iterable[Span]) -> list[Span]:
    """Spans that do not lie inside another one, by offset."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if not kept or span.end > kept[-1].end:
            kept.append(span)
    return kept


def _hull(*spans: Span | None) -> Span:
    given = [span for span in spans if span is not None]
    return Span(min(span.start for span in given), max(span.end for span in given))


def _length(span: Span) -> int:
    return span.end - span.start


def _chunk_of(span: Span, chunks: Sequence[Span]) -> int:
    return next((at for at, chunk in enumerate(chunks) if chunk.start <= span.start and span.end <= chunk.end), -1)
