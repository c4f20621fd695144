"""What the manual tells people to type works: every Python and console block of every page runs, in order."""

from __future__ import annotations

import ast
import asyncio
import doctest
import inspect
import os
import shlex
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from docs.page import Block, Command, blocks, commands, reasons
from graphkit.cli.main import main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
RUNNABLE = {"python", "console"}
SHELL = {"bash", "sh", "shell"}
COMPARE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SHELL_SIGNS = set("|<>&;$`")

pytestmark = pytest.mark.slow


def name(page: Path) -> str:
    """A page as people call it."""
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_has_something_to_run_or_says_why_not(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    runnable = [block for block in blocks(text) if block.language in RUNNABLE and not block.reason]
    assert runnable or reasons(text)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_shell_block_that_is_not_run_says_why(page: Path) -> None:
    silent = [b.line for b in blocks(page.read_text(encoding="utf-8")) if b.language in SHELL and not b.reason]
    assert silent == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_block_of_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The blocks of a page follow each other: they share a folder with the sample, a store and their variables."""
    shutil.copytree(ROOT / "sample_data", tmp_path / "sample_data")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRAPHKIT_STORE_URI", f"sqlite:///{tmp_path / 'manual.db'}")
    monkeypatch.setenv("GRAPHKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    variables: dict[str, object] = {"__name__": "manual"}
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.reason or block.language not in RUNNABLE:
            continue
        if block.language == "python":
            run_python(block, name(page), variables)
            continue
        for command in commands(block.text):
            run_command(command, f"{name(page)}, block at line {block.line}", monkeypatch, capfd)


def run_python(block: Block, page: str, variables: dict[str, object]) -> None:
    """Run a block, ``await`` outside of functions allowed; a block of ``>>>`` lines is a doctest."""
    if block.text.lstrip().startswith(">>>"):
        test = doctest.DocTestParser().get_doctest(block.text, variables, page, page, block.line)
        told: list[str] = []
        result = doctest.DocTestRunner(optionflags=COMPARE).run(test, out=told.append, clear_globs=False)
        variables.update(test.globs)
        assert result.failed == 0, "".join(told)
        return
    padded = "\n" * (block.line - 1) + block.text
    code = compile(padded, page, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    running = eval(code, variables)  # the manual's own text, which is to be run
    if inspect.iscoroutine(running):
        asyncio.run(running)


def run_command(
    command: Command, where: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Run one line and compare what it writes with what the page shows."""
    if command.line.startswith("export "):
        variable, _, value = shlex.split(command.line)[1].partition("=")
        monkeypatch.setenv(variable, value)
        return
    capfd.readouterr()
    if command.line.startswith("graphkit ") and not SHELL_SIGNS & set(command.line):
        with warnings.catch_warnings():
            code = main(shlex.split(command.line)[1:])
    else:
        shell = ["bash", "-o", "pipefail", "-c", command.line]
        code = subprocess.run(shell, check=False, timeout=120).returncode
    out, err = capfd.readouterr()
    assert code == 0, f"{where}: {command.line}\n{out}\n{err}"
    if command.shown.strip():
        fits = doctest.OutputChecker().check_output(command.shown, out, COMPARE)
        assert fits, f"{where}: {command.line}\nshown:\n{command.shown}\nwritten:\n{out}"
