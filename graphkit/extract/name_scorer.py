"""A small linear model that tells which candidates are names; its probability is the confidence of a mention.

Its weights were learned on labelled texts of several kinds (``benchmarks/train_name_scorer.py``), because no rule of
hand fits all of them: what gains on an encyclopedia loses on mails.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from graphkit.extract.name_features import Candidate

_ASSET = "name_scorer.json"


@dataclass(frozen=True, slots=True)
class NameScorer:
    """Weights of features, the bias, and the probability from which a candidate is a name."""

    weights: Mapping[str, float]
    bias: float
    threshold: float

    def logit(self, features: Iterable[str]) -> float:
        """Log odds that a candidate with these features is a name."""
        weights = self.weights
        return self.bias + math.fsum(weights[f] for f in features if f in weights)

    def choose(self, candidates: Sequence[Candidate]) -> list[tuple[Candidate, float]]:
        """The candidates, none overlapping another, whose log odds above the threshold add up to most."""
        border = math.log(self.threshold / (1 - self.threshold))
        scored = _unparted([(c, self.logit(c.features)) for c in candidates], border)
        ordered = sorted((row for row in scored if row[1] > border), key=lambda row: (row[0].end, row[0].start))
        ends = [candidate.end for candidate, _ in ordered]
        best: list[float] = [0.0]
        taken: list[bool] = []
        for index, (candidate, logit) in enumerate(ordered):
            before = bisect_right(ends, candidate.start, hi=index)
            gain = best[before] + logit - border
            taken.append(gain > best[index])
            best.append(max(gain, best[index]))
        chosen = []
        index = len(ordered)
        while index > 0:
            if taken[index - 1]:
                candidate, logit = ordered[index - 1]
                chosen.append((candidate, 1 / (1 + math.exp(-logit))))
                index = bisect_right(ends, candidate.start, hi=index - 1)
            else:
                index -= 1
        return chosen[::-1]


def _unparted(scored: list[tuple[Candidate, float]], border: float) -> list[tuple[Candidate, float]]:
    """Without the parts of institutions like "Ministry of A and B" that the model takes as one, and that may be one.

    The two halves would otherwise count twice for what is one question.
    """
    wholes = [c for c, logit in scored if logit > border and {"institution of and", "is ORG"} <= c.features]
    return [
        (c, logit)
        for c, logit in scored
        if not any(w is not c and w.start <= c.start and c.end <= w.end for w in wholes)
    ]


@cache
def name_scorer() -> NameScorer:
    """The scorer that comes with graphkit."""
    data = json.loads(files("graphkit.extract").joinpath("assets", _ASSET).read_text(encoding="utf-8"))
    return NameScorer(
        {str(k): float(v) for k, v in data["weights"].items()}, float(data["bias"]), float(data["threshold"])
    )
