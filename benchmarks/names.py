"""Names.

F1 of the sets of names of the texts of five labelled sets, sentences that are hard, and speed.
"""

from __future__ import annotations

import importlib
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.rows import Row, skipped
from benchmarks.train_name_scorer import Item, measure, names_in, norm, others, read, train
from graphkit.extract import annotation, registry
from graphkit.extract.found_names import NUMBERS
from graphkit.extract.language_model import load_model, require_model
from graphkit.extract.parse import entities_of
from graphkit.model import Chunk, Document, DocumentId, Extraction

EVAL = Path(__file__).parents[2] / "shared" / "eval"
DOCUMENTS = EVAL / "relations" / "redocred_dev.jsonl"
TARGETS = {
    "uner_ewt_dev": ("UNER-EWT", ".73"),
    "wnut17_dev": ("WNUT-17", ".60"),
    "crossner_ai_test": ("CrossNER AI", ".58"),
    "crossner_literature_test": ("CrossNER literature", ".77"),
    "crossner_music_test": ("CrossNER music", ".74"),
}
HARD = 72
SPEED_TEXTS = 60
RUNS = 3
WHOLE = "spaCy small, whole pipeline"


def rows() -> list[Row]:
    """Quality with the weights that ship and with weights that have not seen the set, hard sentences, speed."""
    if not EVAL.exists():
        return [skipped("names", "the labelled sets are not beside the repository")]
    sets = {name: read(EVAL / "ner" / f"{name}.jsonl") for name in TARGETS}
    beside = others(DOCUMENTS)
    found = []
    for name, (title, target) in TARGETS.items():
        items = sets[name]
        alone = _f1(items, _model_alone([item.text for item in items]))
        shipped = _f1(items, _extracted([item.text for item in items]))
        unseen = measure(train([*beside, *(item for other in sets if other != name for item in sets[other])]), items)
        note = "only names of the types that are marked there count" if items[0].three_types else ""
        for kind, ours, promise in (("shipped", shipped, ""), ("set unseen", unseen[2], f">= {target}")):
            found.append(
                Row(
                    figure=f"`ner`, names, {title}, {kind}", ours=[ours], unit="F1", target=promise, reference=[alone],
                    reference_name="spaCy small alone", data=f"{len(items)} texts of {name}", note=note,
                )
            )  # fmt: skip
    return [*found, _hard(), _speed()]


def _extracted(texts: Sequence[str]) -> list[list[tuple[str, str]]]:
    return [[(m.text, m.type) for m in extraction.mentions] for extraction in _extract(texts)]


def _extract(texts: Sequence[str]) -> list[Extraction]:
    documents = [Document(DocumentId(str(at)), "T", text, f"test:{at}") for at, text in enumerate(texts)]
    passages = [(d, (Chunk(d.document_id, 0, 0, len(d.text)),)) for d in documents]
    return list(registry.create("ner", include_relation_edges=False).extract(passages))


def _model_alone(texts: Sequence[str]) -> list[list[tuple[str, str]]]:
    found = load_model(require_model(None)).read(texts, entities_of)
    return [
        [(text[start:end], label) for start, end, label in entities if label not in NUMBERS]
        for text, entities in zip(texts, found, strict=True)
    ]


def _f1(items: Sequence[Item], found: Sequence[Sequence[tuple[str, str]]]) -> float:
    right = ours = theirs = 0
    for item, names in zip(items, found, strict=True):
        own = names_in([(norm(name), label) for name, label in names], three_types=item.three_types)
        right, ours, theirs = right + len(own & item.gold), ours + len(own), theirs + len(item.gold)
    return 2 * right / (ours + theirs)


def _hard() -> Row:
    lines = (EVAL / "hard_sentences.jsonl").read_text(encoding="utf-8").split("\n")
    sentences = [json.loads(line) for line in lines if line]
    texts = [row["text"] for row in sentences]
    gold = [{(m["start"], m["end"]) for m in row["mentions"]} for row in sentences]
    ours = [{(m.start, m.end) for m in extraction.mentions} for extraction in _extract(texts)]
    alone = [
        {(start, end) for start, end, label in entities if label not in NUMBERS}
        for entities in load_model(require_model(None)).read(texts, entities_of)
    ]
    return Row(
        figure="`ner`, hard sentences, all names with exact borders",
        ours=[sum(a == b for a, b in zip(ours, gold, strict=True))],
        unit=f"of {len(sentences)}",
        target=f">= {HARD}",
        reference=[sum(a == b for a, b in zip(alone, gold, strict=True))],
        reference_name="spaCy small alone",
        data="hard_sentences.jsonl",
    )


def _speed() -> Row:
    lines = DOCUMENTS.read_text(encoding="utf-8").split("\n")[:SPEED_TEXTS]
    texts = [json.loads(line)["text"] for line in lines]
    size = sum(len(text.encode()) for text in texts) / 1e6

    def ours() -> None:
        annotation.forget()
        _extract(texts)

    whole = importlib.import_module(require_model(None)).load()

    def reference() -> None:
        for _ in whole.pipe(texts):
            pass

    return Row(
        figure="`ner`, whole extraction, on one core",
        ours=[size / seconds for seconds in _core_seconds(ours)],
        unit="MB/s",
        target="3 times biblicus, which runs the reference",
        reference=[size / seconds for seconds in _core_seconds(reference)],
        reference_name=WHOLE,
        data=f"{SPEED_TEXTS} Wikipedia articles, {size:.2f} MB",
        note="seconds of processor time over all threads, so that other work on the machine does not count",
    )


def _core_seconds(work: Callable[[], None]) -> list[float]:
    work()
    taken = []
    for _ in range(RUNS):
        started = time.process_time()
        work()
        taken.append(time.process_time() - started)
    return taken
