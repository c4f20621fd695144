"""Names and texts of documents inside Streamlit's Markdown, shown exactly as they are written."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&=^@/])")
_BLANK = re.compile(r"\s+")


def plain(text: str, limit: int = 200) -> str:
    """The text with every sign of Markdown, HTML and formulas disarmed, on one line, cut after ``limit`` characters."""
    line = _BLANK.sub(" ", text).strip()
    if len(line) > limit:
        line = line[: limit - 1] + "…"
    return _SPECIAL.sub(r"\\\1", line)
