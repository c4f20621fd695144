"""Which files of some folders can be read."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from graphkit.errors import BadRequest
from graphkit.ingest.kinds import BY_SUFFIX, Kind

_NAMES: dict[Kind, str] = {
    "text": "plain text",
    "markdown": "Markdown",
    "html": "web page",
    "pdf": "PDF",
    "docx": "Word document",
    "table": "table",
    "xlsx": "spreadsheet",
    "mail": "mail",
}

SUPPORTED: dict[str, str] = {suffix: _NAMES[kind] for suffix, kind in BY_SUFFIX.items()}
"""Endings of file names that graphkit reads, with a name of the format for people. Uploaders offer these."""


class Files(list[Path]):
    """Paths that were found, in order, and in ``skipped`` those that were passed over with the reason."""

    def __init__(self, paths: Iterable[Path] = (), skipped: Iterable[tuple[Path, str]] = ()) -> None:
        super().__init__(paths)
        self.skipped = list(skipped)


def find_files(paths: Iterable[Path | str]) -> Files:
    """The files that some paths mean: files as given, folders with all that they hold, sorted by name.

    In folders, hidden files and files of other formats are passed over and reported in ``skipped``; a file that is
    named itself is always taken. Each file comes once. Folders behind symbolic links are not entered. Raises BadRequest
    that names every path that does not exist.
    """
    given = [Path(path) for path in paths]
    missing = [str(path) for path in given if not path.exists()]
    if missing:
        raise BadRequest(f"There is no file or folder {', '.join(map(repr, missing))}. Nothing was read.")
    found = Files()
    seen: set[Path] = set()
    for path in given:
        for file in _inside(path, found) if path.is_dir() else [path]:
            if file.resolve() not in seen:
                seen.add(file.resolve())
                found.append(file)
    return found


def _inside(folder: Path, found: Files) -> Iterable[Path]:
    for root, folders, names in os.walk(folder):
        here = Path(root)
        for name in sorted(folders):
            if name.startswith("."):
                found.skipped.append((here / name, "hidden"))
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = here / name
            reason = _reason_to_skip(path)
            if reason:
                found.skipped.append((path, reason))
            else:
                yield path


def _reason_to_skip(path: Path) -> str:
    if path.name.startswith((".", "~$")):
        return "hidden"
    if path.suffix.lower() not in SUPPORTED:
        return f"no reader for {path.suffix or 'files without an ending'}"
    return "" if path.is_file() else "no regular file"
