"""How well questions find their passages, against questions whose right passages people named."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypedDict, TypeVar

from graphkit.embed.base import Embedder
from graphkit.errors import BadRequest
from graphkit.evaluate.lines import read_lines
from graphkit.export.files import text_file, whole
from graphkit.model import Chunk, Document, DocumentId, JsonValue, Report, Scope, silent
from graphkit.retrieve.base import MODES, Mode
from graphkit.retrieve.cache import IndexCache
from graphkit.retrieve.index import IndexKey
from graphkit.retrieve.search import answer
from graphkit.runs import Run
from graphkit.store.base import DocumentRecord, GraphStore
from graphkit.store.sqlite import SqliteStore
from graphkit.text import passage_text

DEFAULT_DEPTHS = (2, 5)
MAX_DEPTH = 100
_BATCH = 64
_SCOPE = Scope("evaluation")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class GoldPassage:
    """A passage of the corpus."""

    passage_id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question and the passages that are needed to answer it."""

    question_id: str
    question: str
    gold: tuple[str, ...]


class RetrievalJson(TypedDict):
    """``graphkit eval retrieval --json``.

    For each mode ``recall@k`` (mean share of a question's gold passages among the first k), ``all@k`` for the
    largest k (share of questions with all of theirs), and ``ms_per_question``; shares are 0 to 1.
    """

    passages: int
    questions: int
    index_seconds: float
    modes: dict[Mode, dict[str, float]]


def evaluate_retrieval(
    corpus: Path,
    questions: Path,
    *,
    modes: Sequence[Mode] = MODES,
    depths: Sequence[int] = DEFAULT_DEPTHS,
    method: str = "ner",
    embedder: Embedder | None = None,
    ranked: Path | None = None,
    report: Report = silent,
) -> RetrievalJson:
    """Store a corpus of passages, ask all questions, and count how much of their gold came first.

    Args:
        corpus: JSON lines ``{"id", "title", "text"}``; each becomes a document of one chunk.
        questions: JSON lines ``{"id", "question", "gold": [ids]}``.
        modes: The rankings to judge.
        depths: The k of recall@k, each 1 to 100.
        method: The extraction method whose names make the graph.
        embedder: Makes the vectors; None: words and graph only.
        ranked: File for the ranked passage ids of each question and mode, a line each; None: not written.
        report: Called while passages are extracted and embedded, and for each question.

    Raises:
        BadRequest: A file cannot be read or its lines make no sense; nothing was computed then.
    """
    wanted = _checked(modes, depths)
    passages = read_passages(corpus)
    asked = read_questions(questions, {passage.passage_id for passage in passages})
    run = Run.of(method)
    indexes = IndexCache()
    with _temporary_store() as store:
        started = perf_counter()
        _store(store, passages, run, embedder, report)
        indexes.get(store, IndexKey(_SCOPE, (run.graph_id,), {}))
        index_seconds = perf_counter() - started
        rankings, seconds = _ask(store, run, embedder, indexes, asked, wanted, max(depths), report)
    if ranked is not None:
        _write_ranked(ranked, asked, rankings)
    return {
        "passages": len(passages),
        "questions": len(asked),
        "index_seconds": round(index_seconds, 3),
        "modes": {
            mode: {
                **recall_figures([item.gold for item in asked], rankings[mode], depths),
                "ms_per_question": round(1000 * seconds[mode] / len(asked), 1),
            }
            for mode in wanted
        },
    }


def recall_figures(
    gold: Sequence[Sequence[str]], ranked: Sequence[Sequence[str]], depths: Sequence[int]
) -> dict[str, float]:
    """Mean recall at each depth, and the share of questions with all of their gold within the largest."""
    figures = {}
    for depth in sorted(set(depths)):
        shares = [
            len(set(right) & set(found[:depth])) / len(set(right)) for right, found in zip(gold, ranked, strict=True)
        ]
        figures[f"recall@{depth}"] = round(sum(shares) / len(shares), 4)
    figures[f"all@{max(depths)}"] = round(sum(share == 1 for share in shares) / len(shares), 4)
    return figures


def read_passages(path: Path) -> list[GoldPassage]:
    """Passages of a file of JSON lines. Raises ``BadRequest`` that names the first lines that make no sense."""
    passages = read_lines(path, _passage, "{id, title, text}")
    if len({passage.passage_id for passage in passages}) < len(passages):
        raise BadRequest(f"{path} has an id twice. Nothing was computed.")
    return passages


def read_questions(path: Path, known: set[str]) -> list[GoldQuestion]:
    """Questions of a file of JSON lines whose gold is among the ``known`` passages. Raises ``BadRequest``."""
    questions = read_lines(path, _question, "{id, question, gold: [ids]}")
    strays = sorted({right for item in questions for right in item.gold} - known)
    if strays:
        raise BadRequest(f"{path} names passages that the corpus does not have: {', '.join(strays[:10])}.")
    return questions


