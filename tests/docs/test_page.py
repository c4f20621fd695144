"""Blocks, reasons and commands are found in a page."""

from __future__ import annotations

from docs.page import Block, Command, blocks, commands, reasons

PAGE = """# Title

```python
x = 1
```

<!-- not run: it asks for a password -->
```sh
login
```

```console
$ graphkit stats \\
    --json
{"documents": ...}
$ graphkit audit
```
"""


def test_blocks_know_their_language_line_and_reason() -> None:
    assert list(blocks(PAGE))[:2] == [
        Block("python", "x = 1\n", 4, ""),
        Block("sh", "login\n", 9, "it asks for a password"),
    ]


def test_a_comment_without_a_reason_is_none() -> None:
    assert reasons("<!-- not run: -->\n<!-- not run:  -->\n<!-- not run: needs a server -->") == ["needs a server"]


def test_commands_go_on_after_a_backslash_and_keep_what_is_shown() -> None:
    console = list(blocks(PAGE))[2]
    assert list(commands(console.text)) == [
        Command("graphkit stats --json", '{"documents": ...}\n'),
        Command("graphkit audit", ""),
    ]
