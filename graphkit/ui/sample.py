"""The sample documents that come with graphkit."""

from __future__ import annotations

from graphkit.config import DEFAULT_METHODS
from graphkit.corpus import Corpus
from graphkit.ingest.base import Source
from graphkit.ingest.files import find_files
from graphkit.model import Report
from graphkit.outcome import IngestResult
from graphkit.ui.location import sample_folder

SAMPLE_METHODS = (*DEFAULT_METHODS, "dependency")
"""Methods that run over the sample: names by rules, names with types, and stated relations."""


def sample_sources() -> list[Source]:
    """The sample's files, by name."""
    return [Source.of_file(path) for path in find_files([sample_folder()])]


def load_sample(corpus: Corpus, report: Report) -> IngestResult:
    """Read the sample into a corpus and run ``SAMPLE_METHODS`` over it."""
    return corpus.ingest(sample_sources(), methods=SAMPLE_METHODS, report=report)
