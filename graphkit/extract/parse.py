"""A parsed text as plain words: what is taken from a language model before it forgets the text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict

from graphkit.model import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

Tag = tuple[int, int, str]
"""Start, end and word class (the model's fine tag; Penn's in English) of a word that is no blank."""

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
class Tagged:
    """Entities and word classes of a piece of text: what names need."""

    entities: list[RawEntity]
    tags: list[Tag]


@dataclass(frozen=True, slots=True)
class Parse(Tagged):
    """Entities, words and sentences of a piece of text: what relations need too."""

    words: list[Word]
    sentences: list[Span]


_TYPES = {"PER": "PERSON"}
"""Types that models of other languages call differently."""


def entities_of(doc: Doc) -> list[RawEntity]:
    """Spans and types of a text's entities as the model gives them; a person is PERSON in every language."""
    return [(entity.start_char, entity.end_char, _TYPES.get(entity.label_, entity.label_)) for entity in doc.ents]


def tagged_of(doc: Doc) -> Tagged:
    """Entities and word classes of a text."""
    return Tagged(entities_of(doc), [(t.idx, t.idx + len(t), t.tag_) for t in doc if t.tag and not t.is_space])


def parse_of(doc: Doc) -> Parse:
    """Entities, words and sentences of a text; blanks are no words."""
    return parse_from(columns_of(doc), doc.text, tagged_of(doc))


class Columns(TypedDict):
    """A parse as lists of plain values, one for each word, so that it can be kept in a file."""

    starts: list[int]
    lengths: list[int]
    lemmas: list[str]
    classes: list[str]
    tags: list[str]
    dependencies: list[str]
    heads: list[int]
    sentences: list[int]


def columns_of(doc: Doc) -> Columns:
    """What the parser says of a text."""
    return {
        "starts": [t.idx for t in doc],
        "lengths": [len(t) for t in doc],
        "lemmas": [t.lemma_ for t in doc],
        "classes": [t.pos_ for t in doc],
        "tags": [t.tag_ for t in doc],
        "dependencies": [t.dep_ for t in doc],
        "heads": [t.head.i for t in doc],
        "sentences": [offset for s in doc.sents for offset in (s.start_char, s.end_char)],
    }


def parse_from(columns: Columns, text: str, tagged: Tagged) -> Parse:
    """The parse of a text from its columns, and what is known of its names."""
    words = []
    rows = zip(
        columns["starts"], columns["lengths"], columns["lemmas"], columns["classes"], columns["tags"],
        columns["dependencies"], strict=True,
    )  # fmt: skip
    for index, (start, length, lemma, pos, tag, dep) in enumerate(rows):
        form = text[start : start + length]
        words.append(Word(index, start, start + length, form, lemma or form, pos, tag, dep))
    for word, head in zip(words, columns["heads"], strict=True):
        word.head = words[head]
        if word.head is not word and word.pos != "SPACE":
            word.head.children.append(word)
    ends = iter(columns["sentences"])
    sentences = [Span(start, end) for start, end in zip(ends, ends, strict=True)]
    return Parse(tagged.entities, tagged.tags, [word for word in words if word.pos != "SPACE"], sentences)
