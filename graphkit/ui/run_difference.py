"""Two runs side by side: what the second found otherwise than the first, with the sentences that show it."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from graphkit.compare.difference import KINDS, OUTCOMES, Change, Kind, Outcome, RunDifference
from graphkit.corpus import Corpus
from graphkit.evidence.quotes import place_quote
from graphkit.model import GraphId
from graphkit.store.base import RunRow
from graphkit.ui.evidence import show_quotes
from graphkit.ui.graph_filters import graph_names
from graphkit.ui.plain import plain
from graphkit.ui.resources import keep_with_store
from graphkit.ui.tables import as_csv

QUICK = 500
"""Documents up to which two runs are compared without being asked to."""
_PLURALS: dict[Kind, str] = {"mention": "Mentions", "entity": "Entities", "relation": "Relations"}
_MEANING: dict[Kind, str] = {
    "mention": "A mention is one place in a text; it has changed if its type or its borders have.",
    "entity": "An entity is one name over all documents; it has changed if its types have.",
    "relation": "A relation joins two places in a text; it has changed if what it says of them has.",
}


@st.cache_resource(show_spinner="Comparing two runs …", max_entries=4)
def _difference(_corpus: Corpus, old: GraphId, new: GraphId, at: tuple[object, ...]) -> RunDifference:
    return _corpus.difference(old, new)


keep_with_store(_difference)


def show_difference(corpus: Corpus, runs: Sequence[RunRow]) -> None:
    """Choose two runs, then a kind of fact and an outcome by their counts, and read the rows and their sentences."""
    names = graph_names(runs)
    left, right = st.columns(2)
    old = left.selectbox("From", list(names), index=1, format_func=names.__getitem__, key="from", bind="query-params")
    new = right.selectbox("To", list(names), index=0, format_func=names.__getitem__, key="to", bind="query-params")
    if old == new:
        st.info("Choose two different runs.", icon=":material/info:")
        return
    most = max(run.documents for run in runs if run.graph_id in (old, new))
    if most > QUICK and not st.toggle(
        f"Compare {most:,} documents",
        key="difference_wanted",
        bind="query-params",
        help="All that both runs found is read once, which takes a while with many documents.",
    ):
        return
    found = _difference(corpus, old, new, (corpus.store.uri, corpus.scope, corpus.revision))
    left_out = found.only_left + found.only_right
    st.caption(
        f"Over the **{found.documents:,}** documents that both have read"
        + (f"; {left_out:,} that only one has read are left out." if left_out else ".")
        + " Added: only the second run found it. Removed: only the first did."
    )
    kind = st.segmented_control(
        "What",
        KINDS,
        default="mention",
        format_func=_PLURALS.__getitem__,
        key="what",
        bind="query-params",
        required=True,
    )
    counts = found.counts[kind]
    outcomes: list[Outcome] = [outcome for outcome in OUTCOMES if outcome != "same"]
    outcome = st.pills(
        "Outcome",
        outcomes,
        default=next((one for one in outcomes if counts[one]), outcomes[0]),
        format_func=lambda one: f"{one.capitalize()} ({counts[one]:,})",
        key=f"outcome_{kind}",
        required=True,
        help=_MEANING[kind],
    )
    st.caption(f"{_MEANING[kind]} The same in both: {counts['same']:,}.")
    _show_rows(corpus, found, kind, outcome, (names[old], names[new]))


def _show_rows(corpus: Corpus, found: RunDifference, kind: Kind, outcome: Outcome, names: tuple[str, str]) -> None:
    rows = found.chosen(kind, outcome)
    if not rows:
        st.caption("There is none.")
        return
    if len(rows) < found.counts[kind][outcome]:
        st.caption(
            f"The first {len(rows):,} of {found.counts[kind][outcome]:,}; `graphkit runs diff --limit` gives more."
        )
    table = _table(corpus, rows, names)
    event = st.dataframe(
        table.drop(columns=["kind", "change", "at", *([] if outcome == "changed" else [_absent(table, outcome)])]),
        hide_index=True,
        width="stretch",
        key=f"difference_{kind}_{outcome}",
        on_select="rerun",
        selection_mode="single-row",
    )
    st.download_button(
        "Differences as CSV",
        lambda: as_csv(_table(corpus, found.changes, names)),
        "runs_difference.csv",
        "text/csv",
        icon=":material/download:",
        on_click="ignore",
    )
    if event.selection.rows:
        change = rows[event.selection.rows[0]]
        place = (change.document_id, change.fact.start, change.fact.end)
        show_quotes([place_quote(corpus, place, note=plain(change.outcome))], key="difference_quote")
    else:
        st.caption("Choose a row to open its place in the document.")


def _table(corpus: Corpus, rows: Sequence[Change], names: tuple[str, str]) -> pd.DataFrame:
    titles = corpus.titles([row.document_id for row in rows])
    before, after = (f"before: {names[0]}", f"after: {names[1]}")
    return pd.DataFrame(
        [
            {
                "kind": row.kind,
                "change": row.outcome,
                before: row.before.words if row.before else "",
                after: row.after.words if row.after else "",
                "sentence": row.sentence,
                "document": titles.get(row.document_id, row.document_id),
                "at": row.fact.start,
            }
            for row in rows
        ]
    )


def _absent(table: pd.DataFrame, outcome: Outcome) -> str:
    """The column that is empty: what was added was not there before, what was removed is not there after."""
    return str(table.columns[2 if outcome == "added" else 3])
