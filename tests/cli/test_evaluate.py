"""Figures by command, on the gold of the sample."""

from __future__ import annotations

import json
from pathlib import Path

from cli.program import Run

GOLD = Path(__file__).parents[2] / "sample_data" / "gold"


def test_names_are_measured_and_printed_in_the_promised_shape(run: Run) -> None:
    told = json.loads(run("eval", "ner", GOLD / "entities.jsonl", "--method", "regex", "--json").out)
    assert list(told) == ["method", "items", "strict", "untyped", "names", "by_type", "words_per_second"]
    assert told["untyped"]["f1"] > 0.7
    assert "untyped" in run("eval", "ner", GOLD / "entities.jsonl", "--method", "regex").out


def test_relations_are_measured_and_printed_in_the_promised_shape(run: Run) -> None:
    told = json.loads(run("eval", "relations", GOLD / "relations.jsonl", "--method", "regex", "--json").out)
    assert list(told) == ["method", "items", "tuples", "pairs", "carb", "given_names"]
    assert told["pairs"]["f1"] > 0.6


def test_a_wrong_file_or_method_is_a_bad_request(run: Run) -> None:
    assert run("eval", "ner", GOLD / "duplicates.csv", "--method", "regex").code == 2
    ran = run("eval", "relations", GOLD / "relations.jsonl", "--method", "nre")
    assert (ran.code, "no extraction method 'nre'" in ran.err) == (2, True)
