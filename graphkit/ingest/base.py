"""What goes into a reader and what comes out of it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from graphkit.model import Document


@dataclass(frozen=True, slots=True)
class Source:
    """A file to be read: its bytes, or the path where they are.

    ``address`` is unique in a corpus (a resolved path, or ``upload:name``); ``name`` is shown to people and
    helps to tell the format.
    """

    name: str
    address: str
    path: Path | None = None
    content: bytes | None = None

    @classmethod
    def of_file(cls, path: Path) -> Source:
        """Source for a file on disk. Bytes of its name that are no UTF-8 are shown as ``\\x``."""
        return cls(name=_readable(path.name), address=_readable(str(path.resolve())), path=path)

    @classmethod
    def of_upload(cls, name: str, content: bytes) -> Source:
        """Source for bytes that came without a path; folders in the name are dropped."""
        plain = name.replace("\\", "/").rsplit("/", 1)[-1]
        return cls(name=plain, address=f"upload:{plain}", content=content)


def _readable(name: str) -> str:
    return os.fsencode(name).decode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True)
class ReadResult:
    """A document read from a source. ``repairs`` counts what was mended, by the name of the repair."""

    document: Document
    repairs: dict[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
