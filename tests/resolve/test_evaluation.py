"""Figures of resolution against labelled pairs, and the bar below which they must not fall."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from outside import eval_data

from graphkit.errors import BadRequest
from graphkit.evaluate.resolve import evaluate_resolve
from graphkit.resolve.bands import AUTOMATIC
from graphkit.resolve.score import score

HEAD = "type,name1,name2,label\n"
PAIRS = HEAD + "Org,Acme Corp,ACME Corp.,1\nAny,GPT-3,GPT-4,0\nPerson,Sherlock Holmes,Holmes,1\nOrg,=cmd(),Acme,0\n"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "pairs.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_figures_at_a_threshold_and_at_the_best_one(tmp_path: Path) -> None:
    figures = evaluate_resolve(written(tmp_path, PAIRS), threshold=0.92)
    assert figures.pop("seconds") >= 0  # type: ignore[misc]
    assert figures == {
        "pairs": 4,
        "matches": 2,
        "at_threshold": {"threshold": 0.92, "precision": 1.0, "recall": 0.5, "f1": 0.6667},
        "best": {"threshold": 0.66, "precision": 1.0, "recall": 1.0, "f1": 1.0},
    }


def test_scores_are_written_with_their_reasons(tmp_path: Path) -> None:
    evaluate_resolve(written(tmp_path, PAIRS), scores=tmp_path / "scores.csv")
    with (tmp_path / "scores.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["name1"], row["label"], float(row["score"])) for row in rows] == [
        ("Acme Corp", "1", 1.0),
        ("GPT-3", "0", 0.3),
        ("Sherlock Holmes", "1", 0.66),
        ("'=cmd()", "0", score("=cmd()", "Acme", left_type="Org").value),
    ]
    assert rows[1]["reasons"] == (
        "gpt (+1.00); each side has its own: “3” ≠ “4” (-0.59); numbers differ: 3 ≠ 4 (-0.11)"
    )


def test_nothing_labelled_the_same_gives_no_best_threshold(tmp_path: Path) -> None:
    figures = evaluate_resolve(written(tmp_path, HEAD + "Org,a,b,0\n"), threshold=0.5)
    assert figures["best"] == figures["at_threshold"] == {"threshold": 0.5, "precision": 0.0, "recall": 0.0, "f1": 0.0}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name1,name2\na,b\n", "no column 'type'"),
        (HEAD + "Org,a,b,1\nOrg,a,b,yes\nOrg,a\n", "no label 0 or 1 on line 3, 4"),
        (HEAD + '"open', "cannot be read as a CSV file"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(text: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=told):
        evaluate_resolve(written(tmp_path, text))


def test_without_a_threshold_each_type_has_its_own_line(tmp_path: Path) -> None:
    text = HEAD + "Person,Ann Miller,Ann B. Miller,1\nOrg,Hansa,Hansa Lines,0\nOrg,Microsft,Microsoft,1\n"
    told = evaluate_resolve(written(tmp_path, text))
    assert told["at_threshold"] == {"threshold": None, "precision": 1.0, "recall": 1.0, "f1": 1.0}
    one_type = evaluate_resolve(written(tmp_path, HEAD + "Org,Microsft,Microsoft,1\n"))
    assert one_type["at_threshold"]["threshold"] == 0.82


@pytest.mark.parametrize(
    ("name", "f1", "best_f1"),
    [
        ("congress", 0.985, 0.985),
        ("name_bench", 0.85, 0.855),
        ("febrl1", 0.755, 0.77),
        ("dnb_companies", 0.79, 0.80),
    ],
)
def test_figures_on_public_sets_do_not_fall(name: str, f1: float, best_f1: float) -> None:
    figures = evaluate_resolve(eval_data("dedup", f"{name}.csv"))
    assert figures["at_threshold"]["f1"] >= f1
    assert figures["best"]["f1"] >= best_f1


@pytest.mark.parametrize("name", ["congress", "name_bench", "febrl1", "dnb_companies"])
def test_what_is_sure_is_right(name: str) -> None:
    figures = evaluate_resolve(eval_data("dedup", f"{name}.csv"), threshold=AUTOMATIC)
    assert figures["at_threshold"]["precision"] >= 0.985
