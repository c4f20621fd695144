"""Runs: which method ran over this corpus, with which configuration, and what it found."""

import streamlit as st

from graphkit.ui.guards import require_documents
from graphkit.ui.plain import plain
from graphkit.ui.run_difference import show_difference
from graphkit.ui.running import show_configuration, show_running, show_spending
from graphkit.ui.tables import as_csv, runs_table

here = require_documents()
st.title("Runs", anchor=False)
st.caption("A run is one method and configuration over the corpus. It makes one graph; graphs stand side by side.")
runs = here.runs()
if not runs:
    st.info("No method has run over these documents yet. Choose one below.", icon=":material/info:")
    show_running(here)
    st.stop()
table = runs_table(runs)
event = st.dataframe(
    table,
    key="runs_table",
    on_select="rerun",
    selection_mode="single-row-required",
    hide_index=True,
    width="stretch",
    column_config={"seconds": st.column_config.NumberColumn(help="Time spent on extraction, all workers added up")},
)
st.download_button(
    "Table as CSV", lambda: as_csv(table), "runs.csv", "text/csv", icon=":material/download:", on_click="ignore"
)
chosen = runs[event.selection.rows[0] if event.selection.rows else 0]
left, right = st.columns(2, gap="large")
with left:
    st.subheader(f"Configuration of {plain(chosen.method)}", anchor=False)
    show_configuration(chosen)
with right:
    st.subheader("Versions that decide the result", anchor=False)
    st.json(chosen.versions)
    st.caption(
        f"Graph {plain(chosen.graph_id)}: after the colon stands the hash of configuration and versions, so the same "
        "ones give the same id everywhere."
    )
    with st.popover("Delete this graph", icon=":material/delete:"):
        st.markdown("Delete what this run found? Documents, other graphs and decisions are kept.")
        if st.button("Delete the graph", type="primary", key="delete_graph"):
            here.delete_graph(chosen.graph_id)
            st.rerun()

show_spending(here, chosen)
show_running(here)

st.header("What changed between two runs", anchor=False)
if len(runs) < 2:
    st.caption("There is one run only. Add documents with another method or other options, and compare the two here.")
else:
    show_difference(here, runs)
