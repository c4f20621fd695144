"""How far methods agree: F1 between each two of them, and how many names each set of methods found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import altair as alt
import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from graphkit.compare.comparison import Comparison

MEASURES: dict[Literal["Same span", "Overlapping span", "Same span and type"], tuple[str, str]] = {
    "Same span": ("strict", "Strict: both marked exactly the same characters."),
    "Overlapping span": ("tolerant", "Tolerant: both marked something there, wherever it begins or ends."),
    "Same span and type": ("typed", "Strictest: the same characters and the same type."),
}
_ROW_PIXELS = 46
_BAR_PIXELS = 34


def show_agreement(comparison: Comparison) -> None:
    """A matrix of F1 by the chosen way to match, and bars for the sets of methods, with a word on each number."""
    left, right = st.columns(2, gap="large")
    with left:
        st.subheader("F1 between methods", anchor=False)
        measure = st.segmented_control(
            "Match", list(MEASURES), default="Same span", key="compare_match", bind="query-params", required=True
        )
        attribute, words = MEASURES[measure]
        st.altair_chart(_matrix(comparison, attribute), width="stretch")
        st.caption(f"{words} F1 is 100 % when both found the same, 0 % when nothing; neither is taken for right.")
    with right:
        st.subheader("Who found how many names", anchor=False)
        st.altair_chart(_sets(comparison), width="stretch")
        st.caption("Each name counts once, in the bar of exactly those methods that found it.")
    st.dataframe(_table(comparison), hide_index=True, width="stretch", key="compare_agreement", column_config=_BARS)


_BARS: dict[str, ColumnConfig] = {
    name: st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="percent", help=words)
    for name, (_, words) in MEASURES.items()
}


def _table(comparison: Comparison) -> pd.DataFrame:
    methods = comparison.methods
    return pd.DataFrame(
        [
            {"Methods": f"{a} and {b}"} | {name: getattr(found, attribute) for name, (attribute, _) in MEASURES.items()}
            for (a, b), found in comparison.matrix.items()
            if methods.index(a) < methods.index(b)
        ]
    )


def _matrix(comparison: Comparison, attribute: str) -> alt.LayerChart | alt.FacetChart:
    cells = pd.DataFrame(
        [{"row": a, "column": b, "f1": getattr(found, attribute)} for (a, b), found in comparison.matrix.items()]
    )
    order = list(comparison.methods)
    base = alt.Chart(cells, height=_ROW_PIXELS * len(order) + 40).encode(
        x=alt.X("column:N", sort=order, title=None, axis=alt.Axis(labelAngle=0, labelLimit=220)),
        y=alt.Y("row:N", sort=order, title=None, axis=alt.Axis(labelLimit=220)),
        tooltip=["row:N", "column:N", alt.Tooltip("f1:Q", format=".1%")],
    )
    colour = alt.Color("f1:Q", scale=alt.Scale(domain=[0, 1], range=["#EAF2F8", "#00507D"]), legend=None)
    ink = alt.condition("datum.f1 > 0.5", alt.value("#FFFFFF"), alt.value("#1C2733"))
    numbers = base.mark_text(fontSize=14).encode(text=alt.Text("f1:Q", format=".0%"), color=ink)
    return alt.layer(base.mark_rect().encode(color=colour), numbers)


def _sets(comparison: Comparison) -> alt.Chart:
    methods = comparison.methods
    counts = {methods: 0} | {(method,): 0 for method in methods} | dict(comparison.sets)
    rows = [(f"{_set_name(found_by, len(methods))}: {count:,}", count) for found_by, count in counts.items()]
    table = pd.DataFrame(rows, columns=["methods", "names"])
    chart: alt.Chart = (
        alt.Chart(table, height=_BAR_PIXELS * len(rows) + 50)
        .mark_bar(color="#56B4E9", size=18)
        .encode(
            x=alt.X("names:Q", title="names", axis=alt.Axis(tickMinStep=1)),
            y=alt.Y("methods:N", sort=[name for name, _ in rows], title=None, axis=alt.Axis(labelLimit=260)),
            tooltip=["methods:N"],
        )
    )
    return chart


def _set_name(found_by: Sequence[str], methods: int) -> str:
    if len(found_by) == methods:
        return "all"
    return f"only {found_by[0]}" if len(found_by) == 1 else " + ".join(found_by)