def _checked(modes: Sequence[Mode], depths: Sequence[int]) -> tuple[Mode, ...]:
    unknown = [mode for mode in modes if mode not in MODES]
    if unknown or not modes:
        raise BadRequest(f"Modes are {', '.join(MODES)}, not {', '.join(unknown) or 'none'}. Nothing was computed.")
    if not depths or not all(1 <= depth <= MAX_DEPTH for depth in depths):
        raise BadRequest(f"The k of recall must be 1 to {MAX_DEPTH}, not {list(depths)}. Nothing was computed.")
    return tuple(dict.fromkeys(modes))


def _passage(row: JsonValue) -> GoldPassage | None:
    if not isinstance(row, dict):
        return None
    key, title, text = row.get("id"), row.get("title", ""), row.get("text")
    if isinstance(key, str) and isinstance(title, str) and isinstance(text, str):
        return GoldPassage(key, title, text)
    return None


def _question(row: JsonValue) -> GoldQuestion | None:
    if not isinstance(row, dict):
        return None
    key, question, gold = row.get("id"), row.get("question"), row.get("gold")
    if not (isinstance(key, str) and isinstance(question, str) and isinstance(gold, list) and gold):
        return None
    named = tuple(right for right in gold if isinstance(right, str))
    return GoldQuestion(key, question, named) if len(named) == len(gold) else None


@contextmanager
def _temporary_store() -> Iterator[GraphStore]:
    """An empty store of the kind that is the default, so that the times are those that people see."""
    with (
        TemporaryDirectory(prefix="graphkit-") as folder,
        closing(SqliteStore(Path(folder) / "evaluation.db")) as store,
    ):
        store.ensure_schema()
        yield store


def _store(
    store: GraphStore, passages: Sequence[GoldPassage], run: Run, embedder: Embedder | None, report: Report
) -> None:
    """Extract, embed and store all passages, batch by batch."""
    done = 0
    for batch in _batches(passages):
        report(done, len(passages), "Extracting and embedding passages")
        documents = [
            Document(DocumentId(passage.passage_id), passage.title, passage.text, f"evaluation:{passage.passage_id}")
            for passage in batch
        ]
        chunks = [(Chunk(document.document_id, 0, 0, len(document.text)),) for document in documents]
        found = run.extract(list(zip(documents, chunks, strict=True)))
        vectors = embedder.embed([passage_text(item.title, item.text) for item in documents]) if embedder else None
        records = [
            DocumentRecord(
                document,
                chunk,
                {run.graph_id: extraction},
                vectors=vectors[row : row + 1] if vectors is not None else None,
            )
            for row, (document, chunk, extraction) in enumerate(zip(documents, chunks, found, strict=True))
        ]
        for refused in store.upsert(_SCOPE, records, embedder=embedder.name if embedder else ""):
            raise BadRequest(f"{refused.reason} Nothing was measured.")
        done += len(batch)


def _batches(items: Sequence[_T]) -> Iterator[list[_T]]:
    rest = iter(items)
    while batch := list(islice(rest, _BATCH)):
        yield batch


def _ask(
    store: GraphStore,
    run: Run,
    embedder: Embedder | None,
    indexes: IndexCache,
    asked: Sequence[GoldQuestion],
    modes: Sequence[Mode],
    depth: int,
    report: Report,
) -> tuple[dict[Mode, list[list[str]]], dict[Mode, float]]:
    """The ranked passages of each question, and the seconds spent, for each mode."""
    rankings: dict[Mode, list[list[str]]] = {mode: [] for mode in modes}
    seconds = dict.fromkeys(modes, 0.0)
    for number, item in enumerate(asked):
        report(number, len(asked), "Asking")
        for mode in modes:
            started = perf_counter()
            found = answer(
                item.question,
                store=store,
                scope=_SCOPE,
                graph_ids=(run.graph_id,),
                embedder=embedder,
                mode=mode,
                top_k=depth,
                indexes=indexes,
            )
            seconds[mode] += perf_counter() - started
            rankings[mode].append([hit.document_id for hit in found.hits])
    return rankings, seconds


def _write_ranked(path: Path, asked: Sequence[GoldQuestion], rankings: dict[Mode, list[list[str]]]) -> None:
    with text_file(path) as file:
        for number, item in enumerate(asked):
            ranked: dict[str, JsonValue] = {mode: list(lists[number]) for mode, lists in rankings.items()}
            row: dict[str, JsonValue] = {"id": item.question_id, "gold": list(item.gold), "ranked": ranked}
            file.write(whole(json.dumps(row, ensure_ascii=False)) + "\n")
