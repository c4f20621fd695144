"""Clusters at the line: a table of them, and one as a small graph whose members can be left out."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

from graphkit.figures.palette import BLUE, GREY, ORANGE
from graphkit.figures.words import counted
from graphkit.resolve.clusters import Cluster
from graphkit.resolve.pairs import Pairs
from graphkit.ui.plain import plain
from graphkit.ui.resolving import WHO, AtLine, Desk
from graphkit.ui.tables import as_csv

MOST_MEMBERS = 24
"""Members of a cluster that are drawn and can be unticked one by one."""


def show_clusters(desk: Desk, found: AtLine) -> None:
    """The table of clusters, and the one that is chosen."""
    if not found.first:
        st.info("Nothing joins at this line. Move it down, or review pairs one by one.", icon=":material/info:")
        return
    left, right = st.columns([3, 2], gap="medium")
    with left:
        shown = found.first
        event = st.dataframe(
            clusters_table(shown, desk.pairs),
            hide_index=True,
            width="stretch",
            height=min(430, 40 + 35 * len(shown)),
            key="clusters",
            on_select="rerun",
            selection_mode="single-row",
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.download_button(
                "Clusters as CSV",
                lambda: as_csv(clusters_table(found.whole().clusters, desk.pairs)),
                "clusters.csv",
                "text/csv",
                icon=":material/download:",
                on_click="ignore",
            )
            if found.clusters > len(shown):
                st.caption(f"The largest {len(shown):,} of {found.clusters:,}; the file holds all.")
    with right:
        rows = event.selection.rows
        _show_cluster(desk, shown[rows[0] if rows and rows[0] < len(shown) else 0])


def clusters_table(clusters: tuple[Cluster, ...], pairs: Pairs) -> pd.DataFrame:
    """One row a cluster: what stands for all, what joins it, how weak the weakest link is."""
    names = pairs.entities
    return pd.DataFrame(
        [
            {
                "stands for all": names[found.canonical].name,
                "type": names[found.canonical].type,
                "joined with it": ", ".join(names[alias].name for alias in found.aliases),
                "weakest link": round(found.weakest, 2),
                "decided": "yes" if found.decided else "",
            }
            for found in clusters
        ],
        columns=["stands for all", "type", "joined with it", "weakest link", "decided"],
    )


def _show_cluster(desk: Desk, found: Cluster) -> None:
    members = found.members[:MOST_MEMBERS]
    with st.container(border=True, key="cluster_card"):
        st.markdown(
            f"**{plain(desk.pairs.entities[found.canonical].name)}** stands for {counted(len(found.members), 'name')}"
        )
        _draw(desk, found)
        ticked = []
        for at, member in enumerate(members):
            entity = desk.pairs.entities[member]
            label = f"{plain(entity.name)} :gray[{plain(entity.type, 20)}, {counted(entity.mentions, 'mention')}]"
            if st.checkbox(label, value=True, key=f"tick_{found.canonical}_{member}", disabled=at == 0):
                ticked.append(member)
        left_out = len(members) - len(ticked)
        ticked += found.members[MOST_MEMBERS:]
        if len(found.members) > MOST_MEMBERS:
            st.caption(f"{counted(len(found.members) - MOST_MEMBERS, 'more member')} joined with them.")
        label = f"Join {len(ticked)}" + (f", keep {left_out} apart" if left_out else "")
        if st.button(
            label if not found.decided or left_out else "Joined",
            key="join_cluster",
            icon=":material/merge:",
            disabled=found.decided and not left_out,
            help="A name that is not ticked is decided to be different; both can be undone.",
        ):
            desk.corpus.resolution.join_part(found, ticked, who=WHO)
            st.toast(f"{label}: decided.", icon=":material/check:")
            st.rerun()


def _draw(desk: Desk, found: Cluster) -> None:
    """The members on a circle, the pairs that joined them as lines, thicker the surer."""
    import altair as alt

    members = found.members[:MOST_MEMBERS]
    turn = 2 * math.pi / len(members)
    places = {one: (math.cos(at * turn + math.pi), math.sin(at * turn + math.pi)) for at, one in enumerate(members)}
    names = {one: plain_label(desk.pairs.entities[one].name) for one in members}
    nodes = pd.DataFrame(
        [(*places[one], names[one], one == found.canonical) for one in members], columns=["x", "y", "name", "first"]
    )
    links = pd.DataFrame(
        [
            (*places[p.left], *places[p.right], p.value, f"{names[p.left]} / {names[p.right]}")
            for p in found.pairs
            if p.left in places and p.right in places
        ],
        columns=["x", "y", "x2", "y2", "score", "pair"],
    )
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[-2.1, 2.1]))
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[-1.4, 1.4]))
    lines = (
        alt.Chart(links)
        .mark_rule(color=GREY)
        .encode(
            x=x, y=y, x2="x2", y2="y2",
            size=alt.Size("score:Q", scale=alt.Scale(domain=[0.6, 1.0], range=[0.6, 4]), legend=None),
            tooltip=["pair:N", alt.Tooltip("score:Q", format=".2f")],
        )
    )  # fmt: skip
    dots = (
        alt.Chart(nodes)
        .mark_circle(size=170, opacity=1)
        .encode(x=x, y=y, color=alt.condition("datum.first", alt.value(ORANGE), alt.value(BLUE)), tooltip=["name:N"])
    )
    ink = "#E6EBF0" if st.context.theme.type == "dark" else "#1C2733"
    text = alt.Chart(nodes).mark_text(dy=-15, fontSize=12, color=ink).encode(x=x, y=y, text="name:N")
    st.altair_chart(
        (lines + dots + text).properties(height=200).configure_view(strokeWidth=0), width="stretch", key="cluster_graph"
    )


def plain_label(name: str) -> str:
    """A name on one line, cut for a picture."""
    line = " ".join(name.split())
    return line if len(line) <= 26 else line[:25] + "…"
