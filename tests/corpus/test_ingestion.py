"""From files to a stored graph: statuses, repetition, replacement, failures, cancelling."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from corpus.conftest import text
from graphkit.corpus import Corpus
from graphkit.errors import BadRequest, Cancelled, UnknownMethod
from graphkit.extract.registry import create
from graphkit.ingest.base import Source
from graphkit.model import Chunk, ChunkFailure, Document, Extraction, JsonValue, Mention

ANN = "Ann Miller works for Acme Corp in Paris."
BOB = "Bob Stone met Ann Miller in Rome."


@dataclass(frozen=True)
class Failing:
    """A method that cannot do documents with a certain word; it fails a chunk, or the whole document."""

    word: str
    hard: bool = False
    method: str = "failing"

    @property
    def configuration(self) -> Mapping[str, JsonValue]:
        return {"word": self.word}

    @property
    def versions(self) -> Mapping[str, str]:
        return {"failing": "1"}

    def extract(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Extraction]:
        for document, _ in documents:
            if self.word in document.text:
                if self.hard:
                    raise RuntimeError("the method broke")
                yield Extraction(document.document_id, "failing", failures=(ChunkFailure(0, "no luck"),))
            else:
                yield Extraction(document.document_id, "failing", (Mention(0, 3, document.text[:3]),))


def test_each_file_has_one_status_and_the_counts_are_those_of_the_store(corpus: Corpus) -> None:
    files = [text("a", ANN), text("blank", " \n "), Source.of_upload("x.bin", b"\x00\x01\x02\xff" * 50)]
    result = corpus.ingest(files, methods=["regex"])
    assert [(file.file, file.status) for file in result.files] == [
        ("a.txt", "stored"),
        ("blank.txt", "empty"),
        ("x.bin", "failed"),
    ]
    assert all(file.reason for file in result.files[1:])
    stats = corpus.stats()
    assert (stats.documents, stats.documents_empty, stats.documents_failed) == (3, 1, 1)
    assert (result.entities, result.relations) == (stats.entities, stats.edges)
    assert corpus.audit() == []


def test_a_second_run_does_only_what_is_missing(corpus: Corpus) -> None:
    corpus.ingest([text("a", ANN)], methods=["regex"])
    revision = corpus.store.revision(corpus.scope)
    again = corpus.ingest([text("a", ANN)], methods=["regex"])
    assert [file.status for file in again.files] == ["unchanged"]
    assert corpus.store.stats(corpus.scope).documents == 1
    more = corpus.ingest([text("a", ANN), text("b", BOB)], methods=["regex", "cooccurrence"])
    assert [file.status for file in more.files] == ["stored", "stored"]
    assert corpus.store.revision(corpus.scope) > revision
    assert sorted(run.method for run in corpus.runs()) == ["cooccurrence", "regex"]
    assert {run.documents for run in corpus.runs()} == {2}


def test_equal_bytes_under_two_names_are_one_document(corpus: Corpus) -> None:
    result = corpus.ingest([text("a", ANN), text("copy", ANN)], methods=["regex"])
    assert [file.status for file in result.files] == ["stored", "unchanged"]
    assert corpus.stats().documents == 1


def test_equal_bytes_are_done_once_also_when_everything_is_done_again(corpus: Corpus) -> None:
    files = [text(f"d{n}", BOB if n in (0, 20) else f"Ann{n} Miller spoke.") for n in range(21)]
    result = corpus.ingest(files, methods=["regex"], again=True)
    assert [file.file for file in result.files if file.status == "unchanged"] == ["d20.txt"]
    assert corpus.stats().documents == 20


def test_a_changed_file_replaces_what_it_said_before(corpus: Corpus) -> None:
    corpus.ingest([text("a", ANN)], methods=["regex"])
    corpus.ingest([text("a", BOB)], methods=["regex"])
    assert [e.name for e in corpus.view().top()] == ["Ann Miller", "Bob Stone", "Rome"]
    assert corpus.stats().documents == 1
    assert corpus.audit() == []


def test_a_file_that_cannot_be_read_any_more_keeps_its_stored_version(corpus: Corpus) -> None:
    corpus.ingest([Source.of_upload("a.pdf.txt", ANN.encode())], methods=["regex"])
    broken = Source("a.pdf.txt", "upload:a.pdf.txt", content=b"%PDF-1.7 broken" + b"\x00\xff" * 40)
    (file,) = corpus.ingest([broken], methods=["regex"]).files
    assert file.status == "failed"
    assert file.reason.startswith("The PDF is damaged and could not be mended ")
    assert file.reason.endswith(" The version stored before is kept.")
    assert [(row.document_id, row.status) for row in corpus.documents()] == [(file.document_id, "stored")]
    assert [e.name for e in corpus.view().top()] == ["Acme Corp", "Ann Miller", "Paris"]


def test_one_failing_document_of_twelve_is_named_and_the_next_run_does_only_that_one(corpus: Corpus) -> None:
    """Field case 15."""
    files = [text(f"d{n}", f"Doc number {n} about {'poison' if n == 7 else 'tea'}.") for n in range(12)]
    for hard in (False, True):
        result = corpus.ingest(files, methods=[Failing("poison", hard=hard)])
        assert [file.file for file in result.files if file.status == "failed"] == ["d7.txt"]
        assert result.files[7].reason.startswith("1 of 1 chunks failed; chunk 0: failing: ")
        assert result.count("stored") == (0 if hard else 11)
        assert result.count("unchanged") == (11 if hard else 0)
    assert "the method broke" in result.files[7].reason


def test_what_one_method_finds_is_kept_when_another_fails(corpus: Corpus) -> None:
    (file,) = corpus.ingest([text("a", ANN)], methods=["regex", Failing("Ann")]).files
    assert (file.status, file.chunks) == ("stored", {"stored": 0, "empty": 0, "failed": 1})
    assert "failing: no luck" in file.reason
    assert [e.name for e in corpus.view(["regex"]).top()] == ["Acme Corp", "Ann Miller", "Paris"]


def test_a_cancelled_ingestion_keeps_what_it_reports_as_stored(corpus: Corpus) -> None:
    def stop_at_twenty(done: int, total: int, what: str) -> None:
        if done >= 16 and what.startswith("Reading"):
            raise Cancelled("stop")

    files = [text(f"d{n}", f"Ann Miller met Bob{n} Stone.") for n in range(40)]
    result = corpus.ingest(files, methods=["regex"], report=stop_at_twenty)
    assert result.cancelled
    assert (result.count("stored"), result.count("cancelled")) == (16, 24)
    assert corpus.stats().documents == 16
    assert corpus.audit() == []
    assert corpus.ingest(files, methods=["regex"]).count("stored") == 24


def test_progress_counts_files_as_methods_read_them(corpus: Corpus) -> None:
    told: list[tuple[int, str]] = []
    files = [text("a", ANN), text("b", BOB)]
    corpus.ingest(files, methods=["regex", "cooccurrence"], report=lambda done, _, what: told.append((done, what)))
    assert [row for row in told if row[1].endswith("txt")] == [
        (0, "Reading a.txt"),
        (0, "Reading b.txt"),
        (0, "regex: a.txt"),
        (1, "regex: b.txt"),
        (1, "cooccurrence: a.txt"),
        (2, "cooccurrence: b.txt"),
    ]


def test_a_wrong_request_is_refused_before_anything_is_read(corpus: Corpus) -> None:
    with pytest.raises(UnknownMethod, match="no extraction method 'nre'"):
        corpus.ingest([text("a", ANN)], methods=["nre"])
    with pytest.raises(BadRequest, match="No extraction method was chosen"):
        corpus.ingest([text("a", ANN)], methods=[])
    with pytest.raises(BadRequest):
        corpus.ingest([text("a", ANN)], methods=["regex"], dedup_threshold=float("nan"))
    assert corpus.documents() == []


def test_an_extractor_with_options_makes_a_graph_of_its_own(corpus: Corpus) -> None:
    corpus.ingest([text("a", ANN)], methods=["regex", create("regex", domain_terms=["works"])])
    assert len(corpus.runs()) == 2
    assert len({run.graph_id for run in corpus.runs()}) == 2


def test_a_file_whose_name_is_no_utf_8_is_stored_under_an_escaped_name(corpus: Corpus, tmp_path: Path) -> None:
    name = os.fsdecode(b"bad\xffname.txt")
    (tmp_path / name).write_text(ANN)
    (file,) = corpus.ingest([Source.of_file(tmp_path / name)], methods=["regex"]).files
    assert (file.file, file.status) == ("bad\\xffname.txt", "stored")
    assert [row.title for row in corpus.documents()] == ["bad\\xffname"]


def test_long_documents_are_stored_before_the_batch_is_full(corpus: Corpus) -> None:
    def stop_after_three(done: int, total: int, what: str) -> None:
        if done >= 3 and what.startswith("Reading"):
            raise Cancelled("stop")

    files = [text(f"long{n}", f"{ANN} Text {n}. " + "It was a quiet day. " * 5_000) for n in range(8)]
    result = corpus.ingest(files, methods=["regex"], report=stop_after_three)
    assert 3 <= result.count("stored") < 8
    assert corpus.stats().documents == result.count("stored")


@dataclass(frozen=True)
class Overlong(Failing):
    """A method that gives names of a certain document a type that no store can keep."""

    method: str = "overlong"

    def extract(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Extraction]:
        for document, _ in documents:
            kind = "x" * 2001 if self.word in document.text else "PERSON"
            yield Extraction(document.document_id, "overlong", (Mention(0, 3, document.text[:3], kind),))


def test_findings_that_no_store_can_keep_fail_their_document_and_no_other(corpus: Corpus) -> None:
    files = [text("a", ANN), text("b", BOB), text("c", "Cyd Poe lives in Rome.")]
    corpus.ingest([text("b", BOB)], methods=["regex"])
    result = corpus.ingest(files, methods=[Overlong("Stone"), Overlong("Cyd")])
    assert [file.status for file in result.files] == ["stored", "failed", "failed"]
    assert "has a type of more than 2,000 bytes" in result.files[1].reason
    assert result.files[1].reason.endswith("The version stored before is kept.")
    rows = {row.title: (row.status, row.graphs != ()) for row in corpus.documents()}
    assert rows == {"a": ("stored", True), "b": ("stored", True), "c.txt": ("failed", False)}
    assert corpus.audit() == []
