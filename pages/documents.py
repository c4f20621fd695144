"""Documents: add, watch, read, delete."""

import streamlit as st

from graphkit.estimate import Estimate
from graphkit.figures.words import counted
from graphkit.model import DocumentId
from graphkit.outcome import IngestResult
from graphkit.ui.adding import show_adding, show_result
from graphkit.ui.address import number_in_address
from graphkit.ui.estimating import is_estimate, show_estimate
from graphkit.ui.plain import plain
from graphkit.ui.progress import watched_job
from graphkit.ui.reader import show_document
from graphkit.ui.resources import corpus
from graphkit.ui.tables import as_csv, documents_table

here = corpus()
rows = here.documents()
opened = st.query_params.get("document")

if opened:
    if st.button("All documents", icon=":material/arrow_back:", key="back"):
        for name in ("document", "start", "end"):
            st.query_params.pop(name, None)
        st.rerun()
    start, end = number_in_address("start"), number_in_address("end")
    focus = None if start is None or end is None else (start, end)
    show_document(here, DocumentId(opened), focus)
    st.stop()

st.title("Documents", anchor=False)
job = watched_job()
if job is not None and isinstance(job.result, IngestResult):
    show_result(job.result)
if job is not None and isinstance(job.result, Estimate):
    show_estimate(job.result)
show_adding(here, expanded=is_estimate(job) or (not rows and (job is None or job.finished)))

if not rows:
    if job is None or job.finished:
        st.caption("There are no documents in this corpus yet. Add your own above, or load the sample.")
    st.stop()

with st.container(horizontal=True, vertical_alignment="bottom"):
    needle = st.text_input("Filter by title, source or status", key="filter", bind="query-params", type="search")
    st.metric("Documents", f"{len(rows):,}", width="content")
shown = [row for row in rows if needle.casefold() in f"{row.title}\n{row.source}\n{row.status}".casefold()]
table = documents_table(shown)
event = st.dataframe(
    table,
    key="documents_table",
    on_select="rerun",
    selection_mode="multi-row",
    hide_index=True,
    width="stretch",
    column_config={"id": None, "mentions": st.column_config.NumberColumn(help="Over all methods")},
)
chosen = [shown[at] for at in event.selection.rows if at < len(shown)]
with st.container(horizontal=True):
    if st.button("Read", icon=":material/menu_book:", disabled=len(chosen) != 1, key="read"):
        st.query_params["document"] = chosen[0].document_id
        st.rerun()
    with st.popover("Delete", icon=":material/delete:", disabled=not chosen):
        st.markdown(
            f"Delete {counted(len(chosen), 'document')} with what nothing else says? Decisions about names are kept."
        )
        if st.button("Delete them", type="primary", key="delete_confirmed"):
            gone = here.delete([row.document_id for row in chosen])
            st.toast(f"{counted(gone, 'document')} deleted.", icon=":material/delete:")
            st.rerun()
    st.download_button(
        "Table as CSV",
        lambda: as_csv(table),
        "documents.csv",
        "text/csv",
        icon=":material/download:",
        on_click="ignore",
    )
if not chosen:
    st.caption("Select a row to read the document, or several to delete them.")
elif len(chosen) == 1 and chosen[0].reason:
    st.caption(plain(chosen[0].reason, 1000))
