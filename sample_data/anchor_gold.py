"""Anchor the hand-made gold in the texts as graphkit reads them.

A mention in ``gold/entities.jsonl`` is a quote, a type and an occurrence: the how-manieth place at which the quote
stands, as whole words and with any white space between them. Offsets and texts follow from these. Run
``python sample_data/anchor_gold.py`` after a change in a document or in a reader; a quote that is gone is named.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TypedDict

from graphkit.ingest.base import Source
from graphkit.ingest.read import read
from graphkit.model import Document, Span

HERE = Path(__file__).parent
ENTITIES = HERE / "gold" / "entities.jsonl"


class GoldMention(TypedDict):
    """A name that a person marked in a document."""

    start: int
    end: int
    type: str
    coarse: str
    text: str
    occurrence: int


class GoldDocument(TypedDict):
    """All names of one document; ``id`` is its file name."""

    id: str
    title: str
    text: str
    entities: list[GoldMention]


def read_documents() -> dict[str, Document]:
    """Every document of the sample as graphkit reads it, by file name."""
    return {path.name: read(Source.of_file(path)).document for path in sorted((HERE / "documents").iterdir())}


def places(text: str, quote: str) -> list[Span]:
    """Where a quote stands in a text, as whole words and with any white space between them."""
    words = r"\s+".join(re.escape(word) for word in quote.split())
    return [Span(*match.span()) for match in re.finditer(rf"(?<!\w){words}(?!\w)", text)]


def gold_documents() -> list[GoldDocument]:
    """The lines of ``entities.jsonl``."""
    return [json.loads(line) for line in ENTITIES.read_text(encoding="utf-8").splitlines()]


def anchored(gold: GoldDocument, document: Document) -> GoldDocument:
    """The same names with the offsets that they have in ``document``. Raises LookupError for one that is not there."""
    mentions: list[GoldMention] = []
    for mention in gold["entities"]:
        found = places(document.text, mention["text"])
        if len(found) < mention["occurrence"]:
            raise LookupError(f"{gold['id']} holds {mention['text']!r} {len(found)}, not {mention['occurrence']} times")
        span = found[mention["occurrence"] - 1]
        mentions.append({**mention, "start": span.start, "end": span.end})
    mentions.sort(key=lambda mention: (mention["start"], mention["end"]))
    return {"id": gold["id"], "title": document.title, "text": document.text, "entities": mentions}


def write(lines: list[GoldDocument]) -> None:
    """Write ``entities.jsonl``."""
    ENTITIES.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    documents = read_documents()
    write([anchored(gold, documents[gold["id"]]) for gold in gold_documents()])
