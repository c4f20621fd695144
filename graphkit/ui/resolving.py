"""Deciding which names are one: the line that can be moved, pairs with their reasons, decisions that can be undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from graphkit.corpus import Corpus
from graphkit.model import EntityId, GraphId
from graphkit.resolution import named_entities
from graphkit.resolve.clusters import Clusters
from graphkit.resolve.decisions import Act
from graphkit.resolve.names import NamedEntity
from graphkit.resolve.pairs import Pair, Pairs, find_pairs
from graphkit.ui.plain import plain
from graphkit.ui.resources import keep_with_store

WHO = "analyst"
NEAR = 10
"""Pairs shown on each side of the line."""
ACTS = 30
BINS = 50
"""Bins of the picture of scores from 0 to 1."""


Contents = tuple[NamedEntity, ...]


@st.cache_resource(show_spinner=False, max_entries=4)
def _contents(_corpus: Corpus, graphs: tuple[GraphId, ...] | None, at: tuple[object, ...]) -> tuple[Contents, int]:
    """What is compared, and a number that tells it from other contents; ``at`` is the store, corpus and revision."""
    found = tuple(named_entities(_corpus.view(graphs, decided=False)))
    return found, hash(found)


keep_with_store(_contents)


@st.cache_resource(show_spinner="Comparing names …", max_entries=4)
def _pairs(_contents: Contents, content: int) -> Pairs:
    return find_pairs(_contents)


def pairs_of(corpus: Corpus, graphs: tuple[GraphId, ...] | None) -> Pairs:
    """All pairs of the chosen graphs, compared once for their content: decisions leave it as it is."""
    return _pairs(*_contents(corpus, graphs, (corpus.store.uri, corpus.scope, corpus.revision)))


def show_histogram(pairs: Pairs) -> None:
    """How many pairs have which score."""
    table = pd.DataFrame(histogram(pairs), columns=["score", "pairs"])
    st.bar_chart(table, x="score", y="pairs", height=160, x_label="score", y_label="pairs")


def histogram(pairs: Pairs) -> list[tuple[float, int]]:
    """Lower borders of bins of scores, ``BINS`` of them from 0 to 1, with the number of pairs in each that has any."""
    # A score has few decimals; the sum keeps one that stands on a border, such as 0.58, from falling below it.
    counts = Counter(int(pair.value * BINS + 1e-9) for pair in pairs.scored)
    return [(at / BINS, count) for at, count in sorted(counts.items())]


def clusters_table(clusters: Clusters, pairs: Pairs) -> pd.DataFrame:
    """One row a cluster: what stands for all, what joins it, how weak the weakest link is."""
    names = {entity_id: entity.name for entity_id, entity in pairs.entities.items()}
    return pd.DataFrame(
        [
            {
                "stands for all": names[found.canonical],
                "type": pairs.entities[found.canonical].type,
                "joined with it": ", ".join(names[alias] for alias in found.aliases),
                "weakest link": round(found.weakest, 2),
                "decided": "yes" if found.decided else "",
            }
            for found in clusters.clusters
        ],
        columns=["stands for all", "type", "joined with it", "weakest link", "decided"],
    )


def near_line(pairs: Pairs, threshold: float) -> tuple[Sequence[Pair], Sequence[Pair]]:
    """The pairs just above and just below the line, nearest first."""
    above = [pair for pair in pairs.scored if pair.value >= threshold]
    below = [pair for pair in pairs.scored if pair.value < threshold]
    return above[::-1][:NEAR], below[:NEAR]


def show_pair(corpus: Corpus, pairs: Pairs, pair: Pair, *, key: str) -> None:
    """Two names with their score, its reasons, and what can be decided about them."""
    left, right = pairs.entities[pair.left], pairs.entities[pair.right]
    with st.container(border=True):
        words, buttons = st.columns([5, 3], vertical_alignment="center")
        words.markdown(f"**{plain(left.name)}** and **{plain(right.name)}** :gray-badge[{pair.value:.2f}]")
        words.caption(plain("; ".join(pair.score.words), 500))
        with buttons.container(horizontal=True, gap="small"):
            if st.button("Same", key=f"same_{key}", icon=":material/merge:"):
                first, second = (left, right) if left.mentions >= right.mentions else (right, left)
                corpus.resolution.merge([second.entity_id], first.entity_id, who=WHO)
                st.rerun()
            if st.button("Different", key=f"different_{key}", icon=":material/call_split:"):
                corpus.resolution.keep_apart(left.entity_id, right.entity_id, who=WHO)
                st.rerun()
            if st.button("Unsure", key=f"unsure_{key}", icon=":material/question_mark:"):
                corpus.resolution.keep_apart(left.entity_id, right.entity_id, who=WHO, unsure=True)
                st.rerun()


def show_acts(corpus: Corpus) -> None:
    """Decisions, newest first, each with a button that names what it undoes."""
    acts = corpus.resolution.acts()[::-1]
    if not acts:
        st.caption("Nothing has been decided yet.")
    for act in acts[:ACTS]:
        words, button = st.columns([6, 1], vertical_alignment="center")
        words.markdown(f"{'~~' if act.undone else ''}{plain(_said(act), 300)}{'~~' if act.undone else ''}")
        words.caption(plain(f"{act.who}, {act.when[:16].replace('T', ' ')}"))
        if button.button("Redo" if act.undone else "Undo", key=f"undo_{act.merge_id}", width="stretch"):
            (corpus.resolution.redo if act.undone else corpus.resolution.undo)(act.merge_id)
            st.rerun()
    if len(acts) > ACTS:
        st.caption(f"The newest {ACTS} of {len(acts)}; `graphkit decisions list` shows all.")


def _said(act: Act) -> str:
    sign = {"same": "=", "different": "≠", "unsure": "?"}[act.verdict]
    ends = [(row.left, row.right) for row in act.rows]
    shown = ", ".join(f"{_name(left)} {sign} {_name(right)}" for left, right in ends[:4])
    return shown + (f" and {len(ends) - 4} more" if len(ends) > 4 else "")


def _name(entity_id: EntityId) -> str:
    return entity_id.rsplit(":", 1)[-1].replace("_", " ")
