"""synapsekit's property graph on Neo4j: texts read by its offline extractor, then its own questions."""

import asyncio
from typing import Any

from job import Statements, ask, load, main
from synapsekit.retrieval.property_graph import KnowledgeGraphExtractor, Neo4jPropertyGraphBackend


def node(name: str) -> str:
    """The id that the package gives a name of these documents."""
    return f"pg_{name.casefold()}"


def work(job: dict[str, Any]) -> dict[str, Any]:
    """Write until the budget is spent, then ask."""
    graph = Neo4jPropertyGraphBackend(job["uri"], username="neo4j", password="unused")
    extractor = KnowledgeGraphExtractor(store=graph)
    statements = Statements()
    loop = asyncio.new_event_loop()

    def write(document: list[str]) -> None:
        key, _, text = document
        loop.run_until_complete(extractor.ingest([{"text": text, "metadata": {"source": key}}]))

    seconds = load(job["documents"], write, job["budget_s"])
    sent = statements.take()
    answers = {
        "seconds": seconds,
        "statements": sent,
        "neighbours": ask(job["names"], lambda name: [one[3:] for one in graph.neighbors(node(name))][:10]),
        "two_hops": ask(job["names"], lambda name: [one.label for one in graph.traverse([node(name)], max_hops=2)[0]]),
        "documents_of": ask(
            job["triples"], lambda names: graph.document_ids_for_nodes([node(name) for name in names])[:10]
        ),
    }
    graph.close()
    return answers


main(work)
