"""HTML: what a reader of the page sees, block by block."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphkit.errors import DocumentTooLarge
from graphkit.ingest.draft import Draft
from graphkit.ingest.encodings import decode, mend_wrong_decoding
from graphkit.ingest.limits import Limits

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_UNSEEN = frozenset(
    "script style noscript template head title nav svg math iframe object canvas audio video map datalist select "
    "button dialog meta link frameset applet".split()
)
_BLOCKS = frozenset(
    "address article aside blockquote body center details dd div dl dt fieldset figcaption figure footer form h1 h2 h3 "
    "h4 h5 h6 header hgroup hr html legend li main menu ol optgroup option p pre section summary table tbody td tfoot "
    "th thead tr ul caption".split()
)
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_CELLS = frozenset(("td", "th"))
_CLOSED_BY_NEXT = frozenset(
    "p li td th tr dt dd option optgroup thead tbody tfoot body html head colgroup rp rt".split()
)
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_RAW = frozenset(("script", "style", "textarea", "title"))
_TAG = re.compile(r"<!--|<(/?)([a-zA-Z][a-zA-Z0-9:-]{0,40})[^<>]*?(/?)>")
_CHARSET = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]+)|<\?xml[^>]{0,100}encoding=["']([\w:.-]+)""", re.I
)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em)?\s*(?:;|$)", re.I)
_LAYOUT_CELL = 300
"""A cell with more characters than this and blocks inside lays out a page; it is no entry of a table."""


def read_html(content: bytes, draft: Draft, limits: Limits) -> None:
    """Read an HTML file."""
    match = _CHARSET.search(content[:4096])
    declared = (match.group(1) or match.group(2)).decode("ascii", "replace") if match else None
    text, encoding = decode(content, draft.repairs, declared)
    draft.metadata["encoding"] = encoding
    draft.media_type = "text/html"
    draft.title = add_html(mend_wrong_decoding(text, draft.repairs), draft, limits)


def add_html(markup: str, draft: Draft, limits: Limits) -> str:
    """Append the visible text of HTML to a draft and return its title, blank when it has none.

    Raises DocumentTooLarge for markup nested deeper than the limit: the parser's time grows with its square.
    """
    from selectolax.lexbor import LexborHTMLParser

    depth = _depth(markup, limits.max_depth)
    if depth > limits.max_depth:
        raise DocumentTooLarge(
            f"The HTML nests its elements over {limits.max_depth:,} levels deep, which no page for readers does. "
            "Nothing was stored for it."
        )
    tree = LexborHTMLParser(markup.replace("\x00", ""))
    if tree.root is None:
        return ""
    _Walk(draft).run(tree.root)
    title = tree.css_first("head > title")
    return " ".join(title.text().split()) if title is not None else ""


def _depth(markup: str, limit: int) -> int:
    """Levels of nesting, counted without a tree and only until they pass the limit."""
    depth = deepest = position = 0
    folded = markup.lower()
    while deepest <= limit:
        match = _TAG.search(folded, position)
        if match is None:
            break
        position = match.end()
        name = match.group(2)
        if name is None or (name in _RAW and not match.group(1)):
            position = folded.find("-->" if name is None else f"</{name}", position)
            if position < 0:
                break
        elif name not in _VOID and name not in _CLOSED_BY_NEXT and not match.group(3):
            depth = max(0, depth - 1) if match.group(1) else depth + 1
            deepest = max(deepest, depth)
    return deepest


class _Walk:
    """One pass over a tree, with a stack of its own instead of recursion."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._run: list[str] = []
        self._heading = False
        self._verbatim = 0

    def run(self, root: LexborNode) -> None:
        stack: list[tuple[LexborNode, bool]] = [(root, False)]
        while stack:
            node, leaving = stack.pop()
            if leaving:
                self._leave(node)
            elif node.is_text_node:
                self._run.append(node.text_content or "" if self._verbatim else _joined(node.text_content or ""))
            elif node.is_element_node and not _is_hidden(node):
                if node.tag == "tr" and _is_row(node):
                    self._flush()
                    self._draft.row([_inline(cell) for cell in _cells(node)])
                    continue
                self._enter(node)
                stack.append((node, True))
                stack.extend((child, False) for child in reversed(list(_children(node))))
        self._flush()

    def _enter(self, node: LexborNode) -> None:
        tag = node.tag or ""
        if tag == "br":
            self._run.append("\n")
        elif tag in _BLOCKS:
            self._flush()
            self._heading = tag in _HEADINGS
            self._verbatim += tag == "pre"

    def _leave(self, node: LexborNode) -> None:
        tag = node.tag or ""
        if tag in _BLOCKS:
            self._flush()
            self._heading = False
            self._verbatim -= tag == "pre"

    def _flush(self) -> None:
        if self._run:
            text = "".join(self._run)
            self._run.clear()
            if not self._verbatim:
                text = re.sub(r" ?\n ?", "\n", re.sub(r"[ \t]+", " ", text))
            self._draft.block(re.sub(r"\n{3,}", "\n\n", text), heading=self._heading)


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        yield child
        child = child.next


def _cells(row: LexborNode) -> Iterator[LexborNode]:
    return (child for child in _children(row) if child.tag in _CELLS and not _is_hidden(child))


def _is_hidden(node: LexborNode) -> bool:
    if node.tag in _UNSEEN:
        return True
    attributes = node.attributes
    if not attributes:
        return False
    return (
        "hidden" in attributes
        or attributes.get("aria-hidden") == "true"
        or attributes.get("role") == "navigation"
        or bool(_HIDDEN_STYLE.search(attributes.get("style") or ""))
    )


def _is_row(row: LexborNode) -> bool:
    """Whether a row holds entries; rows that lay out a page (one cell, tables inside, long blocks) do not."""
    cells = list(_cells(row))
    if len(cells) < 2:
        return False
    for cell in cells:
        if cell.css_first("table, h1, h2, h3, ul, ol") is not None:
            return False
        if cell.css_first("p, div") is not None and len(cell.text()) > _LAYOUT_CELL:
            return False
    return True


def _inline(cell: LexborNode) -> str:
    """The text of a cell, blocks and line ends in it turned into blanks."""
    pieces: list[str] = []
    stack = [cell]
    while stack:
        node = stack.pop()
        if node.is_text_node:
            pieces.append(node.text_content or "")
        elif node is cell or not _is_hidden(node):
            if node.tag == "br" or node.tag in _BLOCKS:
                pieces.append(" ")
            stack.extend(reversed(list(_children(node))))
    return "".join(pieces)


def _joined(text: str) -> str:
    return re.sub(r"[ \t\n\r\f]+", " ", text)
