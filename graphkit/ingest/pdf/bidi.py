"""Lines that run from right to left, put into the order in which they are read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from graphkit.ingest.pdf.glyphs import Glyph

_ALEF_LAM = re.compile("[اأإآٱ]\u0644|\u0647\u0644\u0644")
_LAM_ALEF = re.compile("\u0644[اأإآٱ]")
_RTL_RANGES = ((0x0590, 0x08FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFE), (0x10800, 0x10FFF), (0x1E800, 0x1EFFF))


def is_right_to_left(sign: str) -> bool:
    """Whether a sign is a letter of a script that runs from right to left."""
    code = ord(sign[0])
    if code < 0x0590:
        return False
    return any(low <= code <= high for low, high in _RTL_RANGES) and unicodedata.bidirectional(sign[0]) in ("R", "AL")


def sort_right_to_left(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Glyphs in reading order: by place from the right, clusters of one glyph kept, numbers and Latin turned back."""
    clusters = _clusters(glyphs)
    clusters.sort(key=lambda cluster: -(cluster[0].left + cluster[0].right))
    ordered: list[list[Glyph]] = []
    run: list[list[Glyph]] = []
    for cluster in clusters:
        if _runs_left_to_right(cluster[0].sign) or (run and _joins_numbers(cluster[0].sign)):
            run.append(cluster)
        else:
            ordered.extend(_turned_back(run))
            run = []
            ordered.append(cluster)
    ordered.extend(_turned_back(run))
    return [_plain(glyph) for cluster in ordered for glyph in cluster]


def _clusters(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """Letters that the file draws with one glyph share its box; their order in the file is kept."""
    clusters: list[list[Glyph]] = []
    for glyph in glyphs:
        last = clusters[-1][0] if clusters else None
        if last is not None and abs(last.left - glyph.left) < 0.01 and abs(last.right - glyph.right) < 0.01:
            clusters[-1].append(glyph)
        else:
            clusters.append([glyph])
    return [cluster[::-1] if _is_reversed(cluster) else cluster for cluster in clusters]


def _is_reversed(cluster: Sequence[Glyph]) -> bool:
    """Whether pdfium has turned the letters of a ligature round: no script joins alef and a lam after it."""
    signs = "".join(glyph.sign for glyph in cluster)
    return len(cluster) > 1 and bool(_ALEF_LAM.search(signs)) and not _LAM_ALEF.search(signs)


def _runs_left_to_right(sign: str) -> bool:
    return unicodedata.bidirectional(sign[0]) in ("L", "EN", "AN")


def _joins_numbers(sign: str) -> bool:
    """Signs inside a number or between Latin words; at the run's end they go back to the other side."""
    return unicodedata.bidirectional(sign[0]) in ("ES", "CS", "ET") or sign in "-_/@."


def _turned_back(run: list[list[Glyph]]) -> list[list[Glyph]]:
    tail: list[list[Glyph]] = []
    while run and _joins_numbers(run[-1][0].sign) and not _runs_left_to_right(run[-1][0].sign):
        tail.insert(0, run.pop())
    return [*reversed(run), *tail]


def _plain(glyph: Glyph) -> Glyph:
    """Presentation forms as the letters that they are; brackets as they read."""
    sign = glyph.sign
    if 0xFB1D <= ord(sign[0]) <= 0xFEFE:
        return replace(glyph, sign=unicodedata.normalize("NFKC", sign))
    return glyph
