"""Records of contributions, and the sums made from them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphkit.errors import SchemaMismatch
from graphkit.model import ChunkFailure, DocumentId, Extraction, Mention, Relation
from graphkit.store.contribution import LONG_LINE, EntitySum, Record, parsed
from graphkit.store.edge_key import EdgeKey, billionths
from graphkit.store.sums import ABSENT, EntityChange, EntityState, GraphChange

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
NUMBERS = st.floats(0, 1_000_000, allow_nan=False)
OFFSETS = st.integers(0, 50)
MENTIONS = st.builds(Mention, OFFSETS, OFFSETS, TEXT, TEXT, TEXT, NUMBERS)
DOCUMENT = DocumentId("d")


@st.composite
def extractions(draw: st.DrawFn) -> Extraction:
    mentions = draw(st.lists(MENTIONS, max_size=5))
    ends = st.one_of(MENTIONS, st.sampled_from(mentions)) if mentions else MENTIONS
    relations = st.builds(
        Relation, ends, TEXT, ends, OFFSETS, OFFSETS, TEXT, NUMBERS, st.booleans(), st.booleans(), NUMBERS
    )
    failures = st.builds(ChunkFailure, OFFSETS, TEXT)
    return Extraction(
        DOCUMENT,
        draw(TEXT),
        tuple(mentions),
        tuple(draw(st.lists(relations, max_size=5))),
        tuple(draw(st.lists(failures, max_size=2))),
        tuple(draw(st.lists(TEXT, max_size=2))),
    )


@given(extractions())
def test_an_extraction_comes_back_from_its_line(extraction: Extraction) -> None:
    line = Record.of(extraction).json()
    assert Record.parse(line).extraction(DOCUMENT) == extraction
    assert Record.parse(line).json() == line
    assert "\n" not in line


@given(extractions())
def test_the_line_and_the_extraction_have_the_same_sums(extraction: Extraction) -> None:
    record = Record.of(extraction)
    assert Record.parse(record.json()).sums() == record.sums()


@given(extractions())
def test_every_end_of_an_edge_is_an_entity(extraction: Extraction) -> None:
    sums = Record.of(extraction).sums()
    assert {end for key in sums.edges for end in (key.source, key.target)} <= sums.entities.keys()


@given(extractions())
def test_every_mention_and_every_relation_of_the_sums_has_its_evidence(extraction: Extraction) -> None:
    record = Record.of(extraction)
    sums = record.sums()
    for entity, own in sums.entities.items():
        mentions = record.mention_evidence(DOCUMENT, entity)
        assert len(mentions) == own.mentions
        assert record.mention_evidence(DOCUMENT, entity, limit=2) == mentions[:2]
    relations = Counter(record.edge_keys(record.entity_ids()))
    for key in sums.edges:
        proofs = record.edge_evidence(DOCUMENT, key)
        assert len(proofs) == relations[key]
        assert record.edge_evidence(DOCUMENT, key, limit=1) == proofs[:1]


def test_a_long_line_is_read_once() -> None:
    mentions = tuple(Mention(start, start + 4, "Acme", "ORG") for start in range(0, 100_000, 10))
    record = Record.of(Extraction(DOCUMENT, "m", mentions))
    line = record.json()
    assert len(line) > LONG_LINE
    assert parsed(line).extraction(DOCUMENT) == record.extraction(DOCUMENT)
    assert parsed(line) is parsed(line)


@settings(deadline=None)  # a busy machine is no fault
@given(st.lists(extractions(), max_size=4), st.randoms())
def test_what_is_added_and_subtracted_in_any_order_leaves_no_trace(found: list[Extraction], random: object) -> None:
    acts = [(Record.of(extraction).sums(), sign) for extraction in found for sign in (1, -1)]
    random.shuffle(acts)  # type: ignore[attr-defined]
    change = GraphChange()
    for sums, sign in acts:
        change.add(sums, sign)
    assert change.edge_rows() == []
    assert all(ABSENT.plus(own) == ABSENT for _, own in change.entity_rows())


def test_sums_count_spellings_and_add_weights() -> None:
    acme, shouted, bolt = Mention(0, 4, "Acme", "ORG"), Mention(5, 9, "ACME", "Org"), Mention(10, 14, "Bolt", "ORG")
    relations = (
        Relation(bolt, "", acme, 0, 14, directed=False, weight=0.1),
        Relation(shouted, "", bolt, 0, 14, directed=False, weight=0.2),
        Relation(acme, "is", shouted, 0, 9),
    )
    record = Record.of(Extraction(DOCUMENT, "m", (acme, shouted, bolt), relations))
    sums = record.sums()
    assert sums.entities == {
        "entity:org:acme": EntitySum({"Acme": 1, "ACME": 1}, {"ORG": 1, "Org": 1}),
        "entity:org:bolt": EntitySum({"Bolt": 1}, {"ORG": 1}),
    }
    key = EdgeKey("entity:org:acme", "CO_OCCURS_WITH", "", False, "entity:org:bolt")  # type: ignore[arg-type]
    assert sums.edges == {key: 300_000_000}
    assert len(record.edge_evidence(DOCUMENT, key)) == 2


def test_an_end_at_the_place_of_a_listed_mention_counts_once() -> None:
    listed, surer = Mention(0, 4, "Acme", "ORG", "m", 0.5), Mention(0, 4, "Acme", "ORG", "m", 0.9)
    relation = Relation(surer, "owns", Mention(5, 9, "Bolt", "ORG"), 0, 9)
    sums = Record.of(Extraction(DOCUMENT, "m", (listed,), (relation,))).sums()
    assert {entity: own.mentions for entity, own in sums.entities.items()} == {
        "entity:org:acme": 1,
        "entity:org:bolt": 1,
    }


def test_names_and_aliases_depend_on_counts_alone() -> None:
    one = EntityState({"b": 2, "a": 2, "c": 3}, {"X": 1, "x": 2}, 2)
    other = EntityState({"c": 3, "a": 2, "b": 2}, {"x": 2, "X": 1}, 2)
    assert one == other
    assert one.spellings == other.spellings
    assert (one.name, one.aliases, one.type, one.mentions) == ("c", ("a", "b"), "x", 7)
    assert EntityState.parse(one.spellings, 2) == one
    assert one.plus(EntityChange({"c": -3}, {"X": -1, "x": -2}, -1)).name == "a"


def test_weights_are_whole_billionths() -> None:
    assert [billionths(weight) for weight in (0.1, 1 / 3, 1.0, 1e-10)] == [100_000_000, 333_333_333, 10**9, 0]


@pytest.mark.parametrize(
    "line", ["{}", "[]", "[1, 2]", "not JSON", '["m", [], 0]', '["m", [["a"]], 0, [0, 0], [], [], [], []]']
)
def test_what_another_graphkit_wrote_is_a_schema_mismatch(line: str) -> None:
    with pytest.raises(SchemaMismatch, match="Open it with the graphkit that wrote it"):
        Record.parse(line)


@pytest.mark.parametrize("spellings", ["{}", "[1]", "3", "older", "[{}, {}, {}]"])
def test_counts_that_another_graphkit_wrote_are_a_schema_mismatch(spellings: str) -> None:
    with pytest.raises(SchemaMismatch, match="Open it with the graphkit that wrote it"):
        EntityState.parse(spellings, 1)
