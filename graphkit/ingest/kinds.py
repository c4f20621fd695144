"""What kind of file this is: by its content, then by its name."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from pathlib import PurePath
from typing import Literal

from graphkit.errors import PasswordNeeded, UnsupportedFormat
from graphkit.ingest.encodings import decode, looks_binary

Kind = Literal["text", "markdown", "html", "pdf", "docx", "table", "mail", "xlsx"]

BY_SUFFIX: dict[str, Kind] = {
    ".txt": "text",
    ".text": "text",
    ".log": "text",
    ".json": "text",
    ".jsonl": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
    ".docx": "docx",
    ".docm": "docx",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
    ".csv": "table",
    ".tsv": "table",
    ".eml": "mail",
}
_PACKED: frozenset[str] = frozenset({"pdf", "docx", "xlsx"})
_PARTS: tuple[tuple[str, Kind], ...] = (("word/", "docx"), ("xl/", "xlsx"))
_FOREIGN = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"II*\x00", "a TIFF picture"),
    (b"MM\x00*", "a TIFF picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"Rar!", "a RAR archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"SQLite format 3\x00", "a database"),
    (b"ID3", "a sound file"),
    (b"OggS", "a sound file"),
    (b"{\\rtf", "an RTF text"),
)
_HTML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)
_HEADER = re.compile(
    r"^(?:From|To|Cc|Subject|Date|Received|MIME-Version|Message-ID|Return-Path|Delivered-To|Reply-To|Content-Type|"
    r"X-[\w-]+):",
    re.I | re.M,
)


def kind_of(name: str, content: bytes) -> Kind:
    """The kind of a file that is not blank. Raises UnsupportedFormat, or PasswordNeeded for encrypted Office files."""
    by_name = BY_SUFFIX.get(PurePath(name).suffix.lower())
    head = content[:1024]
    if b"%PDF-" in head:
        return "pdf"
    if head.startswith(b"PK\x03\x04"):
        return _kind_of_zip(name, content, by_name)
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        _refuse_ole(name, content)
    foreign = next((what for magic, what in _FOREIGN if head.startswith(magic)), None)
    if foreign:
        raise unsupported(name, f"it is {foreign}")
    text, _ = decode(content[:40_000], Counter())
    if _HTML.match(text[:4000]):
        return "html"
    if by_name in _PACKED:
        return by_name
    if by_name == "mail" or (by_name in (None, "text") and _is_mail(text)):
        return "mail"
    if looks_binary(text):
        raise unsupported(name, "its bytes are no text")
    return by_name or "text"


def unsupported(name: str, why: str) -> UnsupportedFormat:
    """The error for a file that nobody here reads."""
    return UnsupportedFormat(
        f"“{name}” cannot be read: {why}. Save it as PDF, DOCX, HTML or plain text and add it again; "
        "nothing was stored for it."
    )


def _is_mail(text: str) -> bool:
    head = re.split(r"\n\s*\n", text.lstrip().replace("\r\n", "\n"), maxsplit=1)[0]
    names = {match.group().lower() for match in _HEADER.finditer(head)}
    return bool(_HEADER.match(head)) and len(names) >= 3


def _kind_of_zip(name: str, content: bytes, by_name: Kind | None) -> Kind:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError):
        if by_name in _PACKED:
            return by_name
        raise unsupported(name, "it is a damaged ZIP archive") from None
    for start, kind in _PARTS:
        if any(member.lower().replace("\\", "/").startswith(start) for member in names):
            return kind
    raise unsupported(name, "it is a ZIP archive without a document that graphkit knows")


def _refuse_ole(name: str, content: bytes) -> None:
    if "EncryptedPackage".encode("utf-16-le") in content:
        raise PasswordNeeded(
            f"“{name}” is encrypted. Open it in Office, save it without a password and add it again; "
            "nothing was stored for it."
        )
    raise unsupported(name, "it is in the old Office format of before 2007")
