"""What the desk answers about documents, graphs and vectors."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from made_corpora import GRAPH, put_story

from graphkit.corpus import Corpus
from graphkit.errors import UnknownDocument, UnknownGraph
from graphkit.ingest.base import Source
from graphkit.model import DocumentId, Scope
from graphkit.resolve.decisions import merge
from graphkit.store.inmemory import InMemoryStore


@pytest.fixture
def corpus() -> Iterator[Corpus]:
    """The corpus ``story``, read by one method."""
    store = InMemoryStore()
    store.ensure_schema()
    yield Corpus(store, put_story(store))
    store.close()


def test_a_corpus_is_empty_until_it_has_a_document(corpus: Corpus) -> None:
    assert not corpus.is_empty
    assert Corpus(corpus.store, Scope("nothing")).is_empty


def test_the_row_of_a_document_is_found_by_its_id(corpus: Corpus) -> None:
    for row in corpus.documents():
        assert corpus.row(row.document_id) == row
    with pytest.raises(UnknownDocument, match="'nobody'"):
        corpus.row(DocumentId("nobody"))


def test_a_deleted_graph_leaves_the_documents(corpus: Corpus) -> None:
    documents = [row.document_id for row in corpus.documents()]
    before = corpus.revision
    corpus.delete_graph(GRAPH)
    assert corpus.runs() == []
    assert [row.document_id for row in corpus.documents()] == documents
    assert corpus.revision > before


def test_without_an_embedder_no_vector_is_missing(corpus: Corpus) -> None:
    assert corpus.missing_vectors() == 0


def test_decisions_made_elsewhere_are_taken_over(corpus: Corpus) -> None:
    first, second = (entity.entity_id for entity in corpus.view().top(2))
    rows = merge([second], first, who="colleague")
    corpus.resolution.take_over(rows)
    assert corpus.resolution.decisions() == list(rows)
    assert corpus.same() == {second: first}


def test_graphs_are_compared_over_all_documents_or_some_under_their_names(corpus: Corpus) -> None:
    texts = (b"Ann Miller met Bob Stone in Paris.", b"Carla Weiss lives in Rome.")
    corpus.ingest(
        [Source.of_upload(f"{at}.txt", text) for at, text in enumerate(texts)], methods=["regex", "cooccurrence"]
    )
    graphs = corpus.graphs(["regex", "cooccurrence"])
    whole = corpus.compare(graphs)
    assert (whole.methods, whole.documents) == (graphs, 2)
    one = next(row.document_id for row in corpus.documents() if row.title == "0")
    part = corpus.compare(["regex", "cooccurrence"], documents=[one], names={graphs[0]: "first"})
    assert (part.methods, part.documents) == (("first", graphs[1]), 1)
    assert {row.name for row in part.entities} < {row.name for row in whole.entities}
    with pytest.raises(UnknownGraph):
        corpus.compare(["nobody"])
