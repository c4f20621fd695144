"""Reads one file in this process: what kind it is, its reader, and the document that comes of it.

Files of unknown origin go through ``graphkit.ingest.worker``, which calls this in a process of its own.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from pathlib import PurePath

from graphkit.errors import DamagedDocument, DocumentTooLarge, ReadError
from graphkit.ids import document_id
from graphkit.ingest.base import ReadResult, Source
from graphkit.ingest.delimited import read_table
from graphkit.ingest.docx import read_docx
from graphkit.ingest.draft import Draft, settle
from graphkit.ingest.html import read_html
from graphkit.ingest.kinds import Kind, kind_of
from graphkit.ingest.language import language_of
from graphkit.ingest.limits import DEFAULT_LIMITS, Limits
from graphkit.ingest.mail import read_mail
from graphkit.ingest.markdown import read_markdown
from graphkit.ingest.pdf.document import read_pdf
from graphkit.ingest.plain import read_text
from graphkit.ingest.spreadsheet import read_spreadsheet
from graphkit.model import Document
from graphkit.text import is_blank

_MAX_TITLE = 200
_BLANK_BYTES = b" \t\r\n\f\v\x00\xef\xbb\xbf\xff\xfe"
_PLACEHOLDER = re.compile(
    r"untitled|title|document\d*|slide \d+|presentation\d*|microsoft word\b.*|powerpoint presentation|"
    r".*\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?|xlsx?|rtf|odt|pmd|fm|ps)",
    re.I,
)


def read(source: Source, *, limits: Limits = DEFAULT_LIMITS) -> ReadResult:
    """The document in a file.

    A file without text gives a document whose text is blank and a warning that says why. Raises the ReadError
    family and nothing else; its time and memory are not bounded here but by the worker.
    """
    content = _content(source, limits)
    draft = Draft()
    if content.strip(_BLANK_BYTES):
        _fill(draft, source.name, content, limits)
    else:
        draft.warn(f"no text: the file {'is empty' if not content else 'holds nothing but blanks'}")
    return _result(source, content, draft, limits)


def _content(source: Source, limits: Limits) -> bytes:
    if source.content is not None:
        content, size = source.content, len(source.content)
    elif source.path is not None:
        try:
            size = source.path.stat().st_size
            content = source.path.read_bytes() if size <= limits.max_bytes else b""
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise ReadError(
                f"“{source.name}” cannot be opened ({reason}). Check that it exists and may be read; "
                "nothing was stored for it."
            ) from error
    else:
        raise ReadError(f"“{source.name}” has neither a path nor content. Nothing was stored for it.")
    if size > limits.max_bytes:
        raise DocumentTooLarge(
            f"“{source.name}” has {size / 1e6:,.0f} MB, over the limit of {limits.max_bytes / 1e6:,.0f} MB. "
            "Split it and add the parts; nothing was stored for it."
        )
    return content


def _fill(draft: Draft, name: str, content: bytes, limits: Limits) -> None:
    kind = kind_of(name, content)
    try:
        _read_kind(kind, name, content, draft, limits)
    except (ReadError, MemoryError):
        raise
    # Parsers of four libraries work here on files that may be damaged in any way, and raise whatever they happen to.
    # Each such case means the same to a user: this file cannot be read, the others can.
    except Exception as error:
        raise DamagedDocument(
            f"“{name}” cannot be read as {kind}: it is damaged ({type(error).__name__}: {str(error)[:200]}). "
            "Get it again from its origin; nothing was stored for it."
        ) from error


def _read_kind(kind: Kind, name: str, content: bytes, draft: Draft, limits: Limits) -> None:
    if kind == "pdf":
        read_pdf(content, draft, limits)
    elif kind == "docx":
        read_docx(content, draft, limits)
    elif kind == "xlsx":
        read_spreadsheet(content, draft, limits)
    elif kind == "html":
        read_html(content, draft, limits)
    elif kind == "mail":
        read_mail(content, draft, limits)
    elif kind == "markdown":
        read_markdown(content, draft)
    elif kind == "table":
        read_table(content, draft, suffix=PurePath(name).suffix.lower())
    else:
        read_text(content, draft)
        if PurePath(name).suffix.lower() == ".json":
            draft.media_type = "application/json"


def _result(source: Source, content: bytes, draft: Draft, limits: Limits) -> ReadResult:
    text = draft.text
    if len(text) > limits.max_characters:
        raise DocumentTooLarge(
            f"“{source.name}” holds {len(text):,} characters, over the limit of {limits.max_characters:,}. "
            "Split it and add the parts; nothing was stored for it."
        )
    if is_blank(text):
        text = ""
        draft.headings.clear()
        draft.boxes.clear()
        draft.page_starts.clear()
        if not any(warning.startswith("no text") for warning in draft.warnings):
            draft.warn("no text: the file holds nothing that can be read as words")
    document = Document(
        document_id=document_id(content),
        title=_title(draft, text, source.name),
        text=text,
        source=source.address,
        media_type=draft.media_type,
        language=language_of(text),
        content_hash=hashlib.sha256(content).hexdigest(),
        page_starts=tuple(draft.page_starts) + (len(text),) * (draft.pages_pending if text else 0),
        headings=tuple(draft.headings),
        boxes=tuple(draft.boxes),
        metadata=draft.metadata,
    )
    return ReadResult(document, {name: count for name, count in draft.repairs.items() if count}, tuple(draft.warnings))


def _title(draft: Draft, text: str, name: str) -> str:
    """What the file says that it is called, else its first heading, else its name without the ending."""
    stated = " ".join(settle(draft.title, Counter()).split())
    stem = PurePath(name).stem
    if stated and not _PLACEHOLDER.fullmatch(stated) and any(map(str.isalpha, stated)):
        return _shortened(stated)
    if draft.headings:
        heading = " ".join(text[draft.headings[0].start : draft.headings[0].end].split())
        if any(map(str.isalpha, heading)):
            return _shortened(heading)
    visible = "".join(c for c in settle(stem, Counter()) if unicodedata.category(c)[0] != "C")
    return _shortened(" ".join(visible.split())) or "untitled"


def _shortened(title: str) -> str:
    if len(title) <= _MAX_TITLE:
        return title
    cut = title[: _MAX_TITLE - 1]
    return cut[: cut.rfind(" ") if cut.rfind(" ") > _MAX_TITLE // 2 else len(cut)] + "…"
