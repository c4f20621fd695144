"""The gold set of a corpus: where it lies, what it measures, what it suggests."""

from __future__ import annotations

import json
from pathlib import Path

from graphkit.corpus import open_corpus
from graphkit.evidence.gold_passages import figures_on, gold_set_of, load_gold, suggested_passages, usable
from graphkit.ingest.base import Source

TEXT = "Ann Miller met Bob Stone in Paris."
GOLD = json.dumps({"text": TEXT, "entities": [{"start": 0, "end": 10, "type": "PER"}]})


def source(text: str = TEXT) -> Source:
    """A file with a text."""
    return Source.of_upload("a.txt", text.encode())


def test_a_gold_set_lies_beside_its_store_and_belongs_to_one_corpus(tmp_path: Path) -> None:
    uri = f"sqlite:///{tmp_path / 'store.db'}"
    with open_corpus(uri, "a/b", embedder=None) as one, open_corpus(uri, "a", embedder=None) as other:
        assert gold_set_of(one).file == tmp_path / "store.db.gold" / "a%2Fb.jsonl"
        assert gold_set_of(other).file != gold_set_of(one).file
    with open_corpus(uri, "a", user_id="b", embedder=None) as users:
        assert gold_set_of(users).file == tmp_path / "store.db.gold" / "a+b.jsonl"


def test_gold_measures_every_graph_on_the_passages_that_are_still_there(tmp_path: Path) -> None:
    with open_corpus(f"sqlite:///{tmp_path / 'store.db'}", embedder=None) as corpus:
        corpus.ingest([source()], methods=["regex", "cooccurrence"])
        names = {run.graph_id: run.method for run in corpus.runs()}
        gold = load_gold(corpus, GOLD).passages
        assert usable(corpus, gold) == gold
        told = {row.method: row.figures for row in figures_on(corpus, gold, names) if row.match == "span"}
        assert (told["regex"].right, told["regex"].found, told["regex"].gold) == (1, 3, 1)
        assert told["cooccurrence"].right == 0
        corpus.ingest([source("Something else.")], methods=["regex"])
        assert usable(corpus, gold) == ()


def test_passages_are_suggested_from_all_documents() -> None:
    with open_corpus("memory://", embedder=None) as corpus:
        files = [Source.of_upload(f"{n}.txt", f"{TEXT} {n}".encode()) for n in range(30)]
        corpus.ingest(files, methods=["regex", "cooccurrence"])
        graphs = [run.graph_id for run in corpus.runs()]
        chosen = suggested_passages(corpus, graphs)
        assert len({one.document_id for one in chosen}) == 20
        assert suggested_passages(corpus, graphs[::-1]) == chosen
