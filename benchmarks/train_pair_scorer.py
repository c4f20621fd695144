"""Learn the weights of the pair scorer from articles with marked relations, and measure it by cross-validation.

    python -m benchmarks.train_pair_scorer FILE [--write]

FILE holds JSON lines ``{text, sentence_starts, entities, relations}``. Each fifth of the articles is measured with
weights learned on the other four; what is written was learned on all of them.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from graphkit.extract.likely_pairs import NamedThing, Pair, PairScorer, pairs
from graphkit.model import Span

PARTS = 5
RARE = 25
STRENGTH = 6.0
ASSET = Path(__file__).parents[1] / "graphkit" / "extract" / "assets" / "pair_scorer.json"
Key = tuple[int, int]


@dataclass(frozen=True)
class Article:
    """A text with its names, all pairs that can be related, and which are."""

    text: str
    sentences: list[Span]
    names: list[NamedThing]
    gold: set[Key]
    pairs: list[Pair]


def read(path: Path) -> list[Article]:
    """The articles of a file."""
    return [article(json.loads(line)) for line in path.read_text("utf-8").split("\n") if line.strip()]


def article(row: dict) -> Article:  # type: ignore[type-arg]  # as json gives it
    text, starts = row["text"], row["sentence_starts"]
    sentences = [Span(a, b) for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    number = {entity["id"]: at for at, entity in enumerate(row["entities"])}
    names = [
        NamedThing(e["type"], tuple(sorted(Span(m["start"], m["end"]) for m in e["mentions"]))) for e in row["entities"]
    ]
    ends = ((number[r["head"]], number[r["tail"]]) for r in row["relations"])
    gold = {(min(a, b), max(a, b)) for a, b in ends if a != b}
    return Article(text, sentences, names, gold, list(pairs(text, sentences, names)))


def train(articles: Sequence[Article]) -> PairScorer:
    """Weights by logistic regression, and the threshold with the best F1 on the same articles."""
    rows = [(pair.features, (pair.left, pair.right) in a.gold) for a in articles for pair in a.pairs]
    counts = Counter(feature for features, _ in rows for feature in features)
    names = sorted(feature for feature, count in counts.items() if count >= RARE)
    index = {name: i for i, name in enumerate(names)}
    x = np.zeros((len(rows), len(names) + 1), dtype=np.float32)
    x[:, -1] = 1
    for row, (features, _) in enumerate(rows):
        x[row, [index[f] for f in features if f in index]] = 1
    y = np.array([right for _, right in rows], dtype=np.float32)
    penalty = np.full(x.shape[1], STRENGTH, dtype=np.float64)
    penalty[-1] = 1e-3
    w = np.zeros(x.shape[1])
    for _ in range(8):  # Newton's method
        p = 1 / (1 + np.exp(-(x @ w)))
        gradient = x.T @ (p - y) + penalty * w
        hessian = (x * (p * (1 - p))[:, None].astype(np.float32)).T @ x + np.diag(penalty)
        w -= np.linalg.solve(hessian.astype(np.float64), gradient.astype(np.float64))
    weights = {name: round(float(w[i]), 2) for name, i in index.items() if abs(w[i]) >= 0.03}
    p = 1 / (1 + np.exp(-(x @ w)))
    total = sum(len(a.gold) for a in articles)
    order = np.argsort(-p)
    right = np.cumsum(y[order])
    f1 = 2 * right / (np.arange(1, len(y) + 1) + total)
    return PairScorer(weights, round(float(w[-1]), 2), round(float(p[order[int(np.argmax(f1))]]), 3))


def found(scorer: PairScorer, one: Article) -> set[Key]:
    """The pairs that the scorer takes for related."""
    return {(p.left, p.right) for p in one.pairs if scorer.probability(p.features) >= scorer.threshold}


def cross_validated(articles: Sequence[Article]) -> list[set[Key]]:
    """What is found in each article by weights that never saw it."""
    chosen: list[set[Key]] = [set() for _ in articles]
    for part in range(PARTS):
        scorer = train([a for at, a in enumerate(articles) if at % PARTS != part])
        for at in range(part, len(articles), PARTS):
            chosen[at] = found(scorer, articles[at])
    return chosen


def shares(articles: Sequence[Article], chosen: Sequence[set[Key]]) -> tuple[float, float, float]:
    """Precision, recall and F1 of pairs over all articles."""
    right = sum(len(a.gold & c) for a, c in zip(articles, chosen, strict=True))
    ours, gold = sum(map(len, chosen)), sum(len(a.gold) for a in articles)
    return right / ours, right / gold, 2 * right / (ours + gold)


def main() -> None:
    articles = read(Path(sys.argv[1]))
    if "--write" in sys.argv:
        scorer = train(articles)
        data = {"threshold": scorer.threshold, "bias": scorer.bias, "weights": dict(sorted(scorer.weights.items()))}
        ASSET.write_text(json.dumps(data, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
        print(f"{len(scorer.weights)} weights, {ASSET.stat().st_size} bytes, threshold {scorer.threshold}")
        return
    print("unseen: P {:.3f} R {:.3f} F1 {:.3f}".format(*shares(articles, cross_validated(articles))))


if __name__ == "__main__":
    main()
