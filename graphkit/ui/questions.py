"""Questions to begin with, and those asked in this session."""

from __future__ import annotations

import json

import streamlit as st

from graphkit.corpus import Corpus
from graphkit.ui.location import sample_folder

_ASKED = "_asked_questions"
KEPT = 6


def remember(question: str) -> None:
    """Put a question at the head of those asked in this session."""
    asked = [text for text in remembered() if text != question]
    st.session_state[_ASKED] = [question, *asked][:KEPT]


def remembered() -> list[str]:
    """The questions asked in this session, newest first."""
    return list(st.session_state.get(_ASKED, []))


def examples(corpus: Corpus) -> list[str]:
    """Questions to try: those of the sample if it is loaded, else ones about the most mentioned names."""
    gold = sample_folder().parent / "gold" / "questions.jsonl"
    sources = {row.source for row in corpus.documents()}
    if gold.is_file() and any(str(sample_folder()) in source for source in sources):
        lines = gold.read_text("utf-8").splitlines()
        return [json.loads(line)["question"] for line in lines if line][:KEPT]
    names = [entity.name for entity in corpus.view().top(3)]
    asked = [f"What is known about {name}?" for name in names[:2]]
    return [*asked, f"How is {names[0]} connected to {names[2]}?"] if len(names) == 3 else asked
