"""How good a line is, as far as labels tell: labels in strata of scores, precision and recall with their bands."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from graphkit.figures.palette import BLUE, GREEN, RED
from graphkit.figures.words import counted
from graphkit.resolve.labels import NEEDED, LineFigures, Stratum, figures, labels, strata, suggested_line
from graphkit.ui.resolve_lines import Line
from graphkit.ui.resolving import Desk


def strata_of(desk: Desk) -> tuple[Stratum, ...]:
    """The strata of the pairs that are looked at, with the labels that were given."""
    return _strata(desk, desk.key, desk.corpus.revision)


@st.cache_resource(show_spinner=False, max_entries=8)
def _strata(_desk: Desk, key: tuple[object, ...], revision: int) -> tuple[Stratum, ...]:
    return strata(_desk.pairs, labels(_desk.corpus.resolution.decisions()), decided=_desk.verdicts)


def show_quality(desk: Desk, found: Sequence[Stratum], line: Line) -> None:
    """Labels that are there and wanted; from enough on precision and recall of every line, and a suggestion."""
    given = sum(one.labelled for one in found)
    rows = figures(found)
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.dataframe(_table(found), hide_index=True, width="stretch", key="strata")
        st.caption(
            "Every answer to a single pair is a label. Pairs are drawn by chance from each stratum, so a few speak for "
            "all. “For labels” among the pairs asks for what is missing."
        )
    with right:
        st.progress(min(1.0, given / NEEDED), text=f"{counted(given, 'label')} of {NEEDED} that figures need")
        if not rows:
            st.info(f"Precision and recall need {NEEDED} labels; {NEEDED - given} more.", icon=":material/straighten:")
            return
        _show_figures(rows, line)
        best = suggested_line(rows)
        said = (
            f"Suggestion: **{best:.2f}**. Above it at least 95 % of the merges are right, almost certainly."
            if best is not None
            else "No line is surely right in 95 % of its merges yet. More labels, or a higher line."
        )
        st.caption(f"{said} A suggestion moves nothing by itself. Recall is of pairs above the floor.")


def _table(found: Sequence[Stratum]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "score from": f"{one.low:.2f}",
                "pairs": one.pairs,
                "same": one.same,
                "different": one.different,
                "wanted": len(one.asked),
            }
            for one in found
        ],
        columns=["score from", "pairs", "same", "different", "wanted"],
    )


def _show_figures(rows: Sequence[LineFigures], line: Line) -> None:
    import altair as alt

    table = pd.DataFrame(
        [(r.threshold, name, value, *band) for r in rows for name, value, band in (
            ("precision", r.precision, r.precision_band), ("recall", r.recall, r.recall_band))],
        columns=["line", "figure", "share", "low", "high"],
    )  # fmt: skip
    x = alt.X(
        "line:Q", scale=alt.Scale(domain=[rows[-1].threshold, 1.0]), title="join from", axis=alt.Axis(format=".2f")
    )
    colour = alt.Color(
        "figure:N",
        scale=alt.Scale(domain=["precision", "recall"], range=[BLUE, GREEN]),
        legend=alt.Legend(title=None, orient="bottom"),
    )
    band = alt.Chart(table).mark_area(opacity=0.22).encode(x=x, y=alt.Y("low:Q", title=None), y2="high", color=colour)
    curve = (
        alt.Chart(table)
        .mark_line(point=True)
        .encode(
            x=x,
            y=alt.Y("share:Q", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%"), title=None),
            color=colour,
            tooltip=["figure:N", "line:Q", *(alt.Tooltip(f"{c}:Q", format=".0%") for c in ("share", "low", "high"))],
        )
    )
    rule = alt.Chart(pd.DataFrame({"line": [line.merge]})).mark_rule(color=RED, size=2).encode(x="line:Q")
    st.altair_chart((band + curve + rule).properties(height=260), width="stretch", key="figures")
