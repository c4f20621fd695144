"""Downloads of the graph exactly as it is filtered on the screen."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

import pandas as pd
import streamlit as st

from graphkit.export.export import ExportGraph, export
from graphkit.ui.tables import as_csv
from graphkit.view import Subgraph

FILES = {"GraphML": ".graphml", "HTML": ".html", "JSON": ".json"}


def show_downloads(shown: Subgraph, entities: pd.DataFrame, edges: pd.DataFrame) -> None:
    """Buttons for names and edges as CSV and for the graph as a file of other programs."""
    with st.container(horizontal=True, gap="small"):
        for label, table in (("Names", entities), ("Edges", edges)):
            st.download_button(
                f"{label} (CSV)",
                as_csv(table),
                f"{label.lower()}.csv",
                "text/csv",
                icon=":material/download:",
                on_click="ignore",
            )
        for label, ending in FILES.items():
            st.download_button(
                label,
                partial(exported, shown, ending),
                f"graph{ending}",
                icon=":material/download:",
                on_click="ignore",
                help="The names and edges that are drawn, no others.",
            )


def exported(shown: Subgraph, ending: str) -> bytes:
    """The drawn part of the graph in the format of the ending."""
    with tempfile.TemporaryDirectory() as folder:
        return export(ExportGraph(shown.entities, shown.edges), Path(folder) / f"graph{ending}").read_bytes()
