"""Markdown: its words without its signs, headings known."""

from __future__ import annotations

import re

from graphkit.ingest.draft import Draft
from graphkit.ingest.encodings import decode, mend_wrong_decoding

_ATX = re.compile(r" {0,3}#{1,6}(?:[ \t]+|$)(.*?)(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r" {0,3}(?:=+|-{2,})[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+")
_TASK = re.compile(r"\[[ xX]\][ \t]+")
_QUOTE = re.compile(r"(?: {0,3}>[ \t]?)+")
_DEFINITION = re.compile(r" {0,3}\[[^\]\n]{1,200}\]:[ \t]*\S+.*$")
_FOOTNOTE = re.compile(r" {0,3}\[\^[^\]\n]{1,200}\]:[ \t]*")
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_FRONT = re.compile(r"\A---[ \t]*\n(.{0,20000}?)\n(?:---|\.\.\.)[ \t]*\n", re.S)
_FRONT_TITLE = re.compile(r"^title:[ \t]*(.+)$", re.M)
_CODE = re.compile(r"(`{1,3})(?!`)([^`\n]{1,2000}?)\1(?!`)")
_IMAGE = re.compile(
    r"!\[([^\]\n]{0,1000})\](?:\([^()\n]{0,2000}(?:\([^()\n]{0,500}\)[^()\n]{0,500})?\)|\[[^\]\n]{0,200}\])"
)
_LINK = re.compile(
    r"\[([^\[\]\n]{1,1000})\](?:\([^()\n]{0,2000}(?:\([^()\n]{0,500}\)[^()\n]{0,500})?\)|\[[^\]\n]{0,200}\])"
)
_NOTE_MARK = re.compile(r"\[\^[^\]\n]{1,200}\]")
_ADDRESS = re.compile(r"<((?:https?|ftp|mailto):[^<>\s]{1,2000}|[\w.+-]{1,100}@[\w.-]{1,200})>")
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]{0,30}(?:\s[^<>\n]{0,1000})?/?>")
_BREAK = re.compile(r"(?:\\| {2,})$")
_EMPHASIS = (
    re.compile(r"(?<!\d)(\*{1,3})(?=\S)([^*\n]{1,2000}?)(?<=\S)\1(?!\d)"),
    re.compile(r"(?<!\w)(_{1,3})(?=\S)([^_\n]{1,2000}?)(?<=\S)\1(?!\w)"),
    re.compile(r"(~~)(?=\S)([^~\n]{1,2000}?)(?<=\S)\1"),
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_KEPT = "\ue100"  # stands for a code span until the signs around it are gone


def read_markdown(content: bytes, draft: Draft) -> None:
    """Read a Markdown file: signs of markup dropped, links and pictures keep their text, tables become rows."""
    text, encoding = decode(content, draft.repairs)
    draft.metadata["encoding"] = encoding
    draft.media_type = "text/markdown"
    text = mend_wrong_decoding(text, draft.repairs).replace("\r\n", "\n").replace("\r", "\n")
    front = _FRONT.match(text)
    if front:
        text = text[front.end() :]
        title = _FRONT_TITLE.search(front.group(1))
        draft.title = title.group(1).strip().strip("\"'") if title else ""
    _Blocks(draft).run(_without_comments(text).split("\n"))


def _without_comments(text: str) -> str:
    kept, position = [], 0
    while (start := text.find("<!--", position)) >= 0 and (end := text.find("-->", start)) >= 0:
        kept.append(text[position:start])
        position = end + 3
    return "".join([*kept, text[position:]])


class _Blocks:
    """The blocks of a Markdown text, one line after the other."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._paragraph: list[str] = []
        self._fence = ""

    def run(self, lines: list[str]) -> None:
        table = False
        for number, raw in enumerate(lines):
            if self._in_fence(raw):
                continue
            line = _QUOTE.sub("", raw, count=1) if raw.lstrip().startswith(">") else raw
            following = lines[number + 1] if number + 1 < len(lines) else ""
            if "|" in line and (table or (_TABLE_RULE.match(following) and "|" in following)):
                table = True
                self._row(line)
                continue
            table = False
            self._line(line)
        self._flush()

    def _in_fence(self, line: str) -> bool:
        match = _FENCE.match(line)
        if self._fence:
            if match and match.group(1).startswith(self._fence):
                self._draft.block("\n".join(self._paragraph))
                self._paragraph.clear()
                self._fence = ""
            else:
                self._paragraph.append(line)
            return True
        if match:
            self._flush()
            self._fence = match.group(1)
        return bool(match)

    def _row(self, line: str) -> None:
        self._flush()
        if not _TABLE_RULE.match(line):
            cells = re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))
            self._draft.row([inline(cell) for cell in cells])

    def _line(self, line: str) -> None:
        heading = _ATX.match(line)
        if heading:
            self._flush()
            self._draft.block(inline(heading.group(1)), heading=True)
        elif self._paragraph and _SETEXT.match(line):
            self._flush(heading=True)
        elif (
            not line.strip()
            or _RULE.match(line)
            or (not self._paragraph and _DEFINITION.match(line) and not _FOOTNOTE.match(line))
        ):
            self._flush()
        elif _ITEM.match(line) or _FOOTNOTE.match(line):
            self._flush()
            text = _FOOTNOTE.sub("", line)
            marker = _ITEM.match(text)
            if marker and marker.group().strip() in "-*+":
                text = _TASK.sub("", text[marker.end() :])
            self._paragraph.append(text.strip())
        else:
            self._paragraph.append(line.strip() + ("\n" if _BREAK.search(line) else ""))

    def _flush(self, *, heading: bool = False) -> None:
        """Append the paragraph so far: its line ends mean blanks, unless the line asks for a break."""
        if self._paragraph:
            lines = [line.removesuffix("\\\n") + "\n" if line.endswith("\\\n") else line for line in self._paragraph]
            text = "\n".join(" ".join(lines).split("\n"))
            if self._fence:
                text = "\n".join(self._paragraph)
            self._paragraph.clear()
            self._draft.block("\n".join(inline(part.strip()) for part in text.split("\n")), heading=heading)


def inline(text: str) -> str:
    """A line without the signs of inline markup."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        literal = match.group(match.lastindex or 0)
        kept.append(literal.strip() or literal)
        return f"{_KEPT}{len(kept) - 1}{_KEPT}"

    text = _ESCAPE.sub(keep, _CODE.sub(keep, text.replace(_KEPT, "")))
    text = _IMAGE.sub(r"\1", text)
    text = _NOTE_MARK.sub("", _LINK.sub(r"\1", text))
    text = _TAG.sub("", _ADDRESS.sub(r"\1", text))
    for pattern in _EMPHASIS:
        text = pattern.sub(r"\2", pattern.sub(r"\2", text))
    return re.sub(f"{_KEPT}(\\d+){_KEPT}", lambda match: kept[int(match.group(1))], text)
