"""Learn the weights of the name scorer from labelled texts, and measure it on each set when trained on the others.

    python -m benchmarks.train_name_scorer FOLDER [--write]

FOLDER holds files of labelled names (``*.jsonl``: ``text`` and ``entities`` with start and end). Sets that mark
only people, organisations and places (a name that begins with ``uner``) teach nothing about other types.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from graphkit.extract.candidates import Candidate, CandidateFinder
from graphkit.extract.found_names import NUMBERS
from graphkit.extract.language_model import load_model, require_model
from graphkit.extract.name_scorer import NameScorer
from graphkit.extract.ner import UNUSED_COMPONENTS
from graphkit.extract.parse import entities_of
from graphkit.extract.passage_text import readable
from graphkit.extract.wordlists import TITLES

PLACES_AND_PEOPLE = {"PERSON", "ORG", "GPE", "LOC", "FAC", ""}
TITLE = re.compile(rf"^(?:{'|'.join(TITLES)})\.?\s+(?=\S)", re.IGNORECASE)
RARE = 8
STRENGTH = 1.0
THRESHOLD = 0.35
ASSET = Path(__file__).parents[1] / "graphkit" / "extract" / "assets" / "name_scorer.json"


@dataclass
class Item:
    """A labelled text with its candidates."""

    text: str
    gold: set[str]
    untitled: set[str]
    """The names without Mr. and the like, which do not belong to names here, though some sets mark them."""
    candidates: list[Candidate]
    three_types: bool


def norm(name: str) -> str:
    """A name for comparing: small letters, without article and possessive."""
    return re.sub(r"['’]s?$", "", re.sub(r"^(the|a|an)\s+", "", name.lower()))


def read(path: Path) -> list[Item]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    model = load_model(require_model(None), without=UNUSED_COMPONENTS)
    entities = model.read([readable(row["text"]) for row in rows], entities_of)
    finder = CandidateFinder()
    return [
        Item(
            row["text"],
            {norm(e["text"]) for e in row["entities"]},
            {norm(TITLE.sub("", e["text"])) for e in row["entities"]},
            finder.find(row["text"], found, NUMBERS),
            path.name.startswith("uner"),
        )
        for row, found in zip(rows, entities, strict=True)
    ]


def train(items: list[Item]) -> NameScorer:
    rows: list[tuple[set[str], bool]] = []
    for item in items:
        for candidate in item.candidates:
            right = norm(item.text[candidate.start : candidate.end]) in item.gold | item.untitled
            if right or not item.three_types or candidate.label in PLACES_AND_PEOPLE:
                rows.append((candidate.features, right))
    counts = Counter(feature for features, _ in rows for feature in features)
    names = sorted(feature for feature, count in counts.items() if count >= RARE)
    index = {name: i for i, name in enumerate(names)}
    x = np.zeros((len(rows), len(names) + 1), dtype=np.float32)
    x[:, -1] = 1
    for row, (features, _) in enumerate(rows):
        for feature in features:
            if feature in index:
                x[row, index[feature]] = 1
    y = np.array([right for _, right in rows], dtype=np.float32)
    penalty = np.full(x.shape[1], STRENGTH / 0.3, dtype=np.float64)
    penalty[-1] = 1e-3
    w = np.zeros(x.shape[1])
    for _ in range(12):  # Newton's method
        p = 1 / (1 + np.exp(-(x @ w)))
        gradient = x.T @ (p - y) + penalty * w
        hessian = (x * (p * (1 - p))[:, None].astype(np.float32)).T @ x + np.diag(penalty)
        w -= np.linalg.solve(hessian.astype(np.float64), gradient.astype(np.float64))
    weights = {name: round(float(w[i]), 2) for name, i in index.items() if abs(w[i]) >= 0.03}
    return NameScorer(weights, round(float(w[-1]), 2), THRESHOLD)


def measure(scorer: NameScorer, items: list[Item]) -> tuple[float, float, float, dict[str, tuple[float, int]]]:
    hit = wrong = missed = 0
    bands: dict[str, list[int]] = {}
    for item in items:
        chosen = {norm(item.text[c.start : c.end]): (c, p) for c, p in scorer.choose(item.candidates)}
        if item.three_types:
            chosen = {n: (c, p) for n, (c, p) in chosen.items() if c.label in PLACES_AND_PEOPLE}
        hit += len(item.gold & chosen.keys())
        wrong += len(chosen.keys() - item.gold)
        missed += len(item.gold - chosen.keys())
        for name, (_, p) in chosen.items():
            bands.setdefault(f"{math.floor(p * 10) / 10:.1f}", []).append(name in item.gold)
    precision, recall = hit / (hit + wrong), hit / (hit + missed)
    calibration = {band: (round(sum(v) / len(v), 2), len(v)) for band, v in sorted(bands.items())}
    return precision, recall, 2 * precision * recall / (precision + recall), calibration


def main() -> None:
    sets = {path.stem: read(path) for path in sorted(Path(sys.argv[1]).glob("*.jsonl"))}
    if "--write" in sys.argv:
        write(train([item for rows in sets.values() for item in rows]))
        return
    total = 0.0
    for name, items in sets.items():
        scorer = train([item for other, rows in sets.items() if other != name for item in rows])
        precision, recall, f1, calibration = measure(scorer, items)
        total += f1
        print(f"{name}: P {precision:.3f} R {recall:.3f} F1 {f1:.3f}  {calibration}")
    print(f"mean F1 on sets that were not trained on: {total / len(sets):.3f}")


def write(scorer: NameScorer) -> None:
    data = {"threshold": scorer.threshold, "bias": scorer.bias, "weights": dict(sorted(scorer.weights.items()))}
    ASSET.write_text(json.dumps(data, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(f"{len(scorer.weights)} weights, {ASSET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
