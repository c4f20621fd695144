"""Ask: a question, the fused answer with its reasons, and the single rankings beside it."""

import json

import streamlit as st

from graphkit.retrieve.base import MODES
from graphkit.retrieve.json import answer_row
from graphkit.ui.connections import show_connections
from graphkit.ui.graph_filters import pick_graphs
from graphkit.ui.guards import require_view
from graphkit.ui.hits import LIST_TITLES, show_hits, show_overlap, show_rankings
from graphkit.ui.plain import plain
from graphkit.ui.questions import examples, remember, remembered
from graphkit.ui.resources import corpus
from graphkit.ui.vectors import show_missing_vectors

require_view()
here = corpus()
st.title("Ask", anchor=False)

if example := st.session_state.pop("chosen_question", None):
    st.session_state["q"] = example
with st.container(horizontal=True, vertical_alignment="bottom"):
    question = st.text_input(
        "Question", key="q", bind="query-params", placeholder="Who …? How is … connected to …?", type="search"
    )
    top_k = st.selectbox("Passages", [3, 5, 10, 20], index=1, key="k", bind="query-params", width=110)
with st.container(horizontal=True, vertical_alignment="center"):
    mode = st.segmented_control(
        "Ranking", MODES, default="hybrid", key="mode", format_func=LIST_TITLES.__getitem__, required=True
    )
    graphs = pick_graphs(here)

suggestions = [text for text in dict.fromkeys([*examples(here), *remembered()]) if text != question]
if suggestions:
    with st.container(horizontal=True):
        for at, text in enumerate(suggestions[:6]):
            if st.button(plain(text, 90), key=f"example_{at}", type="tertiary", icon=":material/help:"):
                st.session_state["chosen_question"] = text
                st.rerun()
if not question.strip():
    st.caption("Type a question, or take one of these. Each passage says how it was found, and by which path.")
    st.stop()

view = here.view(graphs)
answer = here.query(question, mode=mode, top_k=top_k, graphs=graphs)
remember(question)
for note in answer.notes:
    st.info(plain(note, 500), icon=":material/info:")
if here.embedder_note:
    st.info(plain(here.embedder_note, 500), icon=":material/info:")
show_missing_vectors(here)
if not answer.hits:
    st.warning("Nothing in these documents fits that question. Try fewer or other words.", icon=":material/search_off:")
    st.stop()
show_overlap(answer.overlap)
together, beside, between = st.tabs(["Answer", "Side by side", "Connections"])
with together:
    show_hits(answer.hits, view, key="hit")
with beside:
    show_rankings(answer, view)
with between:
    if len(answer.entities) < 2:
        st.caption("Name two people, companies or places in the question to see how they are connected.")
    show_connections(here, view, answer.entities)
st.download_button(
    "Question, results and paths as JSON",
    lambda: json.dumps(answer_row(answer), ensure_ascii=False, indent=2),
    "answer.json",
    "application/json",
    icon=":material/download:",
    on_click="ignore",
)
