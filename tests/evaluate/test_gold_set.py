"""The gold set in its file: marking, taking back, export, loading."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graphkit.errors import BadRequest, StoreReadOnly
from graphkit.evaluate.gold_set import GoldPassage, GoldSet, Loaded, place_gold
from graphkit.evaluate.names import read_names
from graphkit.model import Document, DocumentId, Mention

TEXT = "Intro.\n\nAda Lovelace met Bob in Zürich 東京."
D = DocumentId("d")
PASSAGE = GoldPassage(
    D, 8, len(TEXT), TEXT[8:], (Mention(8, 20, "Ada Lovelace", "PER"), Mention(39, 41, "東京", "LOC"))
)
EMPTY = GoldPassage(D, 0, 6, "Intro.")


@pytest.fixture
def gold(tmp_path: Path) -> GoldSet:
    """A gold set whose file is not there yet."""
    return GoldSet(tmp_path / "folder" / "gold.jsonl")


def test_what_is_marked_is_there_for_the_next_one_who_asks(gold: GoldSet) -> None:
    assert gold.passages() == ()
    gold.put([PASSAGE])
    gold.put([EMPTY])
    assert GoldSet(gold.file).passages() == (EMPTY, PASSAGE)


def test_no_mark_is_lost_when_two_pages_save_at_once(gold: GoldSet) -> None:
    texts = [GoldPassage(D, at, at + 1, "x") for at in range(40)]
    with ThreadPoolExecutor(4) as pages:
        list(pages.map(lambda passage: GoldSet(gold.file).put([passage]), texts))
    assert gold.passages() == tuple(texts)


def test_the_last_marks_of_a_passage_count_and_every_act_is_taken_back_whole(gold: GoldSet) -> None:
    gold.put([PASSAGE, EMPTY])
    changed = GoldPassage(D, 8, len(TEXT), TEXT[8:], PASSAGE.mentions[:1])
    gold.put([changed])
    gold.remove([EMPTY])
    assert gold.passages() == (changed,)
    assert gold.undo() == 1
    assert gold.passages() == (EMPTY, changed)
    assert gold.undo() == 1
    assert gold.passages() == (EMPTY, PASSAGE)
    assert gold.undo() == 2
    assert (gold.passages(), gold.undoable, gold.undo()) == ((), False, 0)


def test_the_export_is_a_labelled_file_like_any_other(gold: GoldSet, tmp_path: Path) -> None:
    gold.put([PASSAGE])
    out = tmp_path / "out.jsonl"
    out.write_text(gold.export(), "utf-8")
    (item,) = read_names(out)
    assert item.text == PASSAGE.text
    assert [(m.start, m.text, m.type) for m in item.mentions] == [(0, "Ada Lovelace", "PER"), (31, "東京", "LOC")]
    other = place_gold(gold.export(), [Document(DocumentId("e"), "", TEXT, "e"), Document(D, "", TEXT, "d")])
    assert other == Loaded((PASSAGE,), ())


def test_labelled_texts_are_found_in_the_documents_and_others_are_named() -> None:
    entity = {"start": 0, "end": 3, "type": "person", "text": "Bob"}
    lines = [{"text": "Bob in Zürich", "entities": [entity]}, {"id": "s2", "text": "Nowhere.", "entities": []}]
    loaded = place_gold("\ufeff" + "\n".join(map(json.dumps, lines)) + "\n", [Document(D, "", TEXT, "d")])
    assert loaded.elsewhere == ("s2",)
    (passage,) = loaded.passages
    assert passage.mentions == (Mention(TEXT.index("Bob"), TEXT.index("Bob") + 3, "Bob", "PER"),)


@pytest.mark.parametrize(
    "line",
    ["", "nonsense", "[]", '{"text": "a"}', '{"text": "a", "entities": [{"start": 0, "end": 9, "type": "PER"}]}'],
)
def test_a_file_that_makes_no_sense_is_refused_in_one_sentence(line: str) -> None:
    with pytest.raises(BadRequest, match="Nothing was loaded"):
        place_gold(line, [])


def test_a_damaged_gold_set_is_named_with_its_line_and_left_alone(gold: GoldSet) -> None:
    gold.put([PASSAGE])
    before = gold.file.read_text("utf-8") + "{half\n"
    gold.file.write_text(before, "utf-8")
    for act in (gold.passages, gold.undo):
        with pytest.raises(BadRequest, match="Line 2 of the gold set"):
            act()
    assert gold.file.read_text("utf-8") == before


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreReadOnly, match="It is as it was"):
        GoldSet(tmp_path / "file2" / ".." / "file" / "x" / "gold.jsonl").put([PASSAGE])
