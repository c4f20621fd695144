"""Plain text: as it is, with pages where the file has form feeds."""

from __future__ import annotations

from graphkit.ingest.draft import Draft, settle
from graphkit.ingest.encodings import decode, mend_wrong_decoding


def read_text(content: bytes, draft: Draft) -> None:
    """Read a text file; its line ends are unified, nothing else is laid out anew."""
    text, encoding = decode(content, draft.repairs)
    draft.metadata["encoding"] = encoding
    text = mend_wrong_decoding(text, draft.repairs)
    pages = text.split("\f")
    if len(pages) > 1 and not pages[-1].strip():
        pages.pop()
    for page in pages:
        if len(pages) > 1:
            draft.page()
        settled = settle(page, draft.repairs).strip("\n").rstrip()
        if settled:
            draft.append(settled, gap="\n")
