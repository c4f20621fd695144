"""DOCX: body, tables, text boxes, notes, headers, footers and comments, each once and in a place of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphkit.errors import DamagedDocument
from graphkit.ingest.archive import Archive
from graphkit.ingest.draft import PARAGRAPH, Draft
from graphkit.ingest.limits import Limits

if TYPE_CHECKING:
    from lxml import etree

_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_THROUGH = frozenset(
    "sdt sdtContent ins moveTo smartTag customXml hyperlink fldSimple dir bdo body hdr ftr comment footnote endnote "
    "txbxContent oMath oMathPara r e num den sup sub deg fName d f rad sSup sSub sSubSup nary func m mr lim "
    "limLow limUpp acc bar box groupChr rubyBase".split()
)
_OFF = frozenset(("0", "false", "off", "none"))
_SYMBOLS = {0xB7: "•", 0xA7: "▪", 0xD8: "➢", 0xFC: "✓", 0xE0: "→", 0xDF: "←"}
_BREAK = "\f"  # stands for a page's end until the paragraph is written


def read_docx(content: bytes, draft: Draft, limits: Limits) -> None:
    """Read a DOCX file; its pages are those that Word last printed, so they are about right."""
    draft.media_type = _MEDIA_TYPE
    archive = Archive(content, limits)
    main = _main_part(archive, draft)
    root = archive.tree(main, draft.repairs)
    if root is None:
        raise DamagedDocument(
            "The file has no text part that can be read: it is damaged. "
            "Open it in Word, save it anew and add it again; nothing was stored for it."
        )
    folder = main.rpartition("/")[0]
    notes = {
        kind: _notes(archive.tree(f"{folder}/{kind}s.xml", draft.repairs), kind) for kind in ("footnote", "endnote")
    }
    story = _Story(draft, _heading_styles(archive.tree(f"{folder}/styles.xml", draft.repairs)), notes)
    draft.page()
    story.blocks(root)
    draft.pages_pending = 0
    if len(draft.page_starts) > 1:
        draft.metadata["page_numbers"] = "about: where Word last broke the pages"
    else:
        draft.page_starts.clear()
    _add_margins(archive, root, main, story)
    _add_comments(archive.tree(f"{folder}/comments.xml", draft.repairs), story)
    draft.title = _core_title(archive, draft)
    lost = draft.repairs["faults of the XML passed over"]
    if lost:
        draft.warn(f"the file's XML has {lost} faults: a part of the text may be missing")


def _local(element: etree._Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _attribute(element: etree._Element | None, name: str) -> str | None:
    """An attribute by its local name: strict and transitional files differ in the namespace."""
    if element is None:
        return None
    return next((str(value) for key, value in element.attrib.items() if str(key).rpartition("}")[2] == name), None)


def _child(element: etree._Element | None, *path: str) -> etree._Element | None:
    for name in path:
        if element is None:
            return None
        element = next((child for child in element if _local(child) == name), None)
    return element


def _is_on(element: etree._Element | None) -> bool:
    return element is not None and (_attribute(element, "val") or "true").lower() not in _OFF


@dataclass(slots=True)
class _Story:
    """Writes paragraphs and tables of one part after the other into the draft."""

    draft: Draft
    heading_styles: frozenset[str]
    notes: dict[str, dict[str, etree._Element]]
    boxes: list[etree._Element] = field(default_factory=list)
    marks: list[tuple[str, str]] = field(default_factory=list)
    seen_notes: set[tuple[str, str]] = field(default_factory=set)

    def blocks(self, parent: etree._Element) -> None:
        """Write the paragraphs and tables of an element."""
        for child in parent:
            name = _local(child)
            if name == "p":
                self.paragraph(child)
            elif name == "tbl":
                self.table(child)
            elif name == "AlternateContent":
                chosen = _alternative(child)
                if chosen is not None:
                    self.blocks(chosen)
            elif name in _THROUGH:
                self.blocks(child)

    def paragraph(self, element: etree._Element) -> None:
        """Write a paragraph, then the text boxes anchored in it and the notes that it refers to."""
        before = self.draft.length
        heading = self.is_heading(element)
        for number, part in enumerate("".join(self.pieces(element)).split(_BREAK)):
            if number and not self.draft.pages_pending:
                self.draft.page()
            self.draft.block(part, heading=heading, gap=PARAGRAPH if self.draft.length == before else " ")
        self.attached()

    def attached(self) -> None:
        """Write what the last paragraph or row has carried along."""
        boxes, self.boxes = self.boxes, []
        marks, self.marks = self.marks, []
        for box in boxes:
            self.blocks(box)
        for mark in marks:
            note = self.notes.get(mark[0], {}).get(mark[1])
            if note is not None and mark not in self.seen_notes:
                self.seen_notes.add(mark)
                self.blocks(note)

    def is_heading(self, paragraph: etree._Element) -> bool:
        """Whether a paragraph is a heading by its style or by an outline level of its own."""
        properties = _child(paragraph, "pPr")
        outlined = _outlined(properties)
        if outlined is not None:
            return outlined
        return _attribute(_child(properties, "pStyle"), "val") in self.heading_styles

    def pieces(self, parent: etree._Element) -> Iterator[str]:
        """The text of a paragraph piece by piece; text boxes and notes are put aside."""
        for child in parent:
            name = _local(child)
            if name == "r":
                if not _is_on(_child(child, "rPr", "vanish")):
                    yield from self.pieces(child)
            elif name == "t":
                yield child.text or ""
            elif name == "tab":
                yield "\t"
            elif name in ("br", "cr"):
                yield _BREAK if _attribute(child, "type") == "page" else "\n"
            elif name == "lastRenderedPageBreak":
                yield _BREAK
            elif name == "noBreakHyphen":
                yield "-"
            elif name == "sym":
                yield _symbol(child)
            elif name in ("footnoteReference", "endnoteReference"):
                self.marks.append((name.removesuffix("Reference"), _attribute(child, "id") or ""))
            elif name == "AlternateContent":
                chosen = _alternative(child)
                if chosen is not None:
                    yield from self.pieces(chosen)
            elif name in ("drawing", "pict", "object"):
                self.boxes.extend(_text_boxes(child))
            elif name == "ruby":
                base = _child(child, "rubyBase")
                if base is not None:
                    yield from self.pieces(base)
            elif name in _THROUGH:
                yield from self.pieces(child)

    def table(self, table: etree._Element) -> None:
        """Write a table row by row; a row of one cell is a frame around paragraphs."""
        for row in _rows(table):
            cells = list(_rows(row, "tc"))
            if len(cells) == 1 and _attribute(_child(cells[0], "tcPr", "gridSpan"), "val") is None:
                self.blocks(cells[0])
                continue
            nested: list[etree._Element] = []
            texts = [self.cell(cell, nested) for cell in cells]
            self.draft.row(texts)
            self.attached()
            for inner in nested:
                self.table(inner)

    def cell(self, cell: etree._Element, nested: list[etree._Element]) -> str:
        """The text of a cell, blank when it is the hidden part of a merged one; tables inside are put aside."""
        merge = _child(cell, "tcPr", "vMerge")
        if merge is not None and _attribute(merge, "val") != "restart":
            return ""
        return " ".join(self.cell_pieces(cell, nested))

    def cell_pieces(self, parent: etree._Element, nested: list[etree._Element]) -> Iterator[str]:
        """The paragraphs of a cell."""
        for child in parent:
            name = _local(child)
            if name == "p":
                yield "".join(self.pieces(child)).replace(_BREAK, " ")
            elif name == "tbl":
                nested.append(child)
            elif name in _THROUGH:
                yield from self.cell_pieces(child, nested)


def _rows(parent: etree._Element, wanted: str = "tr") -> Iterator[etree._Element]:
    """Rows of a table or cells of a row, also inside content controls; deleted and hidden rows left out."""
    for child in parent:
        name = _local(child)
        if name == wanted:
            properties = _child(child, "trPr")
            if _child(properties, "del") is None and not _is_on(_child(properties, "hidden")):
                yield child
        elif name in ("sdt", "sdtContent", "customXml", "ins"):
            yield from _rows(child, wanted)


def _alternative(element: etree._Element) -> etree._Element | None:
    """The one of several forms of the same content that is read: the newest that there is."""
    choices = [child for child in element if _local(child) in ("Choice", "Fallback")]
    return next((choice for choice in choices if len(choice)), None)


def _text_boxes(element: etree._Element) -> list[etree._Element]:
    found = []
    stack = [element]
    while stack:
        node = stack.pop()
        name = _local(node)
        if name == "txbxContent":
            found.append(node)
        elif name == "AlternateContent":
            chosen = _alternative(node)
            if chosen is not None:
                stack.append(chosen)
        else:
            stack.extend(reversed(node))
    return found


def _symbol(element: etree._Element) -> str:
    try:
        code = int(_attribute(element, "char") or "", 16)
    except ValueError:
        return ""
    plain = code - 0xF000 if 0xF000 <= code <= 0xF0FF else code
    return _SYMBOLS.get(plain, chr(plain) if 0x20 < plain < 0xD800 and plain == code else "")


def _heading_styles(root: etree._Element | None) -> frozenset[str]:
    """Identifiers of the styles that make a heading: by name, by outline level, or by the style they are based on."""
    if root is None:
        return frozenset(["Title", *(f"Heading{level}" for level in range(1, 10))])
    based: dict[str, str] = {}
    headings: set[str] = set()
    for style in root:
        key = _attribute(style, "styleId")
        if _local(style) != "style" or key is None:
            continue
        based[key] = _attribute(_child(style, "basedOn"), "val") or ""
        name = (_attribute(_child(style, "name"), "val") or "").lower()
        if name in ("title", "subtitle") or name.startswith("heading") or _outlined(_child(style, "pPr")):
            headings.add(key)
    for key in based:
        ancestor, steps = key, 0
        while ancestor and ancestor not in headings and steps < 20:
            ancestor, steps = based.get(ancestor, ""), steps + 1
        if ancestor in headings:
            headings.add(key)
    return frozenset(headings)


def _outlined(properties: etree._Element | None) -> bool | None:
    """Whether paragraph properties give an outline level (0 to 8; 9 is body text); None if they are silent."""
    level = _attribute(_child(properties, "outlineLvl"), "val")
    return None if level is None else level.isdecimal() and int(level) < 9


def _notes(root: etree._Element | None, kind: str) -> dict[str, etree._Element]:
    if root is None:
        return {}
    return {
        _attribute(note, "id") or "": note for note in root if _local(note) == kind and _attribute(note, "type") is None
    }


def _relations(archive: Archive, part: str, draft: Draft) -> dict[str, tuple[str, str]]:
    """Targets and kinds of what a part refers to, by the reference's id."""
    folder, _, name = part.rpartition("/")
    root = archive.tree(f"{folder}/_rels/{name}.rels", draft.repairs)
    found = {}
    for relation in root if root is not None else ():
        target = _attribute(relation, "Target") or ""
        path = target if target.startswith("/") else f"{folder}/{target}"
        found[_attribute(relation, "Id") or ""] = (
            path.lstrip("/"),
            (_attribute(relation, "Type") or "").rpartition("/")[2],
        )
    return found


