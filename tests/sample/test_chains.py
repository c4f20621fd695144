"""Both ways of finding names find those on which the sample's connections hang, one sentence a step."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from graphkit.extract.registry import create
from graphkit.ingest.base import Source
from graphkit.ingest.read import read
from graphkit.model import Chunk, Extraction
from graphkit.text import sentences

DOCUMENTS = Path(__file__).parents[2] / "sample_data" / "documents"
STEPS = (
    ("05_foundation_report.pdf", "Maren Aldquist", "Ellesbrook Foundation"),
    ("06_fund_letter.docx", "Ellesbrook Foundation", "Grenholt Capital Fund III"),
    ("07_register_note.md", "Grenholt Capital Fund III", "Dunmarle Holdings"),
    ("07_register_note.md", "Dunmarle Holdings", "Oskar Rennick"),
    ("15_pier_lease.pdf", "Ostrelle Harbour Authority", "Tarnholm Shipping Ltd."),
    ("17_board_minutes.docx", "Tarnholm Shipping", "Skarn Fuels"),
    ("13_note_de_credit.txt", "Skarn Fuels", "Banque Lorvaine"),
    ("11_bill_of_sale.docx", "Dunmarle Holdings", "Sable Heron"),
    ("12_ship_register.txt", "Lindmoor Carriers", "Sable Heron"),
    ("01_harbour_log.txt", "Thomas Arkwell", "Sable Heron"),
    ("18_captain_interview.md", "Olga Vorkova", "Oskar Rennick"),
)


@cache
def extraction(method: str, name: str) -> tuple[str, Extraction]:
    """Text of a document and what a method finds in it."""
    document = read(Source.of_file(DOCUMENTS / name)).document
    whole = Chunk(document.document_id, 0, 0, len(document.text))
    return document.text, next(iter(create(method).extract([(document, (whole,))])))


@pytest.mark.parametrize("method", ["regex", "ner"])
@pytest.mark.parametrize(("name", "left", "right"), STEPS)
def test_one_sentence_holds_both_names_of_a_step(method: str, name: str, left: str, right: str) -> None:
    text, found = extraction(method, name)
    together = [
        text[sentence.start : sentence.end]
        for sentence in sentences(text)
        if {left, right} <= {m.text for m in found.mentions if sentence.start <= m.start and m.end <= sentence.end}
    ]
    assert together
