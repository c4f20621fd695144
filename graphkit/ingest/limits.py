"""How much a reader may take in before it refuses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds that keep one hostile or huge file from stopping the rest.

    ``max_unpacked_bytes`` and ``max_members`` bound what a ZIP container (DOCX, XLSX, …) may hold. ``max_depth`` is the
    number of levels that HTML and XML may nest, ``max_parts`` the number of parts of a mail. ``seconds`` and
    ``memory_bytes`` (address space) are held by the worker process alone. ``ocr`` lets the program ``tesseract``
    read pages that are pictures; it is off by default, since its text depends on the machine.
    """

    max_bytes: int = 500_000_000
    max_unpacked_bytes: int = 400_000_000
    max_members: int = 10_000
    max_pages: int = 20_000
    max_depth: int = 1_000
    max_parts: int = 200
    max_characters: int = 50_000_000
    seconds: float = 60.0
    memory_bytes: int = 4_000_000_000
    ocr: bool = False
    ocr_languages: str = "eng"


DEFAULT_LIMITS = Limits()
