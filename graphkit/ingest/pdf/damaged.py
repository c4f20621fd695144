"""Damaged PDF files: rewritten by a library that forgives more, or at least their words without geometry.

That library never ends on some files (a page tree that loops), so this may only run in the worker with its time limit.
"""

from __future__ import annotations

from graphkit.ingest.pdf.codes import is_rubbish, mend_coded_text

_MAX_PAGES = 2_000


def rewritten(content: bytes) -> bytes | None:
    """The file as the other library understands and writes it, None when it does not."""
    import pdf_oxide

    try:
        return bytes(pdf_oxide.PdfDocument.from_bytes(content).to_bytes())
    except (RuntimeError, ValueError, OSError):
        return None


def words_of_pages(content: bytes) -> list[str]:
    """The words of each page as the other library finds them, none when it finds nothing that can be read."""
    import pdf_oxide

    try:
        document = pdf_oxide.PdfDocument.from_bytes(content)
        count = min(document.page_count(), _MAX_PAGES)
    except (RuntimeError, ValueError, OSError):
        return []
    pages = []
    for number in range(count):
        try:
            text = str(document.extract_text(number))
        except (RuntimeError, ValueError, OSError):
            text = ""
        text, _ = mend_coded_text(text)
        pages.append("" if is_rubbish(text) else text)
    return pages if any(page.strip() for page in pages) else []
