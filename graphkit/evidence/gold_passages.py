"""The gold set of a corpus: where it is kept, which passages to mark, and how the methods fare on it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from urllib.parse import quote

from platformdirs import user_data_path

from graphkit.corpus import Corpus
from graphkit.evaluate.gold_figures import GoldFigures, gold_figures
from graphkit.evaluate.gold_set import GoldPassage, GoldSet, Loaded, place_gold
from graphkit.evaluate.suggesting import Suggestion, suggested, suggestions_in
from graphkit.model import GraphId
from graphkit.store.open import file_of

LOOKED_AT = 200
"""Documents from which passages are suggested: a random part of a large corpus."""


def gold_set_of(corpus: Corpus) -> GoldSet:
    """The gold set of a corpus: beside the file of its store, or in the user's data folder for a server's."""
    file = file_of(corpus.store.uri)
    digest = hashlib.sha256(corpus.store.uri.encode()).hexdigest()[:12]
    folder = (
        user_data_path("graphkit", appauthor=False) / "gold" / digest
        if file is None
        else file.with_name(f"{file.name}.gold")
    )
    scope = corpus.scope
    name = quote(scope.corpus_id, safe="") + (f"+{quote(scope.user_id, safe='')}" if scope.user_id else "")
    return GoldSet(folder / f"{name[:200]}.jsonl")


def suggested_passages(corpus: Corpus, graphs: Collection[GraphId]) -> list[Suggestion]:
    """Passages that are worth marking, spread over documents and over how much the graphs agree on them."""
    readable = [row.document_id for row in corpus.documents() if row.chunks]
    looked_at = sorted(readable, key=lambda name: hashlib.sha256(name.encode()).digest())[:LOOKED_AT]
    passages: list[Suggestion] = []
    for document_id in looked_at:
        found = {str(g): e for g, e in corpus.extractions(document_id).items() if g in graphs}
        passages += suggestions_in(corpus.chunks(document_id), found)
    return suggested(passages)


def load_gold(corpus: Corpus, data: str) -> Loaded:
    """Find the labelled texts of a file in the documents. Raises ``BadRequest`` for a file that makes no sense."""
    return place_gold(data, (corpus.document(row.document_id) for row in corpus.documents() if row.chunks))


def figures_on(corpus: Corpus, gold: Collection[GoldPassage], names: Mapping[GraphId, str]) -> tuple[GoldFigures, ...]:
    """Figures of the graphs that have names on the marked passages whose text is still as it was."""
    extractions = {document_id: corpus.extractions(document_id) for document_id in {p.document_id for p in gold}}
    by_name = {
        name: {document_id: own[graph] for document_id, own in extractions.items() if graph in own}
        for graph, name in names.items()
    }
    return gold_figures(sorted(gold, key=lambda passage: passage.key), by_name)


def usable(corpus: Corpus, gold: Collection[GoldPassage]) -> tuple[GoldPassage, ...]:
    """The marked passages whose document is still there with the same text."""
    known = {row.document_id for row in corpus.documents()}
    texts = {name: corpus.document(name).text for name in {p.document_id for p in gold} & known}
    return tuple(p for p in gold if texts.get(p.document_id, "")[p.start : p.end] == p.text)
