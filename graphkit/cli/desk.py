"""The corpus that a command works on, opened as the command line says."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace

from graphkit.cli.options import chosen_corpus, chosen_embedder, chosen_store
from graphkit.cli.output import note
from graphkit.corpus import Corpus, open_corpus
from graphkit.store.open import absent_file


def open_chosen_corpus(*, vectors: bool = False, make: bool = False) -> AbstractContextManager[Corpus]:
    """The corpus of ``--store`` and ``--corpus``; with the embedding model only where ``vectors`` are needed.

    Only a command that brings something in may ``make`` the store's file. For the others a missing one is an
    empty store, which leaves nothing behind, and a note says so.
    """
    config = chosen_store()
    file = None if make else absent_file(config)
    if file is not None:
        note(f"There is no store at {file} yet; the first document makes it. Nothing was created.")
        config = replace(config, uri="memory://")
    return open_corpus(corpus=chosen_corpus(), config=config, embedder=chosen_embedder() if vectors else None)
