"""Overview: what is in this corpus, and where to go from here."""

import streamlit as st

from graphkit.figures.palette import look
from graphkit.figures.words import counted
from graphkit.ui.guards import require_documents
from graphkit.ui.location import pages_folder
from graphkit.ui.menu import menu
from graphkit.ui.plain import plain
from graphkit.ui.progress import watched_job
from graphkit.ui.resources import place_parameters
from graphkit.ui.tables import runs_table

st.title("graphkit", anchor=False)
st.markdown("Who and what is in your documents, how it hangs together, and the exact sentence behind every fact.")
here = require_documents()
watched_job()

stats = here.stats()
with st.container(horizontal=True):
    st.metric("Documents", f"{stats.documents:,}", border=True)
    st.metric("Passages", f"{stats.chunks:,}", border=True, help="Chunks of documents that methods and searches use.")
    st.metric("Mentions", f"{stats.mentions:,}", border=True, help="Names found, over all methods.")
    st.metric("Entities", f"{stats.entities:,}", border=True, help="Distinct names and types, over all graphs.")
    st.metric("Connections", f"{stats.edges:,}", border=True, help="Edges between entities, over all graphs.")
if stats.documents_failed or stats.documents_empty:
    st.caption(
        f":material/warning: {counted(stats.documents_failed, 'document')} could not be read, and in "
        f"{counted(stats.documents_empty, 'document')} there is no text; the Documents page says why."
    )

view = here.view()
left, right = st.columns([3, 2], gap="large")
with left:
    st.subheader("Most mentioned", anchor=False)
    for entity in view.top(10):
        style = look(entity.type)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.page_link(
                pages_folder() / "entity.py",
                label=plain(entity.name, 60),
                query_params=place_parameters(entity=entity.entity_id),
            )
            counts = f"{counted(entity.mentions, 'mention')} in {counted(entity.documents, 'document')}"
            st.caption(f"{plain(style.letter)} · {plain(entity.type)} · {counts}")
    if not view.entities:
        st.caption("No names have been found yet: run a method on the Documents page.")
with right:
    st.subheader("What to do next", anchor=False)
    steps = [row for row in menu(pages_folder()) if not row.is_start and row.file != "entity.py"]
    for at in range(0, len(steps), 2):
        for column, row in zip(st.columns(2, gap="small"), steps[at : at + 2], strict=False):
            with column.container(border=True, height="stretch", gap=None):
                st.page_link(pages_folder() / row.file, label=row.title, icon=row.icon)
                st.caption(row.summary)

st.subheader("Runs", anchor=False)
st.dataframe(runs_table(here.runs()), hide_index=True, width="stretch")
