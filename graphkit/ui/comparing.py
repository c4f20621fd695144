"""Methods side by side on one text: columns of marked text, what all and what only one found, agreement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from graphkit.compare.comparison import Comparison, EntityRow
from graphkit.compare.layers import highlights
from graphkit.corpus import Corpus
from graphkit.figures.highlight import Mark, pieces
from graphkit.figures.words import counted
from graphkit.ids import canonical
from graphkit.model import DocumentId, Extraction, GraphId
from graphkit.ui.evidence import show_text
from graphkit.ui.plain import plain
from graphkit.ui.resources import keep_with_store

ALL, SOME, DISAGREE = "Found by all", "Found by several", "Disagree on type"


@st.cache_resource(show_spinner="Comparing …", max_entries=12)
def _compared(
    _corpus: Corpus, names: dict[GraphId, str], document: DocumentId | None, at: tuple[object, ...]
) -> Comparison:
    return _corpus.compare(names, documents=None if document is None else [document], names=names)


keep_with_store(_compared)


def compared(corpus: Corpus, names: dict[GraphId, str], document: DocumentId | None) -> Comparison:
    """The graphs that have names side by side over one document, or over all (None); made once a revision."""
    return _compared(corpus, names, document, (corpus.store.uri, corpus.scope, corpus.revision))


def show_columns(text: str, found: Mapping[str, Extraction], start: int, end: int) -> None:
    """The passage once for each method, with the names that it found there; counts above."""
    spans = highlights(found, start, end)
    for column, (method, extraction) in zip(st.columns(len(found)), found.items(), strict=True):
        with column:
            st.subheader(plain(method), anchor=False)
            here = [m for m in extraction.mentions if m.start < end and m.end > start]
            distinct = len({canonical(m.text) for m in here})
            st.caption(f"{counted(len(here), 'mention')} of {counted(distinct, 'name')}")
            marks = [Mark(span.start, span.end, span.type, span.type) for span in spans[method]]
            show_text(pieces(text[start:end], marks, offset=start), key=f"compare_{method}_{start}_{end}", height=420)


def show_names(comparison: Comparison) -> None:
    """Names with the methods that found them, filtered by who found them."""
    groups = _groups(comparison)
    chosen = st.pills(
        "Show",
        list(groups),
        default=next(iter(groups)),
        format_func=lambda name: f"{name} ({len(groups[name])})",
        key="compare_group",
        required=True,
    )
    rows = groups[chosen]
    st.dataframe(names_table(rows, comparison.methods), hide_index=True, width="stretch", key="compare_names")


def show_relations(comparison: Comparison) -> None:
    """Relations with the wording that each method gives them."""
    st.dataframe(relations_table(comparison), hide_index=True, width="stretch", key="compare_relations")


def show_agreement(comparison: Comparison) -> None:
    """F1 between each two methods: same span, overlapping span, same span and type."""
    pairs = [(a, b) for (a, b) in comparison.matrix if comparison.methods.index(a) < comparison.methods.index(b)]
    table = pd.DataFrame(
        [
            {
                "methods": f"{a} and {b}",
                "same span": comparison.matrix[a, b].strict,
                "overlapping span": comparison.matrix[a, b].tolerant,
                "same span and type": comparison.matrix[a, b].typed,
            }
            for a, b in pairs
        ]
    )
    bar = st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="percent")
    st.dataframe(
        table,
        hide_index=True,
        width="stretch",
        column_config=dict.fromkeys(("same span", "overlapping span", "same span and type"), bar),
    )
    st.caption("F1 of one method against the other: 100% means that both found the same.")


def names_table(rows: Sequence[EntityRow], methods: Sequence[str]) -> pd.DataFrame:
    """One row a name; for each method how often it found it, and as what."""
    return pd.DataFrame(
        [
            {"name": row.name, "documents": row.documents} | {method: _said(row, method) for method in methods}
            for row in rows
        ],
        columns=["name", "documents", *methods],
    )


def relations_table(comparison: Comparison) -> pd.DataFrame:
    """One row a pair of names; for each method in what words it relates them."""
    return pd.DataFrame(
        [
            {"subject": row.subject, "object": row.object}
            | {method: "; ".join(row.predicates.get(method, ())) for method in comparison.methods}
            for row in comparison.relations
        ],
        columns=["subject", "object", *comparison.methods],
    )


def _said(row: EntityRow, method: str) -> str:
    count = row.counts.get(method)
    return f"{count} × {', '.join(row.types[method])}" if count else ""


def _groups(comparison: Comparison) -> dict[str, Sequence[EntityRow]]:
    groups: dict[str, Sequence[EntityRow]] = {ALL: comparison.by_all}
    if len(comparison.methods) > 2:
        groups[SOME] = [row for row in comparison.entities if row.group == "some"]
    groups |= {f"Only {method}": comparison.only(method) for method in comparison.methods}
    groups[DISAGREE] = comparison.disagreements
    return groups
