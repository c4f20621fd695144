"""Cells that a spreadsheet would run become text, and come back as they were."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphkit.export.cells import csv_row, defused, restored


@pytest.mark.parametrize("cell", ["=1+1", "+49 30", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\u00a0=1", "＝1"])
def test_a_formula_becomes_text(cell: str) -> None:
    assert defused(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["", "Anna's", "a=b", "1-2", "O'Brien", "東京", "'t Hart"])
def test_other_cells_stay(cell: str) -> None:
    assert defused(cell) == cell


def test_a_row_is_quoted_and_numbers_stay_numbers() -> None:
    assert csv_row(['a "b", c', -1.5, None, "=x"]) == '"a ""b"", c",-1.5,,\'=x\r\n'


@given(st.text(alphabet="=+-@'\t\r\n a"))
def test_restoring_is_exact(cell: str) -> None:
    assert restored(defused(cell)) == cell
