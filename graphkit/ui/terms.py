"""The list of terms for the method ``gazetteer``: uploaded, understood, shown before it is used."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from graphkit.errors import BadTermList
from graphkit.extract.base import Extractor
from graphkit.extract.gazetteer import METHOD
from graphkit.extract.registry import create
from graphkit.extract.term_list import TEMPLATE, Term, read_terms
from graphkit.figures.words import counted
from graphkit.ui.plain import plain

_SHOWN = 200


def pick_terms(key: str) -> Callable[[], Extractor] | None:
    """An uploader with a template and a preview of what was understood; None as long as there is no good list."""
    with st.container(border=True):
        left, right = st.columns([4, 1], vertical_alignment="bottom")
        upload = left.file_uploader(
            "List of terms (CSV)",
            type=["csv", "tsv", "txt"],
            key=f"{key}_terms_file",
            help="A column name, and if wanted type, same_as (the term of which this is another name) and forms "
            "(inflections, with | between them).",
        )
        right.download_button(
            "Template",
            TEMPLATE.encode("utf-8-sig"),
            "terms.csv",
            "text/csv",
            icon=":material/download:",
            on_click="ignore",
            key=f"{key}_terms_template",
            width="stretch",
        )
        if upload is None:
            st.caption("Upload the list whose terms are to be found.")
            return None
        match_case = st.toggle("Match the letter case", key=f"{key}_terms_case", help="US and us are two terms then.")
        try:
            terms = read_terms(upload.getvalue(), match_case=match_case)
        except BadTermList as error:
            st.error(
                "\n".join([f"{plain(upload.name)} cannot be used; none of its terms was taken.", *_faults(error)]),
                icon=":material/error:",
            )
            return None
        _show(terms)
    return lambda: create(METHOD, terms=terms, match_case=match_case)


def _faults(error: BadTermList) -> list[str]:
    more = error.total - len(error.faults)
    return ["", *(f"* {plain(fault, 300)}" for fault in error.faults), *([f"* and {more:,} more"] if more else [])]


def _show(terms: tuple[Term, ...]) -> None:
    forms = sum(len(term.forms) for term in terms)
    others = sum(bool(term.same_as) for term in terms)
    kinds = len({term.type for term in terms})
    st.caption(
        f"Understood: {counted(len(terms), 'term')} of {counted(kinds, 'type')}, {counted(forms, 'further form')}, "
        f"{counted(others, 'other name')}." + (f" The first {_SHOWN}:" if len(terms) > _SHOWN else "")
    )
    table = pd.DataFrame(
        [(term.name, term.type, term.same_as, ", ".join(term.forms)) for term in terms[:_SHOWN]],
        columns=["name", "type", "same as", "forms"],
    )
    st.dataframe(table, hide_index=True, width="stretch", height=min(240, 38 + 35 * len(table)))
