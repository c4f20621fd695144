"""Values made in bulk are the values that the classes themselves make."""

from __future__ import annotations

import gc
import pickle
from dataclasses import FrozenInstanceError

import pytest

from graphkit.extract import bulk
from graphkit.model import Mention, Relation

ONE, TWO = bulk.mentions([0, 5], [4, 8], ["Acme", "Bob"], kind="TERM", method="m", confidence=0.5)


def test_mentions_are_ordinary_mentions():
    assert (Mention(0, 4, "Acme", "TERM", "m", 0.5), Mention(5, 8, "Bob", "TERM", "m", 0.5)) == (ONE, TWO)
    assert type(ONE) is Mention
    assert hash(ONE) == hash(Mention(0, 4, "Acme", "TERM", "m", 0.5))
    assert pickle.loads(pickle.dumps(ONE)) == ONE
    with pytest.raises(FrozenInstanceError):
        ONE.start = 3


def test_observations_are_ordinary_relations():
    made = bulk.observations([ONE], [TWO], [0], [8], [2.0], predicate="near", method="m", confidence=0.3)
    assert made == (Relation(ONE, "near", TWO, 0, 8, "m", 0.3, negated=False, directed=False, weight=2.0),)
    assert type(made[0]) is Relation
    assert gc.isenabled()
