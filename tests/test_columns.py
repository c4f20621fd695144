"""Columns are the tuples of mentions and relations that they stand for."""

from __future__ import annotations

import gc
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from graphkit.columns import MentionColumns, ObservationColumns
from graphkit.model import DocumentId, Extraction, Mention, Relation
from graphkit.store.contribution import Record

ACME, BOB = Mention(0, 4, "Acme", "ORG", "m", 0.5), Mention(5, 8, "Bob", "PERSON", "m", 0.75)
NEAR = Relation(BOB, "near", ACME, 0, 8, "m", 0.3, negated=False, directed=False, weight=2.0)


def ints(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int64)


@pytest.fixture
def mentions() -> MentionColumns:
    return MentionColumns(
        ints(0, 5),
        ints(4, 8),
        ints(2, 0),
        names=["Bob", "nobody", "Acme"],
        kind=["PERSON", "PERSON", "ORG"],
        method="m",
        confidence=np.array([0.5, 0.75]),
    )


@pytest.fixture
def relations(mentions) -> ObservationColumns:
    return ObservationColumns(
        mentions, ints(1), ints(0), ints(0), ints(8), predicate="near", confidence=0.3, weight=np.array([2.0])
    )


def test_mentions_are_ordinary_mentions(mentions):
    assert mentions == (ACME, BOB)
    assert hash(mentions) == hash((ACME, BOB))
    assert repr(mentions) == repr((ACME, BOB))
    assert [mentions[1], *mentions[:1], len(mentions)] == [BOB, ACME, 2]
    assert type(mentions[0]) is Mention
    assert mentions[0] is mentions[0]
    with pytest.raises(FrozenInstanceError):
        mentions[0].start = 3


def test_relations_are_ordinary_relations_between_the_same_mentions(mentions, relations):
    assert relations == (NEAR,)
    assert relations[0].subject is mentions[1]
    assert type(relations[0]) is Relation
    assert gc.isenabled()


def test_columns_equal_what_they_hold_and_nothing_else(mentions, relations):
    assert mentions != relations
    assert mentions != (ACME,)
    assert mentions != [ACME, BOB]
    assert mentions == pickle.loads(pickle.dumps(mentions))


def test_an_extraction_in_columns_is_the_extraction(mentions, relations):
    columns = Extraction(DocumentId("d"), "m", mentions, relations)
    plain = Extraction(DocumentId("d"), "m", (ACME, BOB), (NEAR,))
    assert (columns, hash(columns), repr(columns)) == (plain, hash(plain), repr(plain))
    assert pickle.loads(pickle.dumps(columns)) == plain


def test_the_record_of_columns_is_the_record_of_their_values(mentions, relations):
    record = Record.of(Extraction(DocumentId("d"), "m", mentions, relations))
    assert record == Record.of(Extraction(DocumentId("d"), "m", (ACME, BOB), (NEAR,)))
    assert record.names == [("Acme", "ORG"), ("Bob", "PERSON")]
    assert mentions._made is None, "a record needs no objects"
