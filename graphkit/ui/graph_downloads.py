"""Downloads of the graph exactly as it is filtered on the screen, made when they are asked for."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import streamlit as st

from graphkit.export.export import ExportGraph, export
from graphkit.export.proofs import proofs
from graphkit.neighbourhood import Subgraph
from graphkit.ui.graph_tables import edges_table, entities_table
from graphkit.ui.tables import as_csv
from graphkit.view import View

FORMATS = {"GraphML": ".graphml", "HTML": ".html", "JSON": ".json"}


def show_downloads(shown: Subgraph, view: View) -> None:
    """Buttons for names and edges as CSV and for the graph as a file of other programs."""
    with st.container(horizontal=True, gap="small"):
        _button("Names (CSV)", lambda: as_csv(entities_table(shown)), "names.csv", "text/csv")
        _button("Edges (CSV)", lambda: as_csv(edges_table(shown.edges, view.entities)), "edges.csv", "text/csv")
        for label, ending in FORMATS.items():
            _button(label, partial(exported, shown, view, ending), f"graph{ending}")


def _button(label: str, make: Callable[[], bytes], file: str, mime: str | None = None) -> None:
    st.download_button(
        label,
        make,
        file,
        mime,
        icon=":material/download:",
        on_click="ignore",
        help="The names and edges that are drawn, no others.",
    )


def exported(shown: Subgraph, view: View, ending: str) -> bytes:
    """The drawn part of the graph, with the first proofs of what is drawn, in the format of the ending."""
    drawn = ExportGraph(shown.entities, shown.edges, proofs(view, shown.entities, shown.edges))
    with tempfile.TemporaryDirectory() as folder:
        return export(drawn, Path(folder) / f"graph{ending}").read_bytes()
