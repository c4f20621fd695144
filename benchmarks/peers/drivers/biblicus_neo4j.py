"""biblicus on Neo4j: its graph records written document by document, as its snapshot does, then read back."""

import os
from datetime import UTC, datetime
from typing import Any

from biblicus.graph.extractors.simple_entities import SimpleEntitiesGraphExtractor
from biblicus.graph.neo4j import create_neo4j_driver, read_graph_records, resolve_neo4j_settings, write_graph_records
from biblicus.models import CatalogItem
from job import Statements, ask, load, main


def work(job: dict[str, Any]) -> dict[str, Any]:
    """Write until the budget is spent, then ask for the pairs of a name, for which there is only the whole graph."""
    os.environ.update(NEO4J_URI=job["uri"], NEO4J_PASSWORD="unused", BIBLICUS_NEO4J_AUTO_START="false")
    settings = resolve_neo4j_settings()
    driver = create_neo4j_driver(settings)
    extractor = SimpleEntitiesGraphExtractor()
    config = extractor.validate_config({})
    statements = Statements()
    graph = {"corpus_id": "bench", "graph_id": "bench", "extraction_snapshot": "pipeline:bench"}

    def write(document: list[str]) -> None:
        key, title, text = document
        item = CatalogItem(
            id=key,
            relpath=f"{key}.txt",
            sha256="0" * 64,
            bytes=len(text),
            media_type="text/plain",
            title=title,
            created_at=datetime.now(UTC).isoformat(),
        )
        result = extractor.extract_graph(corpus=None, item=item, extracted_text=text, config=config)
        write_graph_records(
            driver=driver, settings=settings, item_id=key, nodes=result.nodes, edges=result.edges, **graph
        )

    def neighbours(name: str) -> list[str]:
        key = f"entity:{name.casefold()}"
        edges = read_graph_records(driver=driver, settings=settings, **graph)["edges"]
        ends = [(edge["src"], edge["dst"]) for edge in edges if key in (edge["src"], edge["dst"])]
        return [end.removeprefix("entity:") for pair in ends for end in pair if end != key][:10]

    seconds = load(job["documents"], write, job["budget_s"])
    sent = statements.take()
    answers = {"seconds": seconds, "statements": sent, "neighbours": ask(job["names"][:5], neighbours)}
    driver.close()
    return answers


main(work)