def _main_part(archive: Archive, draft: Draft) -> str:
    for path, kind in _relations(archive, "", draft).values():
        if kind == "officeDocument":
            return path
    return "word/document.xml"


def _add_margins(archive: Archive, root: etree._Element, main: str, story: _Story) -> None:
    """Headers and footers after the body, each text once."""
    relations = _relations(archive, main, story.draft)
    wanted = [
        _attribute(element, "id") or ""
        for name in ("headerReference", "footerReference")
        for element in root.iter("{*}" + name)
    ]
    for reference in dict.fromkeys(wanted):
        path, _ = relations.get(reference, ("", ""))
        margin = archive.tree(path, story.draft.repairs) if path else None
        if margin is not None:
            story.blocks(margin)
            story.draft.repairs["headers and footers set apart"] += 1


def _add_comments(root: etree._Element | None, story: _Story) -> None:
    for comment in root if root is not None else ():
        author = (_attribute(comment, "author") or "").strip()
        paragraphs = ["".join(story.pieces(p)).strip() for p in comment.iter("{*}p")]
        text = "\n".join(filter(None, paragraphs))
        if text:
            story.draft.block(f"Comment by {author}: {text}" if author else f"Comment: {text}")
            story.draft.repairs["comments set apart"] += 1
    story.boxes.clear()
    story.marks.clear()


def _core_title(archive: Archive, draft: Draft) -> str:
    root = archive.tree("docprops/core.xml", draft.repairs)
    if root is None:
        return ""
    values = {_local(child): (child.text or "").strip() for child in root}
    for key in ("creator", "created", "modified", "subject", "keywords"):
        if values.get(key):
            draft.metadata[key] = values[key]
    return values.get("title", "")
