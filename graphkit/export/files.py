"""Files that appear whole or not at all, in UTF-8 whatever the locale."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import TextIO

from graphkit.errors import BadRequest, GraphkitError

_SURROGATE = re.compile("[\ud800-\udfff]")


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """A path to write to; what is there at the end is moved to ``path``, on an error it is removed.

    Raises ``BadRequest`` if the place cannot be written, ``GraphkitError`` if writing fails there.
    """
    unfinished = path.with_name(f".{path.name[:100]}.{token_hex(4)}.part")
    try:
        yield unfinished
        unfinished.replace(path)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError, PermissionError) as error:
        raise BadRequest(f"Cannot write {path}: {_reason(error)}. Choose another place; nothing was written.") from None
    except OSError as error:
        raise GraphkitError(f"Writing {path} failed: {_reason(error)}. What was there before is kept.") from error
    finally:
        unfinished.unlink(missing_ok=True) if unfinished.parent.is_dir() else None


@contextmanager
def text_file(path: Path, *, encoding: str = "utf-8") -> Iterator[TextIO]:
    """A text file at ``path`` that appears when it is complete; line ends are written as given."""
    with appearing(path) as unfinished, unfinished.open("x", encoding=encoding, newline="") as file:
        yield file


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).casefold()


def whole(text: str) -> str:
    """The text with lone surrogates, which no encoding can hold, replaced by U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)
