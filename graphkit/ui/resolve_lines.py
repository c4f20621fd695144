"""The line above which names are one: chosen for each type, over a picture of all scores and of what lines would do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import pandas as pd
import streamlit as st

from graphkit.config import DEFAULT_DEDUP_THRESHOLD
from graphkit.figures.palette import BLUE, GREEN, GREY, ORANGE, PINK, RED, SKY, YELLOW
from graphkit.figures.words import counted
from graphkit.resolve.dendrogram import Step
from graphkit.resolve.families import BINS, FAMILIES
from graphkit.resolve.pairs import FLOOR, Pairs
from graphkit.ui.address import asked_for, tell
from graphkit.ui.plain import plain
from graphkit.ui.resolving import Desk, bins_of, kinds_of, steps_of

REVIEW = 0.80
"""Where questions begin unless somebody says otherwise: below it one pair in three that people labelled is the same."""
PRESETS = {"Careful": 0.95, "Default": DEFAULT_DEDUP_THRESHOLD, "Wide": 0.88, "Widest": 0.82}
COLOURS = (BLUE, SKY, GREEN, PINK, ORANGE, YELLOW, RED, GREY)
_LINES, _MOST_TYPES = "_resolve_lines", 8


@dataclass(frozen=True, slots=True)
class Line:
    """Names that score at least ``merge`` are one; pairs from ``review`` on are worth a look."""

    merge: float
    review: float


def lines_by_type() -> dict[str, float]:
    """The lines that were set for single types; the empty type is all of them."""
    found: dict[str, float] = st.session_state.setdefault(_LINES, {})
    return found


def own_lines() -> dict[str, float]:
    """The lines of types that are not the default one."""
    return {kind: line for kind, line in lines_by_type().items() if kind}


def pick_kind(pairs: Pairs) -> str:
    """The type to look at, empty for all; it is in the address."""
    kinds = kinds_of(pairs, id(pairs))
    shown = list(kinds)[:_MOST_TYPES]
    asked = st.query_params.get("type")
    if asked in kinds and asked not in shown:
        shown.append(str(asked))
    if len(kinds) < 2:
        return ""
    options = ["", *shown]
    chosen = st.pills(
        "Type",
        options,
        default=asked_for("type", options),
        format_func=lambda kind: f"{plain(kind)} {kinds[kind]:,}" if kind else "All types",
        key="type",
        required=True,
        on_change=_recall,
        label_visibility="collapsed",
    )
    return tell("type", chosen, options)


def _recall() -> None:
    """Take the line of the type that is looked at from now on."""
    kind = st.session_state["type"] or ""
    known = lines_by_type()
    st.session_state["line"] = known.get(kind, known.get("", DEFAULT_DEDUP_THRESHOLD))


def pick_line(desk: Desk) -> Line:
    """Two lines below the picture of all scores, presets that tell what they would change, and the steps."""
    found = steps_of(desk)
    above = st.container()
    merge, review = st.columns(2, gap="medium")
    line = merge.slider(
        "Join from",
        FLOOR,
        1.0,
        None if "line" in st.session_state else DEFAULT_DEDUP_THRESHOLD,  # a preset or another type may have set it
        0.01,
        key="line",
        bind="query-params",
        on_change=_remember,
        args=(desk.kind,),
        help="Names that score at least as much are one, for the type that is chosen above.",
    )
    ask = review.slider(
        "Review from", FLOOR, 1.0, REVIEW, 0.01, key="review", bind="query-params", help="Pairs that are worth a look."
    )
    chosen = Line(line, min(line, ask))
    with above:
        _show_scores(desk, chosen)
    _show_presets(found, line, desk.kind)
    return chosen


def _remember(kind: str) -> None:
    lines_by_type()[kind] = st.session_state["line"]


def _move(kind: str, line: float) -> None:
    st.session_state["line"] = line
    _remember(kind)


def _show_presets(found: Sequence[Step], line: float, kind: str) -> None:
    at = {step.threshold: step for step in found}
    here = at.get(round(line, 2))
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="resolve_presets"):
        for name, preset in PRESETS.items():
            st.button(
                f"{name} {preset:.2f} {_change(here, at.get(preset))}",
                key=f"preset_{name}",
                on_click=_move,
                args=(kind, preset),
                disabled=preset == round(line, 2),
                help=moved(here, at[preset]) if here and preset in at else None,
            )


def _change(here: Step | None, there: Step | None) -> str:
    if here is None or there is None or here is there:
        return ""
    more = there.merged - here.merged
    return f":gray[{'+' if more > 0 else '−' if more < 0 else '±'}{abs(more):,}]"


def moved(here: Step, there: Step) -> str:
    """What moving the line would change, in a sentence."""
    adds, drops = max(0, there.merged - here.merged), max(0, here.merged - there.merged)
    asks = there.questions - here.questions
    said = f"Moving from {here.threshold:.2f} to {there.threshold:.2f} adds {counted(adds, 'merge')}, drops {drops:,}"
    return f"{said}, and asks {abs(asks):,} {'more' if asks > 0 else 'fewer'}." if asks else f"{said}."


def _show_scores(desk: Desk, line: Line) -> None:
    """Pairs by score, coloured by what made the score, with both lines."""
    import altair as alt

    table = pd.DataFrame(
        [(b.low, b.low + 1 / BINS, b.family, b.pairs, FAMILIES.index(b.family)) for b in bins_of(desk)],
        columns=["from", "to", "why", "pairs", "order"],
    )
    present = [family for family in FAMILIES if family in set(table["why"])]
    axis = alt.Scale(domain=[FLOOR, 1.0 + 1 / BINS], nice=False)
    bars = (
        alt.Chart(table)
        .mark_bar(binSpacing=1)
        .encode(
            x=alt.X("from:Q", bin="binned", scale=axis, title=None, axis=alt.Axis(format=".2f", tickCount=9)),
            x2="to",
            y=alt.Y("pairs:Q", title="pairs", stack="zero"),
            color=alt.Color(
                "why:N",
                scale=alt.Scale(domain=present, range=[COLOURS[FAMILIES.index(f)] for f in present]),
                legend=None,
            ),
            order="order:Q",
            tooltip=[
                alt.Tooltip("from:Q", format=".2f", title="score from"),
                "why:N",
                alt.Tooltip("pairs:Q", format=","),
            ],
        )
    )
    marks = pd.DataFrame([(line.merge, "join"), (line.review, "review")], columns=["at", "line"])
    rules = (
        alt.Chart(marks)
        .mark_rule(size=2, color=RED)
        .encode(
            x=alt.X("at:Q", scale=axis),
            strokeDash=alt.condition("datum.line == 'join'", alt.value([1, 0]), alt.value([4, 4])),
        )
    )
    names = [
        alt.Chart(marks[marks["line"] == name])  # one below the other, so that they can be read on one line too
        .mark_text(align="left", baseline="top", dx=4, dy=2, color=RED, fontWeight="bold")
        .encode(x=alt.X("at:Q", scale=axis), y=alt.value(15 * at), text="line:N")
        for at, name in enumerate(marks["line"])
    ]
    st.altair_chart(alt.layer(bars, rules, *names).properties(height=250), width="stretch", key="scores")
    chips = (f'<span><i style="background:{COLOURS[FAMILIES.index(f)]}"></i>{escape(f)}</span>' for f in present)
    st.html(f'<div class="gk-key">{"".join(chips)}</div>')


def show_steps(desk: Desk, line: Line) -> None:
    """What every line would leave: names, merges, the largest cluster; each a small picture with the line in it."""
    import altair as alt

    table = pd.DataFrame(
        [(s.threshold, s.left, s.merged, s.largest) for s in steps_of(desk)],
        columns=["line", "Names left", "Merged", "Largest cluster"],
    )
    at = pd.DataFrame({"line": [line.merge]})
    axis = alt.X("line:Q", scale=alt.Scale(domain=[FLOOR, 1.0]), title=None, axis=alt.Axis(format=".1f", tickCount=5))
    for column, (name, colour) in zip(
        st.columns(3, gap="small"), (("Names left", BLUE), ("Merged", GREEN), ("Largest cluster", ORANGE)), strict=True
    ):
        steps = (
            alt.Chart(table)
            .mark_line(interpolate="step-before", color=colour, strokeWidth=2.5)
            .encode(
                x=axis,
                y=alt.Y(
                    f"{name}:Q", title=None, axis=alt.Axis(tickCount=4), scale=alt.Scale(zero=name != "Names left")
                ),
                tooltip=["line:Q", alt.Tooltip(f"{name}:Q", format=",")],
            )
        )
        rule = alt.Chart(at).mark_rule(color=RED, size=2).encode(x="line:Q")
        with column:
            st.caption(name)
            st.altair_chart((steps + rule).properties(height=150), width="stretch", key=f"steps_{name}")
    st.caption("What every line would leave.")
