"""The program ``graphkit``: its commands and what becomes of their failures.

Exit codes: 0 done, 1 failed, 2 bad request, 130 stopped by Ctrl-C. A failure is one sentence on standard
error; with ``--json`` standard output then holds ``{"status": "failed", "error": {"code", "message"}}``.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import traceback
import warnings
from collections.abc import Sequence
from types import TracebackType

import click

from graphkit.cli.late import LateGroup, Place
from graphkit.cli.options import desk_options
from graphkit.cli.output import note, speak_utf8, write_json
from graphkit.errors import BadRequest, Cancelled, GraphkitError

DONE, FAILED, BAD_REQUEST, STOPPED = 0, 1, 2, 130


COMMANDS = {
    "app": Place("graphkit.cli.app", "command", "start the application"),
    "ingest": Place("graphkit.cli.ingest", "command", "bring documents in"),
    "extract": Place("graphkit.cli.extract", "command", "read stored documents with further methods"),
    "embed": Place("graphkit.cli.embed", "command", "make the vectors that are missing"),
    "annotate": Place("graphkit.cli.annotate", "command", "find names and relations in a text, without a store"),
    "compare": Place("graphkit.cli.compare", "command", "lay methods side by side"),
    "query": Place("graphkit.cli.query", "command", "find passages that answer a question"),
    "documents": Place("graphkit.cli.documents", "command", "list, show, print and delete documents"),
    "entities": Place("graphkit.cli.graph", "entities_command", "list or search entities"),
    "relations": Place("graphkit.cli.graph", "relations_command", "list relations with their proof"),
    "reach": Place("graphkit.cli.graph", "reach_command", "list the names that two relations lead to"),
    "path": Place("graphkit.cli.graph", "path_command", "show how two entities hang together"),
    "resolve": Place("graphkit.cli.resolve", "command", "find names that mean one thing; decide, undo"),
    "decisions": Place("graphkit.cli.resolve", "decisions_command", "list decisions, carry them elsewhere"),
    "export": Place("graphkit.cli.export", "command", "write the graph to a file"),
    "stats": Place("graphkit.cli.health", "stats_command", "count what is stored"),
    "audit": Place("graphkit.cli.health", "audit_command", "check that what is stored holds together"),
    "runs": Place("graphkit.cli.runs", "command", "list, show and compare runs"),
    "doctor": Place("graphkit.cli.doctor", "command", "check what can run here, and what is set"),
    "store": Place("graphkit.cli.store", "command", "check, save and copy a whole store"),
    "neo4j": Place("graphkit.cli.neo4j", "command", "run a Neo4j server of your own; look at another's graph"),
    "eval": Place("graphkit.cli.evaluate", "command", "measure against labelled files"),
}


@click.group(cls=LateGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="graphkit-analyst", prog_name="graphkit", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, expose_value=False, help="Show where in the code an unknown failure arose.")
@desk_options
def program() -> None:
    """Turn documents into a knowledge graph that shows the exact sentence behind every fact."""


program.places = COMMANDS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Arguments are those of the process when none are given."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # as it was while the program was loading
        signal.signal(signal.SIGINT, signal.default_int_handler)
    words = list(sys.argv[1:] if arguments is None else arguments)
    flags = words[: words.index("--")] if "--" in words else words
    debug, as_json = "--debug" in flags, "--json" in flags
    speak_utf8()
    if not debug and not sys.warnoptions:
        warnings.simplefilter("ignore")
    sys.excepthook = _Fault(debug=debug, as_json=as_json)
    try:
        return _run([word for word in flags if word != "--debug"] + words[len(flags) :])
    except BrokenPipeError:  # the reader has seen enough: what is still in the buffer has nowhere to go
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        return _failed("Stopped. What was stored before is kept.", "stopped", STOPPED, as_json=as_json)
    except Cancelled as stop:
        return _failed(str(stop), "cancelled", STOPPED, as_json=as_json)
    except click.exceptions.NoArgsIsHelpError as incomplete:
        sys.stderr.write(f"{incomplete.format_message()}\n")
        return BAD_REQUEST
    except click.UsageError as fault:
        return _failed(_usage_sentence(fault), "bad_request", BAD_REQUEST, as_json=as_json)
    except click.ClickException as fault:
        return _failed(fault.format_message(), "failed", FAILED, as_json=as_json)
    except GraphkitError as fault:
        exit_code = BAD_REQUEST if isinstance(fault, BadRequest) else FAILED
        return _failed(str(fault), _code(type(fault)), exit_code, as_json=as_json)


def _run(words: list[str]) -> int:
    """Invoke without Click's own handling of exceptions, which knows nothing of ours."""
    try:
        with program.make_context("graphkit", words) as context:
            program.invoke(context)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    finally:
        sys.stdout.flush()
    return DONE


def _failed(sentence: str, code: str, exit_code: int, *, as_json: bool) -> int:
    note(sentence)
    if as_json:
        write_json({"status": "failed", "error": {"code": code, "message": sentence}})
    return exit_code


def _code(fault: type[GraphkitError]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", fault.__name__).lower()


def _usage_sentence(fault: click.UsageError) -> str:
    path = fault.ctx.command_path if fault.ctx else "graphkit"
    sentence = fault.format_message()
    return f"{sentence}{'' if sentence.endswith(('.', '?', '!')) else '.'} See: {path} --help"


class _Fault:
    """Last words for an exception that nobody expected: the interpreter ends with exit code 1 after them."""

    def __init__(self, *, debug: bool, as_json: bool) -> None:
        self._debug = debug
        self._as_json = as_json

    def __call__(self, kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        if self._debug:
            traceback.print_exception(kind, fault, trace)
        hint = "." if self._debug else "; --debug after the command shows where."
        sentence = f"This is a fault of graphkit, please report it: {kind.__name__}: {fault}".rstrip(".") + hint
        _failed(sentence, "fault_of_graphkit", FAILED, as_json=self._as_json)
