"""Same input and configuration: byte-equal output, in any folder, process and order of hashes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from graphkit.extract import registry

PROGRAM = """
import sys
from graphkit.extract import registry
from graphkit.model import Chunk, Document, DocumentId
from graphkit.store.contribution import Record
from graphkit.text import sentences

text = ("Acme Corp. bought Beta Inc. in Geneva. Dr. Ada Okafor of the World Health Organization (WHO) met Jean-Luc "
        "Picard. 東京 is far; Анна Каренина is not.\\n\\nThe WHO said that Picard's house was sold to Acme Corp. ") * 3
document = Document(DocumentId("d"), "T", text, "test:d")
chunks = tuple(Chunk(DocumentId("d"), i, s.start, s.end) for i, s in enumerate(sentences(text)))
for method in sys.argv[1:]:
    options = {"terms": ["Geneva", {"name": "WHO", "type": "ORG"}, "house"]} if method == "gazetteer" else {}
    extractor = registry.create(method, **options)
    (extraction,) = extractor.extract([(document, chunks)])
    print(registry.graph_of(extractor), Record.of(extraction).json())
"""


def output(folder: Path, seed: str, methods: list[str]) -> bytes:
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", PROGRAM, *methods]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True, timeout=300).stdout


def test_two_processes_in_two_folders_write_the_same_bytes(tmp_path):
    methods = [name for name, info in registry.methods().items() if not info.availability and name != "llm"]
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    first = output(tmp_path / "one", "1", methods)
    assert len(first.splitlines()) == len(methods)
    assert output(tmp_path / "two", "2", methods) == first
