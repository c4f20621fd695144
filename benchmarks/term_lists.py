"""A list of terms found in texts, one core: megabytes of text a processor second, beside spaCy's matcher of phrases.

The list holds the names that the texts repeat most. spaCy's matcher compares its tokens in any letter case and yields
spans; ours also looks at sentences and yields the pairs in each.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.metadata import version

from benchmarks.published_extractors import PASSAGES, one_core, passages
from benchmarks.rows import Row, skipped
from graphkit.extract.registry import create
from graphkit.ids import canonical
from graphkit.model import Chunk, Document, DocumentId

RUNS = 3
TERMS = 2_000
TEXTS = 1_890


def rows() -> list[Row]:
    """One row: the method ``gazetteer`` beside spaCy."""
    if not PASSAGES.exists():
        return [skipped("term lists", "the evaluation sets are not beside the checkout")]
    texts = passages(TEXTS)
    with one_core():
        terms = listed(texts)
        return [
            Row(
                figure=f"gazetteer of {len(terms):,} terms, one core",
                ours=ours(terms, texts),
                reference=phrase_matcher(terms, texts),
                reference_name=f"spaCy {version('spacy')} PhraseMatcher",
                unit="MB/s",
                data=f"{len(texts):,} passages of MuSiQue",
            )
        ]


def listed(texts: Sequence[str]) -> list[str]:
    """The names that the texts repeat most, each in one letter case."""
    counts = Counter(mention.text for found in create("regex").extract(_documents(texts)) for mention in found.mentions)
    spelled: dict[str, str] = {}
    for name, _ in counts.most_common():
        spelled.setdefault(canonical(name), name)
    return list(spelled.values())[:TERMS]


def ours(terms: Sequence[str], texts: Sequence[str]) -> list[float]:
    """The method with the list."""
    extractor, documents = create("gazetteer", terms=list(terms)), _documents(texts)

    def read() -> None:
        for _ in extractor.extract(documents):
            pass

    return _rates(read, texts)


def phrase_matcher(terms: Sequence[str], texts: Sequence[str]) -> list[float]:
    """The matcher with the list, over the tokens of an empty English pipeline."""
    import spacy
    from spacy.matcher import PhraseMatcher

    pipeline = spacy.blank("en")
    matcher = PhraseMatcher(pipeline.vocab, attr="LOWER")
    matcher.add("TERM", list(pipeline.pipe(terms)))

    def read() -> None:
        for document in pipeline.pipe(texts):
            matcher(document)

    return _rates(read, texts)


def _documents(texts: Sequence[str]) -> list[tuple[Document, tuple[Chunk, ...]]]:
    keys = [DocumentId(f"d{number}") for number in range(len(texts))]
    return [
        (Document(key, "", text, "bench"), (Chunk(key, 0, 0, len(text)),))
        for key, text in zip(keys, texts, strict=True)
    ]


def _rates(read: Callable[[], None], texts: Sequence[str]) -> list[float]:
    size = sum(len(text.encode()) for text in texts) / 1e6
    read()
    rates = []
    for _ in range(RUNS):
        began = time.process_time()
        read()
        rates.append(size / (time.process_time() - began))
    return rates
