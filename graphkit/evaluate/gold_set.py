"""A small gold set: passages of a corpus in which somebody marked the right names, kept in one file.

The file is a journal of JSON lines: the last line of a passage counts, and taking back is cutting off the lines of
the last act. What is exported has the format of labelled files everywhere in graphkit: ``{"text", "entities"}``.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from graphkit.errors import BadRequest, StoreReadOnly
from graphkit.evaluate.names import kind_of
from graphkit.model import UNKNOWN, Document, DocumentId, JsonValue, Mention

KINDS = ("PER", "ORG", "LOC", "MISC", UNKNOWN)
"""Types that gold tells apart; UNKNOWN accepts every type."""
_WRITING = Lock()  # of the whole process: every page that is shown opens the file anew


@dataclass(frozen=True, slots=True)
class GoldPassage:
    """A passage with its right names. Offsets, those of the mentions too, count characters of the document."""

    document_id: DocumentId
    start: int
    end: int
    text: str
    mentions: tuple[Mention, ...] = ()

    @property
    def key(self) -> tuple[DocumentId, int, int]:
        """Which passage it is."""
        return self.document_id, self.start, self.end


class GoldSet:
    """The gold set in a file, which is made by the first passage that is marked."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def passages(self) -> tuple[GoldPassage, ...]:
        """All marked passages, by document and place. Raises ``BadRequest`` for a file that is damaged."""
        latest = {passage.key: (passage, marked) for passage, marked, _ in self._lines()}
        return tuple(latest[key][0] for key in sorted(latest) if latest[key][1])

    def put(self, passages: Sequence[GoldPassage]) -> None:
        """Mark passages, or mark them anew: one act. Raises ``StoreReadOnly``."""
        self._append(passages, marked=True)

    def remove(self, passages: Sequence[GoldPassage]) -> None:
        """Take passages out of the set: one act. Raises ``StoreReadOnly``."""
        self._append(passages, marked=False)

    def undo(self) -> int:
        """Take the last act back; how many passages it was about, 0 if there was none. Raises ``StoreReadOnly``."""
        with _WRITING:
            lines = list(self._lines())
            if not lines:
                return 0
            last = lines[-1][2]
            kept = [line for line in self._text().split("\n") if line.strip()]
            gone = sum(act == last for _, _, act in lines)
            self._write("".join(f"{line}\n" for line in kept[: len(kept) - gone]))
            return gone

    @property
    def undoable(self) -> bool:
        """Whether there is an act to take back."""
        return bool(self._text().strip())

    def export(self) -> str:
        """The marked passages as JSON lines ``{"id", "document", "start", "end", "text", "entities"}``."""
        return "".join(f"{json.dumps(_row(passage), ensure_ascii=False)}\n" for passage in self.passages())

    def _append(self, passages: Sequence[GoldPassage], *, marked: bool) -> None:
        act = uuid.uuid4().hex[:12]
        rows = (_row(passage) | {"marked": marked, "act": act} for passage in passages)
        with _WRITING:
            self._write(self._text() + "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))

    def _lines(self) -> Iterator[tuple[GoldPassage, bool, str]]:
        for number, line in enumerate(self._text().split("\n"), 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
                passage = _passage(row, DocumentId(row["document"]), row["start"])
                yield passage, row["marked"], row["act"]
            except (ValueError, KeyError, TypeError):
                raise BadRequest(
                    f"Line {number} of the gold set {self.file} is damaged. Repair or remove it; nothing was changed."
                ) from None

    def _text(self) -> str:
        try:
            return self.file.read_text("utf-8")
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            raise BadRequest(f"The gold set {self.file} cannot be read: {error}. Nothing was changed.") from None

    def _write(self, text: str) -> None:
        aside = self.file.with_name(f"{self.file.name}.new")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            aside.write_text(text, "utf-8")
            aside.replace(self.file)
        except OSError as error:
            raise StoreReadOnly(f"The gold set {self.file} cannot be written: {error}. It is as it was.") from error


@dataclass(frozen=True, slots=True)
class Loaded:
    """Labelled texts that were found in the documents, and the ids or beginnings of those that were not."""

    passages: tuple[GoldPassage, ...]
    elsewhere: tuple[str, ...]


def place_gold(data: str, documents: Iterable[Document]) -> Loaded:
    """Find the texts of a labelled file (JSON lines ``{"text", "entities": [{"start", "end", "type"}]}``) in documents.

    Each is looked for in every document, once. Raises ``BadRequest`` that names lines that make no sense.
    """
    waiting = list(_labelled(data))
    placed: list[GoldPassage] = []
    for document in documents:
        rest = []
        for row in waiting:
            named = row.get("document") in (None, document.document_id)
            start = document.text.find(str(row["text"]), 0) if named else -1
            told = row.get("start")
            if named and isinstance(told, int) and document.text.startswith(str(row["text"]), told):
                start = told
            if start < 0:
                rest.append(row)
            else:
                placed.append(_passage(row, document.document_id, start))
        waiting = rest
        if not waiting:
            break
    return Loaded(tuple(placed), tuple(str(row.get("id") or str(row["text"])[:60]) for row in waiting))


def _labelled(data: str) -> Iterator[dict[str, JsonValue]]:
    faults = []
    found = []
    for number, line in enumerate(data.lstrip("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            _passage(row, DocumentId(""), 0)
        except (ValueError, KeyError, TypeError, AttributeError):
            faults.append(str(number))
        else:
            found.append(row)
    if faults or not found:
        where = f"on line {', '.join(faults[:10])}" if faults else "at all"
        raise BadRequest(f"The file has no {{text, entities: [{{start, end, type}}]}} {where}. Nothing was loaded.")
    yield from found


def _row(passage: GoldPassage) -> dict[str, JsonValue]:
    return {
        "id": f"{passage.document_id}:{passage.start}",
        "document": passage.document_id,
        "start": passage.start,
        "end": passage.end,
        "text": passage.text,
        "entities": [
            {"start": m.start - passage.start, "end": m.end - passage.start, "type": m.type, "text": m.text}
            for m in passage.mentions
        ],
    }


def _passage(row: dict[str, JsonValue], document_id: DocumentId, start: int) -> GoldPassage:
    """The passage of a row. Raises ValueError, KeyError or TypeError for a row of another shape."""
    text, entities = row["text"], row["entities"]
    if not isinstance(text, str) or not text or not isinstance(entities, list):
        raise ValueError(text)
    mentions = sorted((_mention(text, start, entity) for entity in entities), key=lambda m: (m.start, m.end))
    return GoldPassage(document_id, start, start + len(text), text, tuple(mentions))


def _mention(text: str, offset: int, row: JsonValue) -> Mention:
    if not isinstance(row, dict):
        raise TypeError(row)
    start, end, label = row["start"], row["end"], row.get("coarse") or row.get("type") or UNKNOWN
    if not isinstance(start, int) or not isinstance(end, int) or not isinstance(label, str):
        raise TypeError(row)
    if not 0 <= start < end <= len(text):
        raise ValueError(row)
    return Mention(offset + start, offset + end, text[start:end], label if label in KINDS else kind_of(label))
