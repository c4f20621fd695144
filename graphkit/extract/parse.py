"""A parsed text as plain words: what is taken from a language model before it forgets the text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphkit.model import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

RawEntity = tuple[int, int, str]
"""Start, end and type of an entity; offsets count from the beginning of the piece."""


@dataclass(slots=True)
class Word:
    """A word with its place in the tree of its sentence; ``head`` is the word itself at the root."""

    index: int
    start: int
    end: int
    text: str
    lemma: str
    pos: str
    tag: str
    dep: str
    head: Word = field(repr=False, init=False)
    children: list[Word] = field(repr=False, default_factory=list)

    def first(self, *deps: str) -> Word | None:
        """Its first child of one of these dependencies."""
        return next((child for child in self.children if child.dep in deps), None)

    def all(self, *deps: str) -> list[Word]:
        """All its children of these dependencies, in the order of the text."""
        return [child for child in self.children if child.dep in deps]


@dataclass(frozen=True, slots=True)
class Parse:
    """Entities, words and sentences of a piece of text."""

    entities: list[RawEntity]
    words: list[Word]
    sentences: list[Span]


def entities_of(doc: Doc) -> list[RawEntity]:
    """Spans and types of a text's entities as the model gives them."""
    return [(entity.start_char, entity.end_char, entity.label_) for entity in doc.ents]


def parse_of(doc: Doc) -> Parse:
    """Entities, words and sentences of a text; blanks are no words."""
    words = [Word(t.i, t.idx, t.idx + len(t.text), t.text, t.lemma_ or t.text, t.pos_, t.tag_, t.dep_) for t in doc]
    for token, word in zip(doc, words, strict=True):
        word.head = words[token.head.i]
        if word.head is not word and word.pos != "SPACE":
            word.head.children.append(word)
    sentences = [Span(s.start_char, s.end_char) for s in doc.sents]
    return Parse(entities_of(doc), [word for word in words if word.pos != "SPACE"], sentences)
