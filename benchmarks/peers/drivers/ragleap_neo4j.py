"""ragleap-graph on Neo4j: documents written one by one, then its own questions."""

from typing import Any

from job import Statements, ask, load, main
from ragleap_graph import GraphConfig, GraphIndex


def work(job: dict[str, Any]) -> dict[str, Any]:
    """Write until the budget is spent, then ask."""
    index = GraphIndex(GraphConfig(uri=job["uri"], user="neo4j", password="unused"))
    if index.driver is None:
        raise SystemExit("no connection")
    statements = Statements()

    def write(document: list[str]) -> None:
        key, title, text = document
        done = index.upsert_document(key, title, [{"text": text}])
        if not done["success"]:
            raise SystemExit(str(done["error"]))

    seconds = load(job["documents"], write, job["budget_s"])
    sent = statements.take()
    answers = {
        "seconds": seconds,
        "statements": sent,
        "neighbours": ask(
            job["names"],
            lambda name: [row["entity_name"] for row in index.search_related_entities([name], max_depth=1, limit=10)],
        ),
        "two_hops": ask(
            job["names"],
            lambda name: [row["entity_name"] for row in index.search_related_entities([name], max_depth=2, limit=20)],
        ),
        "documents_of": ask(
            job["triples"],
            lambda names: [row["document_id"] for row in index.find_documents_by_entities(names, limit=10)],
        ),
        "pair": ask(
            job["pairs"],
            lambda pair: [row["document_id"] for row in index.find_lineage(pair[0], pair[1], limit=5)],
        ),
    }
    index.close()
    return answers


main(work)
