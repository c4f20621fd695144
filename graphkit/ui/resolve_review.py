"""Pairs that want an answer: a list of them, and the one that is looked at, decided with a key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from graphkit.figures.differing import Letters, differing
from graphkit.figures.words import counted
from graphkit.model import Verdict
from graphkit.resolve.labels import Stratum
from graphkit.resolve.lines import near
from graphkit.resolve.pairs import Pair
from graphkit.ui.address import asked_for, tell
from graphkit.ui.plain import plain
from graphkit.ui.resolve_lines import Line
from graphkit.ui.resolve_pair import asked_pair, look_at, show_pair
from graphkit.ui.resolving import AtLine, Desk, Ends

NEAR, ASKED, HELD, LABELS = "Near the line", "Questions", "Held back", "For labels"
SHOWN = 20
"""Pairs of one list; more come when these are decided."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Pairs under a heading."""

    heading: str
    pairs: Sequence[Pair]


def show_review(desk: Desk, line: Line, clusters: AtLine, strata: Sequence[Stratum]) -> None:
    """Lists of pairs on the left; on the right the one that is looked at, with keys."""
    why = {(one.pair.left, one.pair.right): one.words for one in clusters.questions}
    lists = [NEAR, ASKED, HELD, LABELS]
    chosen = st.segmented_control(
        "Pairs",
        lists,
        default=asked_for("pairs", lists),
        format_func=lambda name: _counted(name, desk, clusters),
        key="pairs",
        required=True,
        on_change=look_at,
        args=(None,),
        label_visibility="collapsed",
    )
    tell("pairs", chosen, lists)
    groups = _groups(chosen, desk, line, clusters, strata)
    rows = [pair for group in groups for pair in group.pairs]
    pair = _looked_at(desk, rows)
    left, right = st.columns([2, 3], gap="medium")
    with left, st.container(key="pair_list", gap="xxsmall"):
        for group in groups:
            st.caption(f"**{group.heading}**" + ("" if group.pairs else ": none"))
            for row in group.pairs:
                _show_row(desk, row, is_open=row == pair)
    with right:
        if pair is None:
            st.info(_EMPTY[chosen], icon=":material/check:")
            return
        at = next((place for place, row in enumerate(rows) if row == pair), -1)
        following = rows[at + 1] if at + 1 < len(rows) else rows[0] if at > 0 else None
        before = rows[at - 1] if at > 0 else None
        show_pair(desk, pair, following=following, before=before, why=why.get((pair.left, pair.right), ""))
        st.caption("Keys: **S** same · **D** different · **U** unsure · **N** next · **B** back")


_EMPTY = {
    NEAR: "Every pair near this line is decided. Move the line, or look at the questions.",
    ASKED: "At this line no pair contradicts what joins.",
    HELD: "No guard holds back a pair that would be above the floor.",
    LABELS: "Every stratum has the labels that it needs.",
}


def _counted(name: str, desk: Desk, clusters: AtLine) -> str:
    number = {ASKED: len(clusters.questions), HELD: len(desk.pairs.held)}.get(name)
    return name if number is None else f"{name} {number:,}"


def _groups(chosen: str, desk: Desk, line: Line, clusters: AtLine, strata: Sequence[Stratum]) -> list[_Group]:
    known = desk.verdicts
    if chosen == NEAR:
        above, below = near(desk.pairs, line.merge, passed=known)
        return [_Group(f"Just above {line.merge:.2f}", above[::-1]), _Group(f"Just below {line.merge:.2f}", below)]
    if chosen == ASKED:
        asked = [one.pair for one in clusters.questions if one.pair.value >= line.review]
        return [_Group(f"Contradictions, surest first ({len(asked):,})", asked[:SHOWN])]
    if chosen == HELD:
        return _by_guard(desk, known)
    return [
        _Group(f"{one.low:.2f} and up: {counted(len(one.asked), 'label')} wanted of {one.pairs:,}", one.asked[:4])
        for one in strata
        if one.asked
    ]


def _by_guard(desk: Desk, known: Mapping[Ends, Verdict]) -> list[_Group]:
    groups: dict[str, list[Pair]] = {guard: [] for guard in desk.pairs.held_by}
    for row in desk.pairs.held[: 20 * SHOWN]:
        if (row.left, row.right) not in known:
            for guard in row.score.held_by[:1]:
                groups[guard].append(row)
    return [
        _Group(f":material/lock: {plain(guard)}: {counted(desk.pairs.held_by[guard], 'pair')}", rows[:5])
        for guard, rows in groups.items()
        if rows
    ]


def _looked_at(desk: Desk, rows: Sequence[Pair]) -> Pair | None:
    """The pair that the address names, even if no list holds it; else the first of the list."""
    ends = asked_pair()
    for row in rows:
        if ends == (row.left, row.right):
            return row
    if ends and ends[0] in desk.pairs.entities and ends[1] in desk.pairs.entities and ends[0] != ends[1]:
        left, right = sorted(ends)
        return Pair(left, right, desk.pairs.score_of(left, right))
    return rows[0] if rows else None


def _show_row(desk: Desk, row: Pair, *, is_open: bool) -> None:
    left, right = desk.pairs.entities[row.left], desk.pairs.entities[row.right]
    ours, theirs = differing(left.name, right.name)
    types = left.type if left.type == right.type else f"{left.type} / {right.type}"
    st.button(
        f"`{row.value:.3f}` {_label(ours)} :gray[/] {_label(theirs)} :gray[:small[{plain(types, 30)}]]",
        key=f"row_{row.left}~{row.right}",
        type="secondary" if is_open else "tertiary",
        on_click=look_at,
        args=(row,),
        width="stretch",
    )


def _label(letters: Letters) -> str:
    """A name for a label, the letters that differ in colour; blanks stand outside of the colour."""
    return "".join(_piece(text, differs=differs) for text, differs in letters)


def _piece(text: str, *, differs: bool) -> str:
    if not text.strip():
        return " "
    lead, tail = " " * (text[0].isspace()), " " * (text[-1].isspace())
    return f"{lead}{f':orange[**{plain(text, 60)}**]' if differs else plain(text, 60)}{tail}"
