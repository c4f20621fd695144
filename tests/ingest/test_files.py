"""Which files a user means."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphkit.errors import BadRequest
from graphkit.ingest.files import SUPPORTED, find_files


def test_folders_are_expanded_in_order_and_what_is_passed_over_is_reported(tmp_path: Path) -> None:
    for name in ("b.txt", "a.PDF", ".hidden.txt", "~$lock.docx", "song.mp3", "noending", "sub/c.md", ".git/d.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    found = find_files([tmp_path])
    assert [p.relative_to(tmp_path).as_posix() for p in found] == ["a.PDF", "b.txt", "sub/c.md"]
    assert {(p.relative_to(tmp_path).as_posix(), why) for p, why in found.skipped} == {
        (".git", "hidden"),
        (".hidden.txt", "hidden"),
        ("~$lock.docx", "hidden"),
        ("song.mp3", "no reader for .mp3"),
        ("noending", "no reader for files without an ending"),
    }


def test_a_file_that_is_named_is_taken_once_whatever_it_is(tmp_path: Path) -> None:
    path = tmp_path / "song.mp3"
    path.write_text("x")
    assert find_files([path, str(path), tmp_path]) == [path]


def test_paths_that_do_not_exist_are_all_named(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=r"one\.txt.*two\.txt.*Nothing was read"):
        find_files([tmp_path / "one.txt", tmp_path / "two.txt"])


def test_the_uploader_is_offered_each_format_with_a_name() -> None:
    assert {".pdf": "PDF", ".docx": "Word document", ".csv": "table", ".eml": "mail"}.items() <= SUPPORTED.items()
