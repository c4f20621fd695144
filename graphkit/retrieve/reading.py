"""One pass over the documents of a corpus: their words, their names, and which passage is about or mentions which."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from graphkit.ids import type_key
from graphkit.model import Document, Entity, EntityId, Extraction, Mention
from graphkit.retrieve.graph import ABOUT, BEGINS, IN_TITLE, MENTIONED
from graphkit.retrieve.names import Gazetteer, names_in_text
from graphkit.retrieve.passage import Passage
from graphkit.retrieve.tuning import Tuning
from graphkit.retrieve.words import Token, looks_like_name, name_form, terms, tokens

NO_NAMES: Final = frozenset({"date", "time", "cardinal", "ordinal", "money", "percent", "quantity", "term"})
"""Types whose entities name nothing that a walk could follow: numbers, dates, and single words of a text."""


@dataclass(frozen=True, slots=True)
class KnownName:
    """A name of the corpus: how it is written, and the entities of the graphs that bear it."""

    text: str
    entities: tuple[EntityId, ...]


class KnownNames:
    """All names of a corpus by their forms; forms of entities that were declared the same are one name."""

    def __init__(self, known: Sequence[KnownName], numbers: dict[str, int]) -> None:
        self.known = tuple(known)
        self.numbers = numbers
        self.gazetteer = Gazetteer(numbers)

    def number(self, name: str) -> int | None:
        """Number of the name however it is spelt, None if it names nothing that is known."""
        form = name_form(name)
        return self.numbers.get(form) if form is not None else None

    @classmethod
    def of(cls, entities: Sequence[Entity], titles: Sequence[str], same: Mapping[EntityId, EntityId]) -> KnownNames:
        by_form: dict[str, list[Entity]] = defaultdict(list)
        form_of: dict[EntityId, str] = {}
        for entity in entities:
            form = name_form(entity.name)
            if form is not None and type_key(entity.type) not in NO_NAMES:
                by_form[form].append(entity)
                form_of[entity.entity_id] = form
        joined = {form: form for form in by_form}
        for alias, canonical in same.items():
            if alias in form_of and canonical in form_of:
                joined[form_of[alias]] = form_of[canonical]
        written = {form: max(held, key=lambda entity: entity.mentions).name for form, held in by_form.items()}
        for title in titles:
            form = name_form(title)
            if form is not None and form not in joined:
                joined[form], written[form] = form, title
        return cls._numbered(joined, written, by_form)

    @classmethod
    def _numbered(
        cls, joined: Mapping[str, str], written: Mapping[str, str], by_form: Mapping[str, list[Entity]]
    ) -> KnownNames:
        owners = sorted(set(joined.values()))
        place = {form: number for number, form in enumerate(owners)}
        bearers: list[dict[EntityId, None]] = [{} for _ in owners]
        for form, owner in joined.items():
            bearers[place[owner]].update((entity.entity_id, None) for entity in by_form.get(form, ()))
        known = [KnownName(written[form], tuple(bearers[place[form]])) for form in owners]
        return cls(known, {form: place[owner] for form, owner in joined.items()})


class Reading:
    """One pass over the documents: words, and which passage is about or mentions which name."""

    def __init__(self, names: KnownNames, tuning: Tuning) -> None:
        self.names = names
        self.tuning = tuning
        self.passages: list[Passage] = []
        self.document_of: list[int] = []
        self._documents = 0
        self.terms: list[list[str]] = []
        self.kinds: dict[tuple[int, int], int] = defaultdict(int)
        self._seen = np.zeros(len(names.known), dtype=np.int64)
        self._capital = np.zeros(len(names.known), dtype=np.int64)

    def add(self, document: Document, passages: Sequence[Passage], found: Sequence[Extraction]) -> None:
        """Take in a document."""
        self._documents += 1
        self.document_of += [self._documents] * len(passages)
        mentions = sorted({(m.start, m.end, m.text) for m in _mentions(found) if type_key(m.type) not in NO_NAMES})
        for passage in passages:
            row = len(self.passages)
            self.passages.append(passage)
            text = document.text[passage.start : passage.end]
            in_text, in_title = tokens(text), tokens(passage.title)
            self.terms.append(terms(in_title) + terms(in_text))
            self._titles(row, passage)
            firsts = []
            for start, end, surface in mentions:
                if passage.start <= start and end <= passage.end:
                    firsts.append((start - passage.start, self._connect(row, surface, MENTIONED)))
            for match in names_in_text(self.names.gazetteer, text, in_text):
                self.kinds[row, match.name] |= MENTIONED
                firsts.append((match.start, match.name))
            self._subject(row, text, firsts)
            self._count_spellings(text, in_text)

    def _connect(self, row: int, name: str, kind: int) -> int | None:
        number = self.names.number(name)
        if number is not None:
            self.kinds[row, number] |= kind
        return number

    def _titles(self, row: int, passage: Passage) -> None:
        """What the title and the heading name is what the passage is about; names inside them are in the title."""
        for title in dict.fromkeys((passage.title, passage.heading)):
            whole = self._connect(row, title, ABOUT)
            for match in self.names.gazetteer.inside(tokens(title)):
                if match.name != whole and looks_like_name(title[match.start : match.end]):
                    self.kinds[row, match.name] |= IN_TITLE

    def _subject(self, row: int, text: str, firsts: Sequence[tuple[int, int | None]]) -> None:
        """A passage that does not say its title is about the name at its beginning: what follows is said of that."""
        title = self.names.number(self.passages[row].title)
        if title is not None and self.kinds.get((row, title), 0) & MENTIONED:
            return
        known = [(start, name) for start, name in firsts if name is not None]
        if known:
            start, name = min(known)
            if len(tokens(text[:start])) <= self.tuning.subject_words:
                self.kinds[row, name] |= BEGINS

    def _count_spellings(self, text: str, found: Sequence[Token]) -> None:
        """How often a name of one word is written as a name."""
        for token in found:
            number = self.names.numbers.get(token.form)
            if number is not None:
                self._seen[number] += 1
                self._capital[number] += looks_like_name(text[token.start : token.end])

    def proper(self) -> NDArray[np.bool_]:
        """Of each name, whether at least half of its places in the texts are written with a capital."""
        return 2 * self._capital >= self._seen


def _mentions(found: Sequence[Extraction]) -> Iterator[Mention]:
    for extraction in found:
        yield from extraction.mentions
        for relation in extraction.relations:
            yield relation.subject
            yield relation.object
