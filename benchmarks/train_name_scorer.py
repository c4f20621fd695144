"""Learn the weights of the name scorer from labelled texts, and measure it on each set when trained on the others.

    python -m benchmarks.train_name_scorer FOLDER [DOCUMENTS] [--write]

FOLDER holds files of labelled names (``*.jsonl``: ``text`` and ``entities`` with start and end). Sets that mark
only people, organisations and places (a name that begins with ``uner``) teach nothing about other types, and of what
is found only these types count there. DOCUMENTS is a file of whole documents with entities and their mentions, which
teaches beside the sets and is not measured. Large sets weigh less for each text, so that they do not drown the small.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from graphkit.extract.annotation import tagged
from graphkit.extract.candidates import CandidateFinder
from graphkit.extract.found_names import NUMBERS
from graphkit.extract.language_model import require_model
from graphkit.extract.name_features import Candidate
from graphkit.extract.name_scorer import NameScorer
from graphkit.extract.passage_text import readable
from graphkit.extract.wordlists import TITLES

PLACES_AND_PEOPLE = {"PERSON", "ORG", "GPE", "LOC", "FAC", ""}
"""Types that teach on sets with three types; what the model gives no type may be one of them."""
TITLE = re.compile(rf"^(?:{'|'.join(TITLES)})\.?\s+(?=\S)", re.IGNORECASE)
RARE = 15
C = 0.3
THRESHOLD = 0.3
SMALL = 0.05
FEW = 4_000
"""Candidates from which on a set weighs less for each of them."""
WEIGHT_OF_DOCUMENTS = 0.2
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
    weight: float = 1.0


def norm(name: str) -> str:
    """A name for comparing: small letters, without article and possessive."""
    return re.sub(r"['’]s?$", "", re.sub(r"^(the|a|an)\s+", "", name.lower()))


def names_of(row: dict[str, list[dict[str, object]]]) -> Iterable[str]:
    """The names of a labelled text; those of a document are all its mentions but times and numbers."""
    for entity in row["entities"]:
        mentions = entity.get("mentions", [entity])
        assert isinstance(mentions, list)
        if entity["type"] not in {"TIME", "NUM"}:
            yield from (str(mention["text"]) for mention in mentions)


def read(path: Path) -> list[Item]:
    """The texts of a file with their candidates, weighed by the size of the set."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    finder = CandidateFinder()
    items = []
    for row, found in zip(rows, tagged(require_model(None), [readable(r["text"]) for r in rows]), strict=True):
        names = list(names_of(row))
        candidates = finder.find(readable(row["text"]), found.entities, NUMBERS, found.tags)
        gold, untitled = {norm(name) for name in names}, {norm(TITLE.sub("", name)) for name in names}
        items.append(Item(row["text"], gold, untitled, candidates, path.name.startswith("uner")))
    weight = min(1.0, FEW / sum(len(item.candidates) for item in items))
    for item in items:
        item.weight = weight
    return items


def others(path: Path) -> list[Item]:
    """Texts of a file that teaches beside the sets and is not measured."""
    items = read(path)
    for item in items:
        item.weight = WEIGHT_OF_DOCUMENTS
    return items


def names_in(found: Iterable[tuple[str, str]], *, three_types: bool) -> set[str]:
    """The set of names that counts: on a set with three types those of these types alone."""
    return {name for name, label in found if not three_types or label in PLACES_AND_PEOPLE - {""}}


def train(items: Iterable[Item]) -> NameScorer:
    """A logistic regression over the candidates of these texts (Newton's method, steps by conjugate gradients)."""
    rows: list[tuple[set[str], bool, float]] = []
    for item in items:
        for candidate in item.candidates:
            right = norm(item.text[candidate.start : candidate.end]) in item.gold | item.untitled
            if right or not item.three_types or candidate.label in PLACES_AND_PEOPLE:
                rows.append((candidate.features, right, item.weight))
    counts = Counter(feature for features, _, _ in rows for feature in features)
    index = {name: at for at, name in enumerate(sorted(name for name, n in counts.items() if n >= RARE))}
    held = [[*sorted(index[f] for f in features if f in index), len(index)] for features, _, _ in rows]
    w = solve(held, np.array([y for _, y, _ in rows], float), np.array([s for _, _, s in rows]), len(index) + 1)
    weights = {name: round(float(w[at]), 2) for name, at in index.items() if abs(w[at]) >= SMALL}
    return NameScorer(weights, round(float(w[-1]), 2), THRESHOLD)


def solve(held: Sequence[Sequence[int]], y: np.ndarray, share: np.ndarray, size: int) -> np.ndarray:
    """Weights from the features that each row holds, of which the last is the bias."""
    columns = np.array([column for row in held for column in row])
    lengths = np.array([len(row) for row in held])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    penalty = np.full(size, 1 / C)
    penalty[-1] = 1e-3

    def per_row(v: np.ndarray) -> np.ndarray:
        return np.add.reduceat(v[columns], starts)

    def per_feature(r: np.ndarray) -> np.ndarray:
        return np.bincount(columns, np.repeat(r, lengths), size)

    w = np.zeros(size)
    for _ in range(15):
        p = 1 / (1 + np.exp(-per_row(w)))
        curve = share * p * (1 - p)
        rest = -(per_feature(share * (p - y)) + penalty * w)
        if np.linalg.norm(rest) < 1e-2:
            break
        scale = per_feature(curve) + penalty
        step, way, goal = np.zeros(size), rest / scale, 0.02 * np.linalg.norm(rest)
        product = rest @ way
        while np.linalg.norm(rest) > goal:
            bent = per_feature(curve * per_row(way)) + penalty * way
            length = product / (way @ bent)
            step, rest = step + length * way, rest - length * bent
            before, product = product, rest @ (rest / scale)
            way = rest / scale + product / before * way
        w += step
    return w


def measure(scorer: NameScorer, items: Sequence[Item]) -> tuple[float, float, float]:
    """Precision, recall and F1 of the sets of names of the texts."""
    hit = wrong = missed = 0
    for item in items:
        chosen = scorer.choose(item.candidates)
        found = [(norm(item.text[c.start : c.end]), c.label) for c, _ in chosen]
        names = names_in(found, three_types=item.three_types)
        hit += len(item.gold & names)
        wrong += len(names - item.gold)
        missed += len(item.gold - names)
    precision, recall = hit / max(1, hit + wrong), hit / max(1, hit + missed)
    return precision, recall, 2 * hit / max(1, 2 * hit + wrong + missed)


def main() -> None:
    """Print both columns: the set unseen, the set seen."""
    places = [Path(argument) for argument in sys.argv[1:] if not argument.startswith("--")]
    sets = {path.stem: read(path) for path in sorted(places[0].glob("*.jsonl"))}
    beside = [item for path in places[1:] for item in others(path)]
    shipped = train([*beside, *(item for rows in sets.values() for item in rows)])
    if "--write" in sys.argv:
        write(shipped)
    for name, items in sets.items():
        scorer = train([*beside, *(item for other, rows in sets.items() if other != name for item in rows)])
        unseen, seen = measure(scorer, items), measure(shipped, items)
        print(f"{name}: unseen P {unseen[0]:.3f} R {unseen[1]:.3f} F1 {unseen[2]:.3f}; seen F1 {seen[2]:.3f}")


def write(scorer: NameScorer) -> None:
    """Replace the weights that come with the package."""
    data = {"threshold": scorer.threshold, "bias": scorer.bias, "weights": dict(sorted(scorer.weights.items()))}
    ASSET.write_text(json.dumps(data, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(f"{len(scorer.weights)} weights, {ASSET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
