"""One name, perhaps several things: names whose documents have nothing else in common, with sentences of each group."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from graphkit.corpus import Corpus
from graphkit.evidence.quotes import quotes
from graphkit.figures.words import counted
from graphkit.model import EntityId, GraphId
from graphkit.resolve.homonyms import Homonym
from graphkit.resolve.names import NamedEntity
from graphkit.ui.evidence import show_quotes
from graphkit.ui.plain import plain
from graphkit.ui.resources import keep_with_store
from graphkit.view import View

SHOWN, GROUPS = 200, 3
"""Names that can be chosen, and groups of documents of one that are laid side by side."""


@st.cache_resource(show_spinner="Looking at what stands around each name …", max_entries=4)
def _homonyms(_corpus: Corpus, graphs: tuple[GraphId, ...] | None, at: tuple[object, ...]) -> tuple[Homonym, ...]:
    return _corpus.resolution.homonyms(graphs)


keep_with_store(_homonyms)


def show_homonyms(
    corpus: Corpus, graphs: tuple[GraphId, ...] | None, view: View, names: Mapping[EntityId, NamedEntity]
) -> None:
    """Names that may stand for several things, most doubtful first; of the chosen one a sentence from each group."""
    found = _homonyms(corpus, graphs, (corpus.store.uri, corpus.scope, id(view)))
    shown = [one for one in found if one.entity_id in names][:SHOWN]
    if not shown:
        st.info("Every name stands among names that its documents share.", icon=":material/check:")
        return
    st.caption(
        f"{counted(len(found), 'name')} whose documents share no other name: each may stand for several things. "
        "Read a sentence of each group. Nothing is changed here."
    )
    chosen = st.selectbox(
        "Name",
        shown,
        format_func=lambda one: f"{names[one.entity_id].name} ({names[one.entity_id].type}), {len(one.groups)} groups",
        key="homonym",
    )
    st.caption(plain(chosen.words))
    entity = view.entity(chosen.entity_id)
    for at, (column, group) in enumerate(zip(st.columns(GROUPS), chosen.groups, strict=False)):
        with column:
            st.markdown(f"**Group {at + 1}**: {counted(len(group), 'document')}")
            evidence = [row for one in group[:3] for row in view.document_evidence(chosen.entity_id, one, limit=1)]
            show_quotes(quotes(corpus, evidence, [entity]), key=f"homonym_{chosen.entity_id}_{at}")
    if len(chosen.groups) > GROUPS:
        st.caption(f"{counted(len(chosen.groups) - GROUPS, 'more group')}.")
