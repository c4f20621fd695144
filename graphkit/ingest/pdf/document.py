"""Opens a PDF, mends it if it must, and reads its pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphkit.errors import DamagedDocument, DocumentTooLarge, PasswordNeeded
from graphkit.ingest.draft import Draft
from graphkit.ingest.limits import Limits
from graphkit.ingest.ocr import read_pictures
from graphkit.ingest.pdf.codes import mend_codes
from graphkit.ingest.pdf.damaged import rewritten, words_of_pages
from graphkit.ingest.pdf.flow import write_pages
from graphkit.ingest.pdf.glyphs import PageGlyphs, read_glyphs
from graphkit.ingest.pdf.lines import Line, lines_of
from graphkit.ingest.pdf.order import arrange
from graphkit.ingest.pdf.running import split_running

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage


def read_pdf(content: bytes, draft: Draft, limits: Limits) -> None:
    """Read a PDF. Raises PasswordNeeded, DamagedDocument and DocumentTooLarge.

    Pages that cannot be read are named in the warnings; the others are used.
    """
    draft.media_type = "application/pdf"
    try:
        _read(_opened(content), draft, limits)
    except DamagedDocument as damage:
        if not _read_mended(content, draft, limits):
            raise damage from damage.__cause__
        draft.repairs["damaged file mended"] += 1
        draft.warn("the file is damaged and was mended: a part of the text may be missing")


def _read(pdf: PdfDocument, draft: Draft, limits: Limits) -> None:
    try:
        count = len(pdf)
        if count > limits.max_pages:
            raise DocumentTooLarge(
                f"The PDF has {count:,} pages, over the limit of {limits.max_pages:,}. "
                "Split it and add the parts; nothing was stored for it."
            )
        draft.metadata["pages"] = count
        _metadata(pdf, draft)
        pages = _Pages(pdf, draft)
        for number in range(count):
            pages.read(number)
        if limits.ocr and pages.pictures:
            for number, lines in read_pictures(pdf, pages.pictures, draft, limits).items():
                pages.lines[number] = lines
        pages.write()
    finally:
        pdf.close()


def _opened(content: bytes) -> PdfDocument:
    import pypdfium2
    import pypdfium2.raw as raw

    cause: pypdfium2.PdfiumError | None = None
    reason = "it has no pages"
    try:
        pdf = pypdfium2.PdfDocument(content)
        if len(pdf):
            return pdf
        pdf.close()
    except pypdfium2.PdfiumError as error:
        if error.err_code == raw.FPDF_ERR_PASSWORD:
            raise PasswordNeeded(
                "The PDF is encrypted and asks for a password. Save it without one (print it to a new PDF, or use its "
                "program's security settings) and add it again; nothing was stored for it."
            ) from error
        cause, reason = error, str(error).rstrip(".")
    raise DamagedDocument(
        f"The PDF is damaged and could not be mended ({reason}). "
        "Get it again from its origin, or open it in a viewer and print it to a new PDF; nothing was stored for it."
    ) from cause


def _read_mended(content: bytes, draft: Draft, limits: Limits) -> bool:
    """Whether a damaged file gave something after all: its rewritten form with geometry, or words alone."""
    mended = rewritten(content)
    if mended is not None:
        attempt = Draft(media_type=draft.media_type)
        try:
            _read(_opened(mended), attempt, limits)
        except (DamagedDocument, PasswordNeeded):
            attempt = Draft()
        if attempt.text.strip():
            draft.become(attempt)
            return True
    words = words_of_pages(content)
    for page in words:
        draft.page()
        for paragraph in page.split("\n\n"):
            draft.block(paragraph)
    if words:
        draft.metadata["pages"] = len(words)
        draft.warn("words were found without their places on the pages")
    return bool(words)


class _Pages:
    """The lines of all pages, and what is to be said about them."""

    def __init__(self, pdf: PdfDocument, draft: Draft) -> None:
        self._pdf = pdf
        self._draft = draft
        self._heights: list[float] = []
        self._failed: list[int] = []
        self._empty = 0
        self._invisible = 0
        self.lines: list[list[Line]] = []
        self.asides: dict[int, list[Line]] = {}
        self.pictures: list[int] = []

    def read(self, number: int) -> None:
        """Read one page; a page that cannot be read counts as failed and has no lines."""
        import pypdfium2

        lines: list[Line] = []
        height = 0.0
        try:
            page = self._pdf[number]
            try:
                glyphs = read_glyphs(page)
                height = glyphs.height
                lines = self._lines(glyphs)
                if not lines:
                    self._note_empty(page, number)
            finally:
                page.close()
        except pypdfium2.PdfiumError:
            self._failed.append(number + 1)
        self.lines.append(lines)
        self._heights.append(height)

    def _lines(self, glyphs: PageGlyphs) -> list[Line]:
        repairs = self._draft.repairs
        repairs["pages turned upright"] += glyphs.is_turned
        repairs["characters outside the page dropped"] += glyphs.outside
        repairs["letters printed twice dropped"] += glyphs.doubled
        self._invisible += glyphs.invisible
        ordered: list[Line] = []
        for number_of_group, group in enumerate(glyphs.groups):
            group, mended = mend_codes(group)
            repairs["letters given as glyph numbers decoded"] += mended
            lines, counts = lines_of(group)
            repairs.update(counts)
            lines, is_reordered = arrange(lines)
            repairs["pages put in order by place"] += is_reordered
            if number_of_group:
                self.asides.setdefault(len(self.lines), []).extend(lines)
            else:
                ordered.extend(lines)
        return ordered

    def _note_empty(self, page: PdfPage, number: int) -> None:
        import pypdfium2.raw as raw

        self._empty += 1
        if any(True for _ in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=4)):
            self.pictures.append(number)

    def write(self) -> None:
        """Write all pages into the draft, with warnings about those that gave nothing."""
        draft = self._draft
        kept, running = split_running(self.lines, self._heights)
        if running:
            draft.repairs["running lines set aside"] = sum(map(len, self.lines)) - sum(map(len, kept))
            draft.metadata["running_lines"] = list(running)
        write_pages(kept, self.asides, draft)
        self._warn()

    def _warn(self) -> None:
        draft = self._draft
        pictures = [n + 1 for n in self.pictures if not self.lines[n]]
        if self._failed:
            draft.warn(f"{_pages(self._failed)} cannot be read; the others are used")
        if self._invisible:
            draft.repairs["invisible letters marked"] += self._invisible
            draft.warn(
                f"{self._invisible:,} letters are in the file but not drawn: the text layer of a scan, or hidden text"
            )
        if not draft.text.strip():
            if pictures:
                draft.warn("no text: the pages are pictures, they need OCR")
            else:
                draft.warn("no text: the pages are empty or damaged")
        elif pictures:
            draft.warn(
                f"{_pages(pictures)} {'is a picture and needs' if len(pictures) == 1 else 'are pictures and need'} OCR"
            )


def _pages(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:10])) + (f" and {len(numbers) - 10} more" if len(numbers) > 10 else "")
    return f"page {shown}" if len(numbers) == 1 else f"pages {shown}"


def _metadata(pdf: PdfDocument, draft: Draft) -> None:
    values = {key: " ".join(value.split()) for key, value in pdf.get_metadata_dict(skip_empty=True).items()}
    draft.title = values.get("Title", "")
    for key in ("Author", "Subject", "Keywords", "Creator", "Producer"):
        if values.get(key):
            draft.metadata[key.lower()] = values[key]
    for key in ("CreationDate", "ModDate"):
        match = re.match(r"D?:?(\d{4})(\d\d)?(\d\d)?", values.get(key, ""))
        if match:
            draft.metadata[key.lower()] = "-".join(filter(None, match.groups()))
