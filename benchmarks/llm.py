"""Language models: calls side by side, answers that are kept, names held against the text."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from pydantic import BaseModel

from benchmarks.rows import Row, seconds
from graphkit.extract.llm import LlmExtractor
from graphkit.extract.llm_alignment import Aligner
from graphkit.extract.llm_configuration import LlmConfiguration
from graphkit.llm.answers import Answers
from graphkit.llm.base import Completion, Request
from graphkit.llm.caller import Caller
from graphkit.llm.function import FunctionProvider
from graphkit.llm.meter import Meter
from graphkit.model import Chunk, Document, DocumentId

CHUNKS = 50
ANSWER_S = 0.5
PARALLEL = 8
SENTENCE = "Ada Okafor of Acme Corp. met Jean-Luc Picard in Geneva, and both went on to Paris with the board. "


class _Names(BaseModel):
    entities: list[str]


def rows() -> list[Row]:
    """The figures of this topic."""
    return [_side_by_side(), _short_documents(), _kept(), _alignment()]


def _documents() -> list[tuple[Document, tuple[Chunk, ...]]]:
    text = "".join(f"{SENTENCE}Number {number:03}. " for number in range(CHUNKS))
    size = len(text) // CHUNKS
    document = Document(DocumentId("d"), "Benchmark", text, "benchmark")
    return [(document, tuple(Chunk(document.document_id, i, i * size, (i + 1) * size) for i in range(CHUNKS)))]


def _slow(_prompt: str) -> dict[str, object]:
    time.sleep(ANSWER_S)
    names = [{"name": name, "type": "X"} for name in ("Ada Okafor", "Acme Corp.", "Geneva")]
    return {"entities": names, "relations": []}


def _extractor(parallel: int) -> LlmExtractor:
    options = LlmConfiguration(provider="bench:slow", model="m", parallel=parallel, use_kept_answers=False)
    return LlmExtractor(options, FunctionProvider(_slow, name="bench:slow", model="m"))


def _side_by_side() -> Row:
    documents = _documents()
    return Row(
        figure=f"{CHUNKS} chunks, {PARALLEL} calls in parallel",
        ours=seconds(lambda: list(_extractor(PARALLEL).extract(documents)), runs=3, warm=0),
        unit="s",
        target="<= 4",
        reference=seconds(lambda: list(_extractor(1).extract(documents)), runs=1, warm=0),
        reference_name="the same, one after another",
        data=f"{CHUNKS} chunks of {len(SENTENCE) + 12} characters",
        note=f"A provider that answers every call in {ANSWER_S} s.",
    )


def _short_documents() -> Row:
    documents = [
        (Document(known, "Note", SENTENCE, known), (Chunk(known, 0, 0, len(SENTENCE)),))
        for known in (DocumentId(f"d{number}") for number in range(CHUNKS))
    ]
    return Row(
        figure=f"{CHUNKS} documents of one chunk, {PARALLEL} calls in parallel",
        ours=seconds(lambda: list(_extractor(PARALLEL).extract(documents)), runs=3, warm=0),
        unit="s",
        target="<= 4",
        reference=seconds(lambda: list(_extractor(1).extract(documents)), runs=1, warm=0),
        reference_name="the same, one after another",
        data=f"{CHUNKS} documents of {len(SENTENCE)} characters",
        note=f"A provider that answers every call in {ANSWER_S} s.",
    )


def _kept() -> Row:
    with tempfile.TemporaryDirectory() as folder:
        answers = Answers(Path(folder))
        provider = FunctionProvider(lambda _prompt: Completion('{"entities": []}'), name="bench", model="m")
        requests = [Request("List.", (("passage", f"{SENTENCE} {i}"),), _Names) for i in range(1_000)]
        for request in requests:
            answers.put(provider, request, Completion('{"entities": []}'), ANSWER_S)
        caller = Caller(provider, Meter(), answers=answers)
        taken = seconds(lambda: [caller.ask(request) for request in requests], runs=3)
        asked = caller.meter.spent.calls
    return Row(
        figure="1,000 answers that were kept",
        ours=taken,
        unit="s",
        data="short passages",
        note=f"{asked} calls to the provider were made meanwhile.",
    )


def _alignment() -> Row:
    text = SENTENCE * 12
    names = ["Ada Okafor", "ACME CORP", "Jean-Luc Picart", "Nobody Atall", "Zenith Holdings"]

    def align() -> None:
        for _ in range(100):
            aligner = Aligner(text, 0, len(text))
            for name in names:
                aligner.name(name)

    return Row(
        figure="100 chunks, five names each held against the text",
        ours=seconds(align, runs=3),
        unit="s",
        data=f"chunks of {len(text):,} characters",
        note="Of the five, one stands there as it is, one in other letters, one misspelt, two not at all.",
    )
