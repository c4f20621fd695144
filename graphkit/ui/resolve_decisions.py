"""What was decided, newest first, each undone or redone by name; the table out and in as CSV."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from graphkit.corpus import Corpus
from graphkit.errors import BadRequest
from graphkit.export.decisions import decision_lines, decisions_of
from graphkit.figures.words import counted
from graphkit.model import EntityId
from graphkit.resolve.decisions import Act
from graphkit.resolve.names import NamedEntity
from graphkit.ui.plain import plain

ACTS = 30
_SIGNS = {"same": "=", "different": "≠", "unsure": "?"}
_ROUND = "_decisions_round"


def show_decisions(corpus: Corpus, names: Mapping[EntityId, NamedEntity]) -> None:
    """The list of acts, with a way out and in for the whole table."""
    acts = corpus.resolution.acts()[::-1]
    _show_files(corpus, has_any=bool(acts))
    if not acts:
        st.info(
            "Nothing has been decided yet. What you decide stands here, and each act can be undone.",
            icon=":material/history:",
        )
    for act in acts[:ACTS]:
        words, button = st.columns([6, 1], vertical_alignment="center")
        said = plain(said_of(act, names), 400)
        words.markdown(f"~~{said}~~ :gray-badge[undone]" if act.undone else said)
        line = next(
            (f", joined from {row.threshold:.2f}" for row in act.rows if row.threshold is not None), ", by hand"
        )
        words.caption(plain(f"{act.who}, {act.when[:16].replace('T', ' ')}{line}"))
        if button.button(
            "Redo" if act.undone else "Undo",
            key=f"undo_{act.merge_id}",
            width="stretch",
            icon=":material/redo:" if act.undone else ":material/undo:",
            help=f"{'Put in force again' if act.undone else 'Undo'}: {said}",
        ):
            _turn(corpus, act, said)
    if len(acts) > ACTS:
        st.caption(f"The newest {ACTS} of {len(acts):,}; the CSV holds all.")


def said_of(act: Act, names: Mapping[EntityId, NamedEntity]) -> str:
    """What an act says, such as "R. Grenholt = Robert Grenholt"; names that are gone are told by their id."""
    ends = [(_name(row.left, names), _name(row.right, names)) for row in act.rows]
    shown = ", ".join(f"{left} {_SIGNS[act.verdict]} {right}" for left, right in ends[:3])
    return shown + (f" and {len(ends) - 3} more" if len(ends) > 3 else "")


def _name(entity_id: EntityId, names: Mapping[EntityId, NamedEntity]) -> str:
    known = names.get(entity_id)
    return known.name if known else entity_id.rsplit(":", 1)[-1].replace("_", " ")


def _turn(corpus: Corpus, act: Act, said: str) -> None:
    try:
        (corpus.resolution.redo if act.undone else corpus.resolution.undo)(act.merge_id)
    except BadRequest as fault:
        st.error(plain(str(fault), 500), icon=":material/error:")
        return
    st.toast(f"{'In force again' if act.undone else 'Undone'}: {said}", icon=":material/undo:")
    st.rerun()


def _show_files(corpus: Corpus, *, has_any: bool) -> None:
    with st.container(horizontal=True):
        st.download_button(
            "Decisions as CSV",
            lambda: "".join(decision_lines(corpus.resolution.decisions())).encode("utf-8"),
            "decisions.csv",
            "text/csv",
            icon=":material/download:",
            disabled=not has_any,
            on_click="ignore",
            key="decisions_export",
        )
        with st.popover("Take over a CSV", icon=":material/upload_file:"):
            file = st.file_uploader(
                "Decisions that were exported here or elsewhere; those of the same id are replaced",
                type=["csv"],
                key=f"decisions_file_{st.session_state.get(_ROUND, 0)}",
            )
            if file is not None:
                _take_over(corpus, file.getvalue(), file.name)


def _take_over(corpus: Corpus, data: bytes, name: str) -> None:
    try:
        rows = decisions_of(data, name)
    except BadRequest as fault:
        first, *faults = str(fault).split("; ")
        st.error(
            "\n".join([plain(first, 500), "", *(f"* {plain(one, 300)}" for one in faults)]), icon=":material/error:"
        )
        return
    corpus.resolution.take_over(rows)
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    st.toast(f"{counted(len(rows), 'decision')} taken over.", icon=":material/check:")
    st.rerun()
