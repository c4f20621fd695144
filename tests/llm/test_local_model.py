"""A real model, from the command to the stored graph: small, slow, often wrong, and never believed."""

from __future__ import annotations

import json

import pytest
from local_model_for_tests import local_model

from graphkit.cli.main import main
from graphkit.corpus import open_corpus

TEXT = "Ada Okafor founded Acme Corp. in Geneva."
LIMIT = 90


@pytest.mark.slow
def test_a_real_model_reads_a_document_into_the_store(tmp_path, monkeypatch, capsys):
    note = tmp_path / "note.txt"
    note.write_text(TEXT, "utf-8")
    store = f"sqlite:///{tmp_path / 'store.db'}"
    monkeypatch.setenv("GRAPHKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("sys.excepthook", __import__("sys").excepthook)
    with local_model(most_tokens=LIMIT) as address:
        words = ["ingest", str(note), "--store", store, "--method", "llm", "--no-vectors", "--json"]
        options = {
            "provider": "openai",
            "model": "smollm2",
            "base_url": address,
            "entity_types": ["PERSON", "ORG", "PLACE"],
            "extract_relations": False,
            "max_entities_per_chunk": 3,
            "max_output_tokens": LIMIT,
            "max_calls": 2,
        }
        words += [word for name, value in options.items() for word in ("--option", f"llm.{name}={json.dumps(value)}")]
        assert main(words) == 0
        told = json.loads(capsys.readouterr().out)
        (usage,) = told["usage"].values()
        assert (usage["calls"], usage["cached"]) == (1, 0)
        assert 0 < usage["output_tokens"] <= LIMIT
        assert usage["input_tokens"] > 100
        assert usage["cost"] == 0.0
    # The server is gone: the second run lives on the answer that was kept, and nothing differs.
    with open_corpus(store, embedder=None) as corpus:
        (run,) = corpus.runs()
        (document,) = corpus.documents()
        first = corpus.extractions(document.document_id)
    assert main([*words, "--again"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert next(iter(told["usage"].values()))["calls"] == 0
    with open_corpus(store, embedder=None) as corpus:
        assert [r.graph_id for r in corpus.runs()] == [run.graph_id]
        assert corpus.extractions(document.document_id) == first
        for extraction in first.values():
            for mention in extraction.mentions:
                assert TEXT[mention.start : mention.end] == mention.text
        assert corpus.audit() == []
