"""The terms of a list that the analyst brings, found as whole words in any form that she lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np
from pydantic import Field, ValidationInfo, field_validator

from graphkit.columns import MentionColumns
from graphkit.errors import GraphkitError
from graphkit.extract.batches import batches
from graphkit.extract.configuration import Configuration
from graphkit.extract.configured import ConfiguredExtractor
from graphkit.extract.confinement import reason_of
from graphkit.extract.method import method_of
from graphkit.extract.sentence_pairs import PairColumns, Pairs, cut_warning
from graphkit.extract.term_finder import TermFinder
from graphkit.extract.term_list import MAX_TERMS, Term, contradictions, normalised
from graphkit.model import Chunk, ChunkFailure, Document, Extraction
from graphkit.text import sentence_bounds

METHOD = "gazetteer"
VERSION = "1"
_PAIR_CONFIDENCE = 0.3


class GazetteerConfiguration(Configuration):
    """Options of the method ``gazetteer``."""

    match_case: bool = Field(False, description="find only what has the letter case of the list")
    terms: tuple[Term, ...] = Field(
        (), max_length=MAX_TERMS, description="names to find, each alone or with its type, same_as and forms"
    )
    include_relations: bool = Field(True, description="relate the terms that stand in one sentence")
    max_pairs_per_sentence: int = Field(66, ge=1, le=10_000, description="most pairs from one sentence")

    @field_validator("terms", mode="before")
    @classmethod
    def _named(cls, terms: Any) -> Any:
        """A text alone is a name."""
        if not isinstance(terms, list | tuple):
            return terms
        return [{"name": term} if isinstance(term, str) else term for term in terms]

    @field_validator("terms")
    @classmethod
    def _consistent(cls, terms: tuple[Term, ...], others: ValidationInfo) -> tuple[Term, ...]:
        match_case = others.data.get("match_case", False)
        if not terms:
            raise ValueError("no terms are given (a CSV file with a column name, or a list of names)")
        faults = contradictions([("terms", term) for term in terms], match_case=match_case)
        faults += [f"{t.name!r} has neither a letter nor a digit" for t in terms if not any(map(str.isalnum, t.name))]
        if faults:
            raise ValueError("; ".join(faults[:5]))
        return normalised(terms, match_case=match_case)


@dataclass(frozen=True, slots=True)
class _Read:
    """What was found in a document: the terms by their spans, and the pairs of them."""

    terms: dict[tuple[int, int], Term]
    pairs: Pairs
    failures: tuple[ChunkFailure, ...] = ()


class GazetteerExtractor(ConfiguredExtractor[GazetteerConfiguration]):
    """Finds listed terms, and relates those of a sentence."""

    def __init__(self, configuration: GazetteerConfiguration) -> None:
        super().__init__(METHOD, VERSION, configuration)
        self._term_of = {spelling: term for term in configuration.terms for spelling in term.spellings}
        kinds = {term.name: term.type for term in configuration.terms}
        self._entity = {name: f"{kind}: {name}" for name, kind in kinds.items()}
        """What tells terms apart: with ``match_case`` two names may differ in their case alone, and in their type."""
        self._finder = TermFinder(self._term_of, match_case=configuration.match_case)

    def listed_names(self) -> Mapping[str, tuple[str, tuple[str, ...]]]:
        """For each name: its type, and its other names and forms, which mean the same."""
        others: defaultdict[str, list[str]] = defaultdict(list)
        for term in self._configuration.terms:
            others[term.same_as or term.name] += term.spellings if term.same_as else term.forms
        kinds = {term.name: term.type for term in self._configuration.terms}
        return {name: (kinds[name], tuple(found)) for name, found in sorted(others.items()) if found}

    def extract(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Extraction]:
        """One extraction for each document, made in small batches when it is asked for."""
        limit = self._configuration.max_pairs_per_sentence
        for batch in batches(documents):
            read = [self._read_alone(document, chunks) for document, chunks in batch]
            pairs = PairColumns.of([one.pairs for one in read])
            for at, ((document, _), one) in enumerate(zip(batch, read, strict=True)):
                mentions = self._mentions(document.text, one.terms)
                yield Extraction(
                    document.document_id,
                    METHOD,
                    mentions,
                    pairs.relations(at, mentions, _PAIR_CONFIDENCE),
                    one.failures,
                    cut_warning(one.pairs.cut_sentences, limit),
                )

    def _read_alone(self, document: Document, chunks: Iterable[Chunk]) -> _Read:
        readable = [chunk for chunk in chunks if chunk.status == "stored"]
        try:
            return self._read(document.text, readable)
        except GraphkitError:
            raise
        except Exception as error:  # noqa: BLE001 - words are counted in a whole document, so all chunks are told
            failures = tuple(ChunkFailure(chunk.index, reason_of(error)) for chunk in readable)
            return _Read({}, Pairs(self._configuration.max_pairs_per_sentence), failures)

    def _read(self, text: str, chunks: list[Chunk]) -> _Read:
        pairs = Pairs(self._configuration.max_pairs_per_sentence)
        seen: dict[tuple[int, int], Term] = {}
        for chunk, matches in zip(chunks, self._finder.find(text, chunks), strict=True):
            first = len(seen)
            new = {(start, end): self._term_of[spelling] for start, end, spelling in matches}
            rows = [(start, end, self._entity[term.same_as or term.name], 1.0) for (start, end), term in new.items()]
            is_new = seen.keys().isdisjoint(new)
            seen |= new
            if self._configuration.include_relations and is_new and len(rows) > 1:
                pairs.add(rows, sentence_bounds(text, chunk.start, chunk.end), first=first)
        return _Read(seen, pairs)

    @staticmethod
    def _mentions(text: str, found: Mapping[tuple[int, int], Term]) -> MentionColumns:
        numbers: defaultdict[tuple[str, str], int] = defaultdict(count().__next__)
        name = [numbers[text[start:end], term.type] for (start, end), term in found.items()]
        spans = np.array(list(found), dtype=np.int64).reshape(-1, 2)
        return MentionColumns(
            spans[:, 0],
            spans[:, 1],
            np.array(name, dtype=np.int64),
            names=[surface for surface, _ in numbers],
            kind=[kind for _, kind in numbers],
            method=METHOD,
            confidence=1.0,
        )


GAZETTEER = method_of(
    METHOD,
    title="A list of terms",
    description="The names of a list of your own, as whole words in any form that you list; needs the list.",
    configuration=GazetteerConfiguration,
    extractor=GazetteerExtractor,
)
