"""Decision tables go out and come in again equal; a table with faults changes nothing and names them all."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphkit.errors import BadRequest
from graphkit.export.decisions import read_decisions, write_decisions
from graphkit.model import Decision, EntityId
from graphkit.resolve.decisions import keep_apart, merge

NOON = datetime(2024, 5, 17, 12, tzinfo=UTC)
words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


def test_a_table_comes_back_equal(tmp_path: Path) -> None:
    names = [EntityId(f"entity:person:{name}") for name in ("=cmd()", "o'brien", "東京", '"quoted", too')]
    decisions = (
        *merge(names, names[0], who="@Ada", when=NOON, threshold=0.92, scores={names[1]: 0.95}),
        *keep_apart(names[0], names[1], who="", when=NOON, score=0.5, reasons=("numbers differ: 3 ≠ 4", "=why")),
    )
    assert read_decisions(write_decisions(decisions, tmp_path / "decisions.csv")) == decisions


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(left=words, right=words, who=words.filter(lambda who: " | " not in who))
def test_any_names_survive(left: str, right: str, who: str, tmp_path: Path) -> None:
    if left.strip() and right.strip() and left != right:
        decision = Decision("d", "m", EntityId(left), EntityId(right), "same", who, "", reasons=(who,))
        assert read_decisions(write_decisions([decision], tmp_path / "decisions.csv")) == (decision,)


def test_every_fault_is_named_with_its_line_and_nothing_is_imported(tmp_path: Path) -> None:
    path = tmp_path / "decisions.csv"
    path.write_text(
        "decision_id,merge_id,left,right,verdict,threshold,when,undone\n"
        "d1,m1,a,b,same,0.92,2024-05-17T12:00:00+02:00,no\n"
        "d1,m1,a,b,same,,,\n"
        "d2,m1,a,a,maybe,nan,yesterday,perhaps\n"
        "d3,,a,b,same,,,\n",
        encoding="utf-8",
    )
    with pytest.raises(BadRequest) as refused:
        read_decisions(path)
    assert str(refused.value) == (
        "decisions.csv has 7 faults: line 3: decision 'd1' stands on line 2 already; "
        "line 4: verdict is 'maybe', but must be same, different, unsure; line 4: left and right are one entity; "
        "line 4: threshold is 'nan', but must be a number from 0 to 1; "
        "line 4: when is 'yesterday', but must be a time such as 2024-05-17T09:30:00+00:00; "
        "line 4: undone is 'perhaps', but must be yes or no; line 5: merge_id is empty. Nothing was imported."
    )


def test_times_come_in_utc(tmp_path: Path) -> None:
    path = tmp_path / "decisions.csv"
    path.write_text("decision_id,merge_id,left,right,verdict,when\nd,m,a,b,same,2024-05-17T12:00:00+02:00\n")
    assert [row.when for row in read_decisions(path)] == ["2024-05-17T10:00:00.000000+00:00"]


@pytest.mark.parametrize("content", [b"", b"left,right\na,b\n", b"\xff\xfe\x00", b'decision_id\n"open'])
def test_what_is_no_decision_table_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "decisions.csv"
    path.write_bytes(content)
    with pytest.raises(BadRequest, match="Nothing was imported"):
        read_decisions(path)
    with pytest.raises(BadRequest, match="Nothing was imported"):
        read_decisions(tmp_path / "missing.csv")
