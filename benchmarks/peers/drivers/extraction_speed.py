"""Megabytes a processor second of a package's extractors over the same texts, one after another, on one core."""

import time
from typing import Any

from job import main


def biblicus(method: str, config: dict[str, Any]) -> Any:
    """A function from text to graph by the package's own extractor."""
    from biblicus.graph.extractors import get_graph_extractor
    from biblicus.models import CatalogItem

    extractor = get_graph_extractor(method)
    parsed = extractor.validate_config(config)
    item = CatalogItem(
        id="bench", relpath="bench.txt", sha256="0" * 64, bytes=1, media_type="text/plain", created_at="2026-01-01"
    )
    return lambda text: extractor.extract_graph(corpus=None, item=item, extracted_text=text, config=parsed)


def ragleap(method: str, config: dict[str, Any]) -> Any:
    """A function from text to names by the package's own rules."""
    from ragleap_graph import GraphConfig, GraphIndex

    index = GraphIndex.__new__(GraphIndex)  # its constructor connects; its rules need nothing of it
    index.config = GraphConfig()
    return lambda text: index._extract_entity_candidates_from_text(text, max_entities=10_000)


def graphkit(method: str, config: dict[str, Any]) -> Any:
    """A function from text to what our method finds, with nothing remembered of texts seen before."""
    from graphkit.extract.annotation import forget
    from graphkit.extract.registry import create
    from graphkit.model import Chunk, Document, DocumentId

    extractor, key = create(method, **config), DocumentId("bench")

    def found(texts: list[str]) -> list[Any]:
        forget()
        documents = ((Document(key, "", text, "bench"), (Chunk(key, 0, 0, len(text)),)) for text in texts)
        return [extraction.mentions for extraction in extractor.extract(documents)]

    return found


def work(job: dict[str, Any]) -> dict[str, Any]:
    """Megabytes a second of each run, and how many nodes or names came out."""
    extract = {"biblicus": biblicus, "graphkit": graphkit, "ragleap": ragleap}[job["peer"]](
        job["method"], job["config"]
    )
    every = extract if job["peer"] == "graphkit" else lambda texts: [extract(text) for text in texts]
    texts = job["texts"]
    size = sum(len(text.encode()) for text in texts) / 1e6
    every(texts[:20])
    rates, found = [], 0
    for _ in range(job["runs"]):
        began = time.process_time()
        results = every(texts)
        rates.append(size / (time.process_time() - began))
        found = sum(len(getattr(result, "nodes", result)) for result in results)
    return {"mb_per_s": rates, "found": found}


main(work)
