"""The frame that all commands stand in: help, exit codes, streams, failures."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import click
import pytest

from cli.program import Run
from graphkit.cli.main import COMMANDS, main, program
from graphkit.errors import Cancelled, StoreBusy, UnknownEntity


@click.command("fail-for-a-test")
@click.argument("kind")
@click.option("--json", "as_json", is_flag=True)
def failing(kind: str, *, as_json: bool) -> None:
    """Raise what the test asks for."""
    faults: dict[str, BaseException] = {
        "bad": UnknownEntity("There is no entity 'X'."),
        "store": StoreBusy("The store is busy. Try again; nothing was changed."),
        "cancelled": Cancelled("Stopped at 2 of 5. Two documents are kept."),
        "interrupt": KeyboardInterrupt(),
        "fault": ZeroDivisionError("division by zero"),
    }
    raise faults[kind]


@pytest.fixture
def _failing_command() -> Iterator[None]:
    program.add_command(failing)
    yield
    del program.commands["fail-for-a-test"]


@pytest.mark.usefixtures("_failing_command")
@pytest.mark.parametrize(
    ("kind", "code", "name", "sentence"),
    [
        ("bad", 2, "unknown_entity", "There is no entity 'X'."),
        ("store", 1, "store_busy", "The store is busy. Try again; nothing was changed."),
        ("cancelled", 130, "cancelled", "Stopped at 2 of 5. Two documents are kept."),
        ("interrupt", 130, "stopped", "Stopped. What was stored before is kept."),
    ],
)
def test_a_failure_is_one_sentence_and_an_exit_code(run: Run, kind: str, code: int, name: str, sentence: str) -> None:
    ran = run("fail-for-a-test", kind)
    assert (ran.code, ran.out, ran.err) == (code, "", f"{sentence}\n")
    ran = run("fail-for-a-test", kind, "--json")
    assert (ran.code, ran.err) == (code, f"{sentence}\n")
    assert ran.json == {"status": "failed", "error": {"code": name, "message": sentence}}


@pytest.mark.usefixtures("_failing_command")
def test_an_unknown_failure_says_that_it_is_ours_and_shows_the_code_only_when_asked(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, shows in ((["fail-for-a-test", "fault"], False), (["--debug", "fail-for-a-test", "fault"], True)):
        with pytest.raises(ZeroDivisionError) as caught:
            main(words)
        sys.excepthook(caught.type, caught.value, caught.tb)
        err = capsys.readouterr().err
        assert "This is a fault of graphkit, please report it: ZeroDivisionError: division by zero" in err
        assert ("Traceback" in err) is shows


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nothing"], "No such command 'nothing'. See: graphkit --help\n"),
        (
            ["app", "--port", "0"],
            "Invalid value for '--port': 0 is not in the range 1<=x<=65535. See: graphkit app --help\n",
        ),
        (["app", "--prot", "1"], "No such option '--prot'. Did you mean '--port'? See: graphkit app --help\n"),
    ],
)
def test_a_bad_request_is_exit_code_2_and_says_where_help_is(run: Run, words: list[str], sentence: str) -> None:
    ran = run(*words)
    assert (ran.code, ran.out, ran.err) == (2, "", sentence)


def test_the_program_alone_shows_its_help_as_a_bad_request(run: Run) -> None:
    ran = run()
    assert ran.code == 2
    assert ran.err.startswith("Usage: graphkit [OPTIONS] COMMAND [ARGS]...")


def test_every_command_of_the_table_is_there_under_its_name() -> None:
    for name, place in COMMANDS.items():
        assert place.load().name == name


def test_every_command_and_option_says_what_it_is_for() -> None:
    def silent(command: click.Command, path: str) -> list[str]:
        own = [path] if not command.help else []
        own += [f"{path} {p.name}" for p in command.params if isinstance(p, click.Option) and not p.help]
        if isinstance(command, click.Group):
            context = click.Context(command)
            subs = [command.get_command(context, name) for name in command.list_commands(context)]
            own += [fault for sub in subs if sub for fault in silent(sub, f"{path} {sub.name}")]
        return own

    assert silent(program, "graphkit") == []


def test_a_reader_that_has_seen_enough_is_no_failure_to_talk_about() -> None:
    ran = subprocess.run(
        f"{sys.executable} -m graphkit --help | head -c 5", shell=True, capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == ("Usage", "")


def test_a_closed_pipe_is_silent() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "graphkit", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    child.stdout.close()
    assert child.stderr is not None
    assert child.stderr.read() == b""
    child.stderr.close()
    assert child.wait() in {0, 1}


def test_help_loads_no_command_and_no_library_but_click() -> None:
    code = "import sys, graphkit.cli.main\nprint('numpy' in sys.modules, 'graphkit.corpus' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False False\n"
