"""Figures of names and relations against small gold whose right answers are plain."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from graphkit.errors import BadRequest
from graphkit.evaluate.names import evaluate_names, kind_of
from graphkit.evaluate.relations import evaluate_relations
from graphkit.model import Chunk, ChunkFailure, Document, Extraction, JsonValue, Mention, Relation

TEXT = "Ada met Bob Stone in Rome."
ADA, BOB, ROME = Mention(0, 3, "Ada", "PERSON"), Mention(8, 17, "Bob Stone", "ORG"), Mention(21, 25, "Rome", "GPE")
MET = Relation(ADA, "meet", BOB, 0, 26)
IN = Relation(BOB, "", ROME, 0, 26, directed=False)


@dataclass(frozen=True)
class Fixed:
    """A method that finds the same in every text."""

    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    failing: bool = False
    method: str = "fixed"
    configuration: Mapping[str, JsonValue] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)

    def extract(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Extraction]:
        for document, _ in documents:
            failures = (ChunkFailure(0, "no luck"),) if self.failing else ()
            yield Extraction(document.document_id, self.method, self.mentions, self.relations, failures)


def lines(path: Path, *rows: JsonValue) -> Path:
    file = path / "gold.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return file


def entity(mention: Mention, **labels: str) -> dict[str, JsonValue]:
    return {"start": mention.start, "end": mention.end, "text": mention.text, **labels}


def test_names_are_judged_with_kind_without_and_as_a_set(tmp_path: Path) -> None:
    gold: list[JsonValue] = [
        entity(ADA, type="writer", coarse="PER"),
        entity(BOB, type="person"),
        entity(Mention(4, 7, "met"), type="award"),
    ]
    told = evaluate_names(lines(tmp_path, {"text": TEXT, "entities": gold}), Fixed((ADA, BOB, ROME)))
    third, two_thirds = ({"precision": n, "recall": n, "f1": n} for n in (0.3333, 0.6667))
    nothing = {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    assert told.pop("words_per_second") > 0  # type: ignore[misc]
    assert told == {
        "method": "fixed",
        "items": 1,
        "strict": third,
        "untyped": two_thirds,
        "names": two_thirds,
        "by_type": {
            "LOC": nothing,
            "MISC": nothing,
            "ORG": nothing,
            "PER": {"precision": 1.0, "recall": 0.5, "f1": 0.6667},
        },
    }
    assert [kind_of(label) for label in ("GPE", "UNKNOWN", "album")] == ["LOC", "UNKNOWN", "MISC"]


def test_a_statement_is_compared_word_by_word_and_a_pair_by_its_ends(tmp_path: Path) -> None:
    gold: list[JsonValue] = [
        {"subject": "Ada", "predicate": "meet in", "object": "Stone", "rest": ["Rome"]},
        {"subject": "Rome", "predicate": "is", "object": "old"},
    ]
    told = evaluate_relations(lines(tmp_path, {"text": TEXT, "tuples": gold}), Fixed(relations=(MET, IN)))
    assert told == {
        "method": "fixed",
        "items": 1,
        "tuples": {"precision": 0.75, "recall": 0.3, "f1": 0.4286},
        "pairs": {"precision": 0.5, "recall": 0.5, "f1": 0.5},
        "carb": {"auc": 0.2625, "precision": 0.75, "recall": 0.3, "f1": 0.4286, "confidence": 1.0},
        "given_names": None,
    }


def test_of_marked_names_only_their_pairs_count_in_either_direction(tmp_path: Path) -> None:
    names: list[JsonValue] = [
        {"id": at, "mentions": [entity(mention)]}
        for at, mention in enumerate((ADA, Mention(12, 17, "Stone"), Mention(4, 7, "met")))
    ]
    related: list[JsonValue] = [{"head": 1, "tail": 0, "type": "P1"}, {"head": 0, "tail": 2, "type": "P2"}]
    gold = lines(tmp_path, {"text": TEXT, "entities": names, "relations": related})
    told = evaluate_relations(gold, Fixed(relations=(MET, IN)))
    assert told["tuples"] is None
    assert told["pairs"] == {"precision": 1.0, "recall": 0.5, "f1": 0.6667}
    assert told["given_names"] is not None
    assert told["given_names"]["same_sentence"] == {"precision": 0.6667, "recall": 1.0, "f1": 0.8}
    assert told["given_names"]["stated"] is None


@pytest.mark.parametrize(
    "row",
    [
        {"text": TEXT},
        {"text": TEXT, "entities": [{"start": 3, "end": 99, "type": "PER"}], "relations": [{"head": "x", "tail": "y"}]},
        {"text": TEXT, "tuples": [{"subject": "Ada"}], "entities": ["Ada"]},
        [],
    ],
)
def test_lines_that_make_no_sense_are_named(tmp_path: Path, row: JsonValue) -> None:
    file = lines(tmp_path, row)
    for evaluate in (evaluate_names, evaluate_relations):
        with pytest.raises(BadRequest, match=r"on line 1\. Nothing was computed"):
            evaluate(file, Fixed())


def test_a_method_that_fails_on_everything_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="fixed failed on every text: no luck"):
        evaluate_names(lines(tmp_path, {"text": TEXT, "entities": []}), Fixed(failing=True))
