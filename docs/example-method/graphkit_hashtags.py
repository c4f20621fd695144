"""A method of another package: hashtags, related when they stand in one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations

from pydantic import Field

from graphkit.extract.configuration import Configuration
from graphkit.extract.configured import ConfiguredExtractor
from graphkit.extract.method import method_of
from graphkit.model import Chunk, Document, Extraction, Mention, Relation
from graphkit.text import sentences

METHOD, VERSION = "hashtags", "1"
_TAG = re.compile(r"#\w+")


class HashtagConfiguration(Configuration):
    """Options: what a form shows, what a run remembers, and what the graph's identity is made of."""

    min_length: int = Field(3, ge=2, description="shortest hashtag, in characters")


class HashtagExtractor(ConfiguredExtractor[HashtagConfiguration]):
    """Finds hashtags."""

    def __init__(self, configuration: HashtagConfiguration) -> None:
        super().__init__(METHOD, VERSION, configuration)

    def extract(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Extraction]:
        """One extraction for each document, when it is asked for. Offsets count characters of the document's text."""
        for document, chunks in documents:
            mentions: list[Mention] = []
            relations: list[Relation] = []
            for chunk in chunks:
                if chunk.status != "stored":
                    continue
                for sentence in sentences(document.text, chunk.start, chunk.end):
                    here = [
                        Mention(match.start(), match.end(), match.group(), "TAG", METHOD, 1.0)
                        for match in _TAG.finditer(document.text, sentence.start, sentence.end)
                        if len(match.group()) >= self._configuration.min_length
                    ]
                    mentions += here
                    relations += [
                        Relation(one, "tagged with", other, sentence.start, sentence.end, METHOD, 0.5, directed=False)
                        for one, other in combinations(here, 2)
                    ]
            yield Extraction(document.document_id, METHOD, tuple(mentions), tuple(relations))


HASHTAGS = method_of(
    METHOD,
    title="Hashtags",
    description="Words that begin with #, and pairs of them in one sentence.",
    configuration=HashtagConfiguration,
    extractor=HashtagExtractor,
)
