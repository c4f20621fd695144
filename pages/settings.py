"""Settings: where graphs are stored, what is set by which variable, and whether all is well."""

import streamlit as st

from graphkit.figures.words import counted
from graphkit.ui.connecting import connection_form
from graphkit.ui.foreign_settings import foreign_form
from graphkit.ui.models import model_form
from graphkit.ui.plain import plain
from graphkit.ui.resources import connect, corpus, store_config
from graphkit.ui.settings import methods_table, settings_table
from graphkit.ui.vectors import pick_embedder, show_vectors

st.title("Settings", anchor=False)
st.subheader("Store", anchor=False)
connection_form()
foreign_form()
here = corpus()
st.markdown(f"Graphs are kept in **{plain(here.store.uri, 500)}**, corpus **{plain(here.scope.corpus_id)}**.")
st.dataframe(settings_table(store_config()), hide_index=True, width="stretch")
st.caption("Variables of the environment set these values when the application starts. Secrets are never shown.")
with st.container(horizontal=True):
    if st.button("Check the store", icon=":material/health_and_safety:", key="audit"):
        problems = here.audit()
        if problems:
            st.error(f"{counted(len(problems), 'problem')} found.", icon=":material/error:")
            for problem in problems[:50]:
                st.markdown(f"- **{plain(problem.kind)}**: {plain(problem.what, 500)}")
        else:
            st.success("All sums and references hold.", icon=":material/check_circle:")
    if st.button("Open the store again", icon=":material/refresh:", key="reopen"):
        connect(store_config())
        st.rerun()

st.subheader("Extraction methods", anchor=False)
st.dataframe(methods_table(), hide_index=True, width="stretch")
st.subheader("Language models", anchor=False)
model_form()
st.subheader("Vectors", anchor=False)
show_vectors(here)
pick_embedder()

with st.expander("Danger zone", icon=":material/warning:"):
    st.markdown(f"Deleting the corpus **{plain(here.scope.corpus_id)}** removes its documents, graphs and decisions.")
    sure = st.text_input("Type the name of the corpus to confirm", key="confirm_clear")
    if st.button("Delete the corpus", disabled=sure != here.scope.corpus_id, key="clear_corpus"):
        here.clear()
        st.rerun()
