"""ZIP containers of untrusted origin, opened within limits."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections import Counter
from typing import TYPE_CHECKING

from graphkit.errors import DamagedDocument, DocumentTooLarge
from graphkit.ingest.limits import Limits

if TYPE_CHECKING:
    from lxml import etree

MAX_PART_BYTES = 150_000_000
"""A part is held as a tree, which takes about ten times its bytes."""

_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


class Archive:
    """The parts of a container such as DOCX, by their names without regard to case."""

    def __init__(self, content: bytes, limits: Limits) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(content))
        except _BROKEN as error:
            raise DamagedDocument(
                f"The file is no whole ZIP container ({error}): it is damaged or was cut off. "
                "Get it again from its origin; nothing was stored for it."
            ) from error
        members = self._zip.infolist()
        if len(members) > limits.max_members:
            raise DocumentTooLarge(
                f"The file holds {len(members):,} parts, over the limit of {limits.max_members:,}. "
                "Nothing was stored for it."
            )
        unpacked = sum(member.file_size for member in members)
        if unpacked > limits.max_unpacked_bytes:
            raise DocumentTooLarge(
                f"The file unpacks to {unpacked / 1e6:,.0f} MB, over the limit of "
                f"{limits.max_unpacked_bytes / 1e6:,.0f} MB. Nothing was stored for it."
            )
        self._members = {member.filename.replace("\\", "/").lstrip("/").lower(): member for member in members}
        self._left = limits.max_unpacked_bytes

    def names(self) -> list[str]:
        """Names of all parts, small letters, as the container orders them."""
        return list(self._members)

    def read(self, name: str) -> bytes | None:
        """The bytes of a part, None when there is none of that name."""
        member = self._members.get(name.lstrip("/").lower())
        if member is None:
            return None
        most = min(MAX_PART_BYTES, self._left)
        try:
            with self._zip.open(member) as stream:
                data = stream.read(most + 1)  # the size that the container states may be a lie
        except _BROKEN as error:
            raise DamagedDocument(
                f"The part {name!r} of the file cannot be unpacked ({error}). "
                "Get the file again from its origin; nothing was stored for it."
            ) from error
        if len(data) > most:
            raise DocumentTooLarge(
                f"The part {name!r} of the file unpacks to over {most / 1e6:,.0f} MB. Nothing was stored for it."
            )
        self._left -= len(data)
        return data

    def tree(self, name: str, repairs: Counter[str]) -> etree._Element | None:
        """A part as a tree, entities refused and faults of its XML counted; None without the part or a root."""
        from lxml import etree

        data = self.read(name)
        if data is None or not data.strip():
            return None
        if b"<!DOCTYPE" in data[:4096].replace(b"\x00", b""):
            raise DamagedDocument(
                f"The part {name!r} of the file declares a document type, which no office program writes. "
                "Nothing was stored for it."
            )
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=True, remove_comments=True
        )
        try:
            root = etree.fromstring(data, parser)
        except (etree.XMLSyntaxError, ValueError):
            root = None
        if len(parser.error_log):
            repairs["faults of the XML passed over"] += len(parser.error_log)
        return root
