"""Names inside Markdown."""

import pytest

from graphkit.ui.place import short_address
from graphkit.ui.plain import plain


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada Lovelace", "Ada Lovelace"),
        ("[x](javascript:alert(1))", r"\[x\]\(javascript\:alert\(1\)\)"),
        ("<b>*a*</b>", r"\<b\>\*a\*\<\/b\>"),
        (":red[a] $x$", r"\:red\[a\] \$x\$"),
        ("two\nlines\tof it", "two lines of it"),
    ],
)
def test_signs_of_markdown_are_disarmed(name: str, shown: str) -> None:
    assert plain(name) == shown


def test_a_long_name_is_cut() -> None:
    assert plain("x" * 300, limit=10) == "x" * 9 + "…"


@pytest.mark.parametrize(
    ("uri", "shown"),
    [
        ("sqlite:////data/ada/graphkit.db", "SQLite, graphkit.db"),
        ("memory://", "in memory, gone when the server stops"),
        ("bolt://localhost:7687", "bolt://localhost:7687"),
    ],
)
def test_the_place_names_a_store_as_people_do(uri: str, shown: str) -> None:
    assert short_address(uri) == shown
