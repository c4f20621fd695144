"""Compare: extraction methods side by side on the same text."""

import streamlit as st

from graphkit.config import DEFAULT_METHODS
from graphkit.ui.agreeing import show_agreement
from graphkit.ui.comparing import compared, names_table, pick_passage, show_columns, show_names, show_relations
from graphkit.ui.gold import show_gold
from graphkit.ui.graph_filters import graph_names
from graphkit.ui.guards import require_documents
from graphkit.ui.plain import plain
from graphkit.ui.running import show_running
from graphkit.ui.tables import as_csv

DOCUMENT, EVERYTHING = "This document", "Whole corpus"

here = require_documents()
st.title("Compare", anchor=False)
st.caption("The same text as each method reads it: what all of them found, and what only one did.")
runs = here.runs()
methods = graph_names(runs)
likely = sorted(runs, key=lambda run: (run.mentions == 0, run.method not in DEFAULT_METHODS))
documents = {row.document_id: row for row in here.documents() if row.chunks}
if len(methods) < 2 or not documents:
    st.info("Comparing needs two methods over the same documents.", icon=":material/info:")
    show_running(here)
    st.stop()

left, middle, right = st.columns([5, 4, 2], vertical_alignment="bottom")
chosen = left.multiselect(
    "Methods",
    list(methods),
    default=[run.graph_id for run in likely[:2]],
    format_func=methods.__getitem__,
    max_selections=4,
    key="methods_compared",
    bind="query-params",
)
opened = middle.selectbox(
    "Document",
    list(documents),
    format_func=lambda document_id: documents[document_id].title,
    key="document",
    bind="query-params",
)
passage = pick_passage(here, opened, right)
if len(chosen) < 2:
    st.info("Choose at least two methods.", icon=":material/info:")
    st.stop()

document, found = here.document(opened), here.extractions(opened)
names = {graph: methods[graph] for graph in chosen}
missing = [names[graph] for graph in chosen if graph not in found]
if missing:
    st.warning(f"{plain(', '.join(missing))} has not read this document.", icon=":material/warning:")
shown = {names[graph]: found[graph] for graph in chosen if graph in found}
if shown:
    show_columns(document.text, shown, passage)

over = st.segmented_control(
    "Compare over", [DOCUMENT, EVERYTHING], default=DOCUMENT, key="compare_over", bind="query-params", required=True
)
comparison = compared(here, names, None if over == EVERYTHING else opened)
for warning in comparison.warnings:
    st.warning(plain(warning, 500), icon=":material/warning:")
entities, relations, agreement, gold = st.tabs(["Names", "Relations", "Agreement", "Gold set"])
with entities:
    show_names(here, comparison)
    st.download_button(
        "All names as CSV",
        lambda: as_csv(names_table(comparison.entities, comparison.methods)),
        "comparison.csv",
        "text/csv",
        icon=":material/download:",
        on_click="ignore",
    )
with relations:
    show_relations(here, comparison)
with agreement:
    show_agreement(comparison)
with gold:
    show_gold(here, names, opened, passage)
show_running(here)
