"""Methods side by side on one text: columns of marked text, what all and what only one found, agreement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from graphkit.compare.comparison import Comparison, EntityRow, RelationRow
from graphkit.compare.layers import Highlight, highlights
from graphkit.corpus import Corpus
from graphkit.evidence.quotes import place_quote
from graphkit.figures.layered import LayeredMark, NameLook, layered_pieces, name_looks
from graphkit.figures.palette import look
from graphkit.figures.words import counted
from graphkit.ids import canonical
from graphkit.model import Chunk, DocumentId, Extraction, GraphId
from graphkit.ui.address import number_in_address
from graphkit.ui.evidence import show_layered_text, show_quotes
from graphkit.ui.plain import plain
from graphkit.ui.resources import keep_with_store

EVERYTHING, ALL, AGREED, SOME = "Everything", "Found by all", "By at least two", "By several, not all"
DISAGREE = "Disagree on type"
MOST_SENTENCES = 500
"""Rows of relations that are shown, since each has its sentence read from its document."""

Row = TypeVar("Row", EntityRow, RelationRow)


@st.cache_resource(show_spinner="Comparing …", max_entries=12)
def _compared(
    _corpus: Corpus, names: dict[GraphId, str], document: DocumentId | None, at: tuple[object, ...]
) -> Comparison:
    return _corpus.compare(names, documents=None if document is None else [document], names=names)


keep_with_store(_compared)


def compared(corpus: Corpus, names: dict[GraphId, str], document: DocumentId | None) -> Comparison:
    """The graphs that have names side by side over one document, or over all (None); made once a revision."""
    return _compared(corpus, names, document, (corpus.store.uri, corpus.scope, corpus.revision))


def pick_passage(corpus: Corpus, document_id: DocumentId, place: DeltaGenerator) -> Chunk:
    """The passage of the document to look at; it is in the address, so a link shows the same."""
    chunks = corpus.chunks(document_id)
    first = min(max(1, number_in_address("passage") or 1), len(chunks))
    number = place.number_input(f"Passage (of {len(chunks)})", 1, len(chunks), first, key=f"passage_{document_id}")
    st.query_params["passage"] = str(number)
    return chunks[number - 1]


def show_columns(text: str, found: Mapping[str, Extraction], passage: Chunk) -> None:
    """The passage once for each method, with the names that it found there; one name has one colour everywhere."""
    start, end = passage.start, passage.end
    spans = highlights(found, start, end)
    looks = _looks(spans)
    for column, (method, extraction) in zip(st.columns(len(found)), found.items(), strict=True):
        with column:
            st.subheader(plain(method), anchor=False)
            distinct = len({canonical(span.text) for span in spans[method]})
            st.caption(f"{counted(len(spans[method]), 'mention')} of {counted(distinct, 'name')}")
            for failure in extraction.failures:
                if failure.index == passage.index:
                    st.error(f"It failed here: {plain(failure.reason, 300)}", icon=":material/error:")
            marks = [
                LayeredMark(span.start, span.end, canonical(span.text), look(span.type).letter, span.type)
                for span in spans[method]
            ]
            pieces = layered_pieces(text[start:end], marks, looks, offset=start)
            show_layered_text(pieces, key=f"compare_{method}_{start}_{end}")
    st.caption(
        "One name has one colour and stroke in all columns; a name inside another has its line nearer to the text. "
        "The small letter tells the type: P person, O organisation, G and L places, T word, ? unknown."
    )


def _looks(spans: Mapping[str, Sequence[Highlight]]) -> dict[str, NameLook]:
    """Looks by name: those that most methods found get theirs first."""
    first: dict[str, int] = {}
    methods: Counter[str] = Counter()
    for own in spans.values():
        methods.update({canonical(span.text) for span in own})
        for span in own:
            first[canonical(span.text)] = min(first.get(canonical(span.text), span.start), span.start)
    return name_looks(sorted(first, key=lambda name: (-methods[name], first[name], name)))


def show_names(corpus: Corpus, comparison: Comparison) -> None:
    """Names with the methods that found them, filtered by who found them; a chosen row shows its sentences."""
    chosen, groups = _pick_group(comparison, comparison.entities, "names")
    if chosen == DISAGREE:
        st.caption("Names to which methods give types that cannot be one, such as a person and a place.")
    rows = groups[chosen]
    _chosen_rows(names_table(rows, comparison.methods), "compare_names", corpus, rows, chosen)


def show_relations(corpus: Corpus, comparison: Comparison) -> None:
    """Relations with the wording that each method gives them, and the sentence that proves the first."""
    chosen, groups = _pick_group(comparison, comparison.relations, "relations")
    rows = groups[chosen]
    table = relations_table(rows[:MOST_SENTENCES], comparison.methods)
    table["sentence"] = [_sentence(corpus, row) for row in rows[:MOST_SENTENCES]]
    st.caption(
        "A pair of names in one row, whichever way round; ← goes the other way than the row."
        + (f" The first {MOST_SENTENCES:,} of {len(rows):,} rows." if len(rows) > MOST_SENTENCES else "")
    )
    _chosen_rows(table, "compare_relations", corpus, rows, chosen)


def _chosen_rows(
    table: pd.DataFrame, key: str, corpus: Corpus, rows: Sequence[EntityRow] | Sequence[RelationRow], group: str
) -> None:
    if table.empty:
        st.caption("There is nothing in this group.")
        return
    event = st.dataframe(
        table, hide_index=True, width="stretch", key=f"{key}_{group}", on_select="rerun", selection_mode="single-row"
    )
    if not event.selection.rows:
        st.caption("Choose a row to read the sentence that each method took it from.")
        return
    row = rows[event.selection.rows[0]]
    shown = [place_quote(corpus, place, note=method) for method, place in row.places.items()]
    show_quotes(shown, key=f"{key}_quotes")


def _pick_group(comparison: Comparison, rows: Sequence[Row], what: str) -> tuple[str, dict[str, Sequence[Row]]]:
    groups = _groups(comparison.methods, rows)
    chosen = st.pills(
        "Show",
        list(groups),
        default=next((name for name, own in groups.items() if own), EVERYTHING),
        format_func=lambda name: f"{name} ({len(groups[name]):,})",
        key=f"compare_group_{what}",
        required=True,
        help="Who found it; the number says how many rows that are.",
    )
    return chosen, groups


def _groups(methods: Sequence[str], rows: Sequence[Row]) -> dict[str, Sequence[Row]]:
    groups: dict[str, Sequence[Row]] = {EVERYTHING: rows, ALL: [row for row in rows if row.group == "all"]}
    if len(methods) > 2:
        groups[AGREED] = [row for row in rows if len(row.found_by) > 1]
        groups[SOME] = [row for row in rows if row.group == "some"]
    groups |= {f"Only {method}": [row for row in rows if row.found_by == (method,)] for method in methods}
    disputed = [row for row in rows if isinstance(row, EntityRow) and row.disagree]
    return groups if rows and isinstance(rows[0], RelationRow) else groups | {DISAGREE: disputed}


def _sentence(corpus: Corpus, row: RelationRow) -> str:
    place = next(iter(row.places.values()), None)
    return "" if place is None else place_quote(corpus, place).text


def names_table(rows: Sequence[EntityRow], methods: Sequence[str]) -> pd.DataFrame:
    """One row a name; how many methods found it, and each of them how often and as what."""
    return pd.DataFrame(
        [
            {"name": row.name, "found by": len(row.found_by), "documents": row.documents}
            | {method: _said(row, method) for method in methods}
            for row in rows
        ],
        columns=["name", "found by", "documents", *methods],
    )


def relations_table(rows: Sequence[RelationRow], methods: Sequence[str]) -> pd.DataFrame:
    """One row a pair of names; for each method in what words it relates them."""
    return pd.DataFrame(
        [
            {"subject": row.subject, "object": row.object}
            | {method: "; ".join(row.predicates.get(method, ())) for method in methods}
            for row in rows
        ],
        columns=["subject", "object", *methods],
    )


def _said(row: EntityRow, method: str) -> str:
    count = row.counts.get(method)
    return f"{count} × {', '.join(row.types[method])}" if count else ""
