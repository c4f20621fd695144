"""Mail: subject and addresses as text, one of its bodies, text attachments."""

from __future__ import annotations

import email
import email.policy
import re
from collections import Counter
from email.message import Message

from graphkit.errors import DocumentTooLarge
from graphkit.ingest.draft import Draft
from graphkit.ingest.encodings import decode
from graphkit.ingest.html import add_html
from graphkit.ingest.limits import Limits
from graphkit.model import JsonValue

_SHOWN = ("From", "To", "Cc", "Date")
_KEPT = ("From", "To", "Cc", "Bcc", "Reply-To", "Date", "Message-ID", "In-Reply-To")
_BOUNDARY = re.compile(rb"boundary\s*=", re.I)
_PGP = re.compile(r"-----BEGIN PGP MESSAGE-----.*?(?:-----END PGP MESSAGE-----|\Z)", re.S)
_MAX_DEPTH = 20
_HEADER_FAULTS = (ValueError, IndexError, KeyError, AttributeError, TypeError, LookupError, AssertionError)
"""What the standard library's header parser is known to raise on broken headers."""


def read_mail(content: bytes, draft: Draft, limits: Limits) -> None:
    """Read a mail. Raises DocumentTooLarge for more parts than the limit: parsing takes the square of their number."""
    draft.media_type = "message/rfc822"
    raw = _as_bytes(content, draft)
    parts = len(_BOUNDARY.findall(raw))
    if parts > limits.max_parts:
        raise DocumentTooLarge(
            f"The mail nests {parts:,} groups of parts, over the limit of {limits.max_parts}. "
            "Nothing was stored for it."
        )
    message = email.message_from_bytes(raw, policy=email.policy.default)
    draft.title = _header(message, "Subject")
    for name in _KEPT:
        value = _header(message, name)
        if value:
            draft.metadata[name.lower()] = value
    attachments: list[JsonValue] = []
    _add(message, draft, limits, attachments, 0)
    if attachments:
        draft.metadata["attachments"] = attachments


def _as_bytes(content: bytes, draft: Draft) -> bytes:
    """The message with its headers at the top, in an encoding that has them in ASCII."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")) or b"\x00" in content[:200]:
        text, encoding = decode(content, draft.repairs)
        draft.repairs["message in a wide encoding"] += encoding.startswith("utf-16")
        content = text.encode("utf-8", "replace")
    return content.lstrip()


def _header(message: Message, name: str) -> str:
    try:
        value = message.get(name)
        return " ".join(str(value).split()) if value is not None else ""
    except _HEADER_FAULTS:
        raw = next((str(v) for k, v in message.raw_items() if k.lower() == name.lower()), "")
        return " ".join(raw.split())


def _add(message: Message, draft: Draft, limits: Limits, attachments: list[JsonValue], depth: int) -> None:
    """Write a message: its headers, then its body, then its attachments."""
    draft.block(_header(message, "Subject"), heading=True)
    lines = [f"{name}: {value}" for name in _SHOWN if (value := _header(message, name))]
    draft.block("\n".join(lines))
    for part in _readable(message):
        _add_part(part, draft, limits, attachments, depth)


def _readable(message: Message) -> list[Message]:
    """The parts to read, in order: of alternatives the plain one if it says something, else HTML."""
    if not message.is_multipart() or message.get_content_type() == "message/rfc822":
        return [message]
    children = [child for child in message.get_payload() if isinstance(child, Message)]
    if message.get_content_subtype() == "alternative":
        groups = [_readable(child) for child in children]
        for wanted in ("text/plain", "text/html"):
            for group in groups:
                if any(part.get_content_type() == wanted and _text(part, Counter()).strip() for part in group):
                    return group
        return groups[-1] if groups else []
    return [part for child in children for part in _readable(child)]


def _add_part(part: Message, draft: Draft, limits: Limits, attachments: list[JsonValue], depth: int) -> None:
    kind, name = part.get_content_type(), _file_name(part)
    if kind == "message/rfc822":
        for inner in part.get_payload():
            if isinstance(inner, Message) and depth < _MAX_DEPTH:
                _add(inner, draft, limits, attachments, depth + 1)
        return
    attached = part.get_content_disposition() == "attachment" or bool(name)
    if attached:
        payload = part.get_payload(decode=True)
        attachments.append(
            {"name": name, "media_type": kind, "bytes": len(payload) if isinstance(payload, bytes) else 0}
        )
    if not kind.startswith("text/") or kind == "text/calendar":
        if "pkcs7-mime" in kind or kind == "application/pgp-encrypted":
            draft.warn("the mail is encrypted: its body is no text")
        return
    text = _text(part, draft.repairs)
    if attached:
        draft.block(name, heading=True)
    if kind == "text/html":
        add_html(text, draft, limits)
        return
    readable, sealed = _PGP.subn("", text)
    if sealed:
        draft.warn("the mail is encrypted: its body is no text")
    draft.block(readable)


def _text(part: Message, repairs: Counter[str]) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    try:
        declared = part.get_content_charset()
    except _HEADER_FAULTS:
        declared = None
    return decode(payload, repairs, declared)[0]


def _file_name(part: Message) -> str:
    try:
        name = part.get_filename() or ""
    except _HEADER_FAULTS:
        name = ""
    return name.replace("\\", "/").rsplit("/", 1)[-1]
