"""A small gold set, marked passage by passage or loaded, and how good each method is on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from graphkit.compare.agreement import Figures
from graphkit.corpus import Corpus
from graphkit.errors import BadRequest
from graphkit.evaluate.gold_figures import ALL_TYPES, MATCHES, GoldFigures
from graphkit.evaluate.gold_set import KINDS, GoldPassage, GoldSet
from graphkit.evaluate.marking import Candidate, added_names, candidates_in, marked_passage
from graphkit.evaluate.suggesting import Suggestion
from graphkit.evidence.gold_passages import figures_on, gold_set_of, load_gold, suggested_passages, usable
from graphkit.figures.layered import LayeredMark, layered_pieces, name_looks
from graphkit.figures.palette import look
from graphkit.figures.words import counted
from graphkit.ids import canonical
from graphkit.model import Chunk, DocumentId, GraphId
from graphkit.ui.evidence import show_layered_text
from graphkit.ui.plain import plain
from graphkit.ui.resources import keep_with_store
from graphkit.ui.tables import as_csv

_ROUND = "_gold_round"
Key = tuple[DocumentId, int, int]


@st.cache_resource(show_spinner="Choosing passages …", max_entries=4)
def _suggestions(_corpus: Corpus, graphs: tuple[GraphId, ...], at: tuple[object, ...]) -> list[Suggestion]:
    return suggested_passages(_corpus, graphs)


keep_with_store(_suggestions)


def show_gold(corpus: Corpus, names: Mapping[GraphId, str], document_id: DocumentId, passage: Chunk) -> None:
    """Mark passages, load or export them, and read the figures of each method."""
    gold_set = gold_set_of(corpus)
    gold = gold_set.passages()
    kept = usable(corpus, gold)
    suggestions = _suggestions(corpus, tuple(names), (corpus.store.uri, corpus.scope, corpus.revision))
    done = {one.key for one in kept}
    marked = sum((s.document_id, s.start, s.end) in done for s in suggestions)
    st.caption(
        "Mark which names are right in a few passages, and see how good each method is. "
        f"**{marked} of {len(suggestions)}** suggested passages are marked, {counted(len(kept), 'passage')} in all. "
        "The suggestions mix passages on which the methods disagree, agree, and find nothing."
    )
    if len(kept) < len(gold):
        st.caption(f"{counted(len(gold) - len(kept), 'marked passage')} left out: the document is gone or has changed.")
    _show_marking(corpus, gold_set, kept, suggestions, names, (document_id, passage.start, passage.end))
    _show_file(corpus, gold_set, gold)
    if kept:
        _show_figures(figures_on(corpus, kept, names))
    else:
        st.info("No passage is marked yet. Save the marks of one, or load a file.", icon=":material/info:")


def _show_marking(
    corpus: Corpus,
    gold_set: GoldSet,
    kept: Sequence[GoldPassage],
    suggestions: Sequence[Suggestion],
    names: Mapping[GraphId, str],
    above: Key,
) -> None:
    known = {one.key: one for one in kept}
    why = {(s.document_id, s.start, s.end): f"{s.stratum}, passage {s.index + 1}" for s in suggestions}
    choices: list[Key] = list(dict.fromkeys([*why, above]))
    titles = corpus.titles([key[0] for key in choices])
    first = next((at for at, key in enumerate(choices) if key not in known), 0)
    chosen = st.selectbox(
        "Passage to mark",
        choices,
        index=first,
        format_func=lambda key: f"{'✓ ' if key in known else ''}{titles[key[0]]} · {why.get(key, 'the passage above')}",
        key=f"gold_passage_{st.session_state.get(_ROUND, 0)}",
    )
    document = corpus.document(chosen[0])
    found = {names[g]: e for g, e in corpus.extractions(chosen[0]).items() if g in names}
    added: list[Candidate] = st.session_state.setdefault(f"_gold_added_{chosen}", [])
    rows = candidates_in(document.text, chosen, found, known.get(chosen), added)
    left, right = st.columns(2, gap="large")
    with right:
        st.caption("Tick what is a name, set its type, add what is missing, then save.")
        ticked = _edit(rows, chosen)
        _add_name(document.text, chosen, added)
    with left:
        marks = [LayeredMark(c.start, c.end, canonical(c.text), look(c.type).letter, c.type) for c in ticked]
        text = document.text[chosen[1] : chosen[2]]
        looks = name_looks(mark.name for mark in marks)
        show_layered_text(layered_pieces(text, marks, looks, offset=chosen[1]), key="gold_text", height=_height(text))
    with st.container(horizontal=True):
        if st.button("Save the marks", type="primary", icon=":material/check:", key="gold_save"):
            gold_set.put([marked_passage(document.text, chosen, ticked)])
            _next(f"{counted(len(ticked), 'name')} marked.", chosen)
        if chosen in known and st.button("Take this passage out", icon=":material/remove:", key="gold_remove"):
            gold_set.remove([known[chosen]])
            _next("The passage is out of the gold set.", chosen)


def _height(text: str) -> int:
    """Pixels for a text in a column, so that a short one leaves no hole."""
    return min(420, 70 + 30 * (text.count("\n") + len(text) // 55))


def _edit(rows: Sequence[Candidate], chosen: Key) -> list[Candidate]:
    table = pd.DataFrame(
        [{"right": c.right, "name": c.text, "type": c.type, "found by": ", ".join(c.found_by) or "you"} for c in rows],
        columns=["right", "name", "type", "found by"],
    )
    edited = st.data_editor(
        table,
        hide_index=True,
        width="stretch",
        height=min(400, 37 + 35 * max(1, len(rows))),
        disabled=["name", "found by"],
        key=f"gold_rows_{chosen}_{len(rows)}_{st.session_state.get(_ROUND, 0)}",
        column_config={
            "right": st.column_config.CheckboxColumn("right", width=60, help="Is exactly this stretch a name?"),
            "name": st.column_config.TextColumn("name", width=170),
            "type": st.column_config.SelectboxColumn(
                "type", options=list(KINDS), width=90, required=True, help="UNKNOWN accepts every type."
            ),
        },
    )
    return [c.as_type(str(kind)) for c, right, kind in zip(rows, edited["right"], edited["type"], strict=True) if right]


def _add_name(text: str, chosen: Key, added: list[Candidate]) -> None:
    with st.form("gold_add", clear_on_submit=True, border=False):
        name, kind, button = st.columns([4, 2, 2], vertical_alignment="bottom")
        typed = name.text_input("Add a name as it is written", key="gold_name", placeholder="Typed or pasted")
        type_ = kind.selectbox("Type", KINDS, key="gold_type")
        if button.form_submit_button("Add", icon=":material/add:", width="stretch") and typed.strip():
            new = added_names(text, chosen, typed.strip(), type_)
            added += [one for one in new if (one.start, one.end) not in {(a.start, a.end) for a in added}]
            if not new:
                st.warning("These words do not stand in this passage exactly so.", icon=":material/warning:")
            else:
                st.rerun()


def _next(words: str, chosen: Key) -> None:
    st.session_state.pop(f"_gold_added_{chosen}", None)
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    st.toast(words)
    st.rerun()


def _show_file(corpus: Corpus, gold_set: GoldSet, gold: Sequence[GoldPassage]) -> None:
    with st.container(horizontal=True):
        if st.button("Undo", icon=":material/undo:", disabled=not gold_set.undoable, key="gold_undo"):
            st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
            st.toast(f"Taken back: {counted(gold_set.undo(), 'passage')}.", icon=":material/undo:")
            st.rerun()
        st.download_button(
            "Export as JSONL",
            gold_set.export,
            "gold.jsonl",
            "application/jsonl",
            icon=":material/download:",
            disabled=not gold,
            on_click="ignore",
            key="gold_export",
        )
        with st.popover("Load JSONL", icon=":material/upload_file:"):
            file = st.file_uploader(
                "Lines {text, entities: [{start, end, type}]} whose texts stand in these documents",
                type=["jsonl", "json"],
                key=f"gold_file_{st.session_state.get(_ROUND, 0)}",
            )
            if file is not None:
                _load(corpus, gold_set, file.getvalue())


def _load(corpus: Corpus, gold_set: GoldSet, data: bytes) -> None:
    try:
        loaded = load_gold(corpus, data.decode("utf-8", "replace"))
    except BadRequest as fault:
        st.error(plain(str(fault), 500), icon=":material/error:")
        return
    if not loaded.passages:
        st.warning("None of its texts stands in these documents. Nothing was loaded.", icon=":material/warning:")
        return
    gold_set.put(loaded.passages)
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    left = f"; {counted(len(loaded.elsewhere), 'text')} not found in the documents" if loaded.elsewhere else ""
    st.toast(f"{counted(len(loaded.passages), 'passage')} loaded{left}.", icon=":material/check:")
    st.rerun()


def _show_figures(figures: Sequence[GoldFigures]) -> None:
    st.subheader("How good each method is", anchor=False)
    match = st.segmented_control(
        "What counts as right", MATCHES, default=MATCHES[0], key="gold_match", bind="query-params", required=True
    )
    table = pd.DataFrame([_row(one) for one in figures if one.match == match])
    st.dataframe(table, hide_index=True, width="stretch", key="gold_figures", column_config=_HELP)
    st.caption(
        "Behind each share stands its 95 % interval: with so few passages the truth may lie anywhere in it, so methods "
        "whose intervals overlap widely are not told apart. Types are compared as person, organisation, place, other."
    )
    st.download_button(
        "Figures as CSV",
        lambda: as_csv(pd.DataFrame([{"match": one.match} | _row(one) for one in figures])),
        "gold_figures.csv",
        "text/csv",
        icon=":material/download:",
        on_click="ignore",
    )


_HELP = {
    "precision": st.column_config.TextColumn(help="Of the names that the method found, how many are right (Wilson)."),
    "recall": st.column_config.TextColumn(help="Of the right names, how many the method found (Wilson)."),
    "F1": st.column_config.TextColumn(help="Harmonic mean of the two, with its interval after Wilson."),
    "found": st.column_config.NumberColumn(help="Names that the method found in the marked passages."),
    "gold": st.column_config.NumberColumn(help="Names that you marked as right."),
    "right": st.column_config.NumberColumn(help="Names in both."),
}


def _row(one: GoldFigures) -> dict[str, str | int]:
    told: Figures = one.figures
    return {
        "method": one.method,
        "type": "all types" if one.type == ALL_TYPES else one.type,
        "precision": _share(told.precision, told.precision_interval),
        "recall": _share(told.recall, told.recall_interval),
        "F1": _share(told.f1, one.f1_interval),
        "right": told.right,
        "found": told.found,
        "gold": told.gold,
    }


def _share(value: float, interval: tuple[float, float]) -> str:
    return f"{value:.0%} ({interval[0]:.0%} to {interval[1]:.0%})"
