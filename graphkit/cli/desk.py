"""The corpus that a command works on, opened as the command line says."""

from __future__ import annotations

from contextlib import AbstractContextManager

from graphkit.cli.options import chosen_corpus, chosen_store
from graphkit.corpus import Corpus, open_corpus


def open_chosen_corpus(*, vectors: bool = False) -> AbstractContextManager[Corpus]:
    """The corpus of ``--store`` and ``--corpus``; with the embedding model only where ``vectors`` are needed."""
    return open_corpus(corpus=chosen_corpus(), config=chosen_store(), embedder="minilm" if vectors else None)
