"""Choosing extraction methods, and for a language model what it may do and spend."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from graphkit.config import DEFAULT_METHODS
from graphkit.errors import GraphkitError
from graphkit.extract.base import Extractor
from graphkit.extract.gazetteer import METHOD as GAZETTEER
from graphkit.extract.llm import llm_extractor
from graphkit.extract.llm_findings import METHOD as LLM
from graphkit.extract.registry import methods
from graphkit.ui.location import pages_folder
from graphkit.ui.models import model_choice
from graphkit.ui.plain import plain
from graphkit.ui.terms import pick_terms

Chosen = Callable[[], list[str | Extractor]]
"""Makes the extractors when work begins. Raises ``GraphkitError``."""


def pick_methods(*, key: str = "methods", default: tuple[str, ...] = DEFAULT_METHODS) -> Chosen | None:
    """Pills of methods with what each does; None as long as the choice cannot run."""
    known = methods()
    able = [name for name, info in known.items() if not info.availability or name == LLM]
    chosen = st.pills(
        "Extraction methods",
        able,
        selection_mode="multi",
        default=[name for name in default if name in able],
        format_func=lambda name: known[name].title,
        key=key,
        help="Each method makes a graph of its own; compare them side by side, or look at their union.",
    )
    for name in chosen:
        st.caption(f"**{plain(known[name].title)}**: {plain(known[name].description, 300)}")
    for name, info in known.items():
        if name not in able:
            st.caption(f":material/info: {plain(name)} cannot run here: {plain(info.availability, 300)}")
    plain_names: list[str | Extractor] = [name for name in chosen if name not in _ASKING]
    made = [_ASKING[name](key) for name in chosen if name in _ASKING]
    ready = [make for make in made if make is not None]
    if not chosen or len(ready) < len(made):
        return None
    return lambda: [*plain_names, *(make() for make in ready)]


def _language_model(key: str) -> Callable[[], Extractor] | None:
    """What the model may do and spend; None, with the reason, if it cannot be asked."""
    model = model_choice()
    with st.container(border=True):
        fault = "No language model is set up." if model is None else model.fault()
        if model is None or fault:
            st.warning(plain(fault, 500), icon=":material/key_off:")
            st.page_link(pages_folder() / "settings.py", label="Choose a language model", icon=":material/settings:")
            return None
        st.markdown(f":material/smart_toy: **{plain(model.words, 300)}**")
        st.caption("The text of the documents is sent there.")
        left, middle, right = st.columns(3)
        types = left.text_input(
            "Entity types", placeholder="any", help="Separated by commas; others become UNKNOWN.", key=f"{key}_types"
        )
        calls = middle.number_input(
            "Most calls", min_value=0, value=0, step=100, help="0: no limit. The run stops and keeps what it has.",
            key=f"{key}_calls",
        )  # fmt: skip
        money = right.number_input(
            "Most money", min_value=0.0, value=0.0, step=0.5, format="%.2f", help="0: no limit. In the currency of the "
            "price; only for models whose price is known.", key=f"{key}_money",
        )  # fmt: skip
        with st.container(horizontal=True):
            relations = st.toggle("Relations", value=True, key=f"{key}_relations")
            across = st.toggle("Across passages", key=f"{key}_across", disabled=not relations)
            again = st.toggle("Ask twice", key=f"{key}_again", help="A second call for what was overlooked.")
    options: dict[str, object] = {
        "provider": model.provider,
        "model": model.model,
        "base_url": model.base_url,
        "entity_types": types,
        "extract_relations": relations,
        "cross_chunk_relations": relations and across,
        "gleaning_passes": int(again),
        "max_calls": int(calls) or None,
        "max_cost": float(money) or None,
    }
    secret = model.config.key
    try:
        llm_extractor(options, secret)
    except GraphkitError as fault:
        st.error(plain(str(fault), 500), icon=":material/error:")
        return None
    return lambda: llm_extractor(options, secret)


_ASKING: dict[str, Callable[[str], Callable[[], Extractor] | None]] = {LLM: _language_model, GAZETTEER: pick_terms}
"""Methods that need more than a choice, and what asks for it."""
