"""Reads files of unknown origin in a process of its own, which may die without harm.

A PDF of two megabytes can unpack to more memory than there is, and the library below then ends its process; other files
keep a parser busy for hours. So reading happens in a child with a limit on time and on address space, warm from
file to file and started again when it dies. Requests and answers go through its standard input and output, each with
its length before it (see ``wire``).
"""

from __future__ import annotations

import contextlib
import os
import signal
import struct
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO

from graphkit.errors import DocumentTooLarge, ReadError, ReaderStopped
from graphkit.ingest.base import ReadResult, Source
from graphkit.ingest.limits import DEFAULT_LIMITS, Limits
from graphkit.ingest.read import read
from graphkit.ingest.wire import decode_answer, decode_request, encode_error, encode_request, encode_result

_LENGTH = struct.Struct(">Q")
_MAX_ANSWER = 2_000_000_000
_START = "import sys; sys.path.append(sys.argv[1]); from graphkit.ingest.worker import serve; serve()"
_ROOT = str(Path(__file__).resolve().parents[2])


class Reader:
    """Reads files in a worker process. Constructing starts nothing; the first file does.

    Threads may share a reader: they take turns. Close it, or use it in a ``with`` block, to end the worker.
    """

    def __init__(self, *, limits: Limits = DEFAULT_LIMITS) -> None:
        self.limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._finish: Callable[[], None] = _nothing
        self._turn = threading.Lock()

    def __enter__(self) -> Reader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def read(self, source: Source) -> ReadResult:
        """The document in a file. Raises the ReadError family; ReaderStopped when the worker had to be ended."""
        with self._turn:
            return self._ask(source)

    def read_many(self, sources: Iterable[Source]) -> Iterator[tuple[Source, ReadResult | ReadError]]:
        """Each source with its result or its error, in the order given and as soon as it is there."""
        for source in sources:
            try:
                outcome: ReadResult | ReadError = self.read(source)
            except ReadError as error:
                outcome = error
            yield source, outcome

    def close(self) -> None:
        """End the worker. The reader may be used again: the next file starts another."""
        with self._turn:
            self._end()

    def _ask(self, source: Source) -> ReadResult:
        process = self._running()
        late = threading.Event()

        def end_late() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(self.limits.seconds, end_late)
        timer.daemon = True
        timer.start()
        try:
            answer = self._exchange(process, source)
        finally:
            timer.cancel()
        if answer is None:
            raise self._stopped(process, source, is_late=late.is_set())
        try:
            return decode_answer(answer)
        except ValueError as error:
            self._end()
            raise ReaderStopped(
                f"The reader gave no proper answer for “{source.name}” ({error}) and was started anew. "
                "Nothing was stored for it; other files are not affected."
            ) from error

    def _exchange(self, process: subprocess.Popen[bytes], source: Source) -> bytes | None:
        """The worker's answer, None when it ended instead of answering. Anything else that interrupts ends it."""
        pipe_in, pipe_out = process.stdin, process.stdout
        if pipe_in is None or pipe_out is None:
            return None
        try:
            _send(pipe_in, encode_request(source, self.limits))
            if source.content is not None:
                pipe_in.write(source.content)
                pipe_in.flush()
            return _receive(pipe_out)
        except (OSError, ValueError):  # broken pipe: the worker is gone
            return None
        except BaseException:  # an answer would still be under way and be taken for that of the next file
            self._end()
            raise

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is not None:
            self._end()
        if self._process is None:
            command = [sys.executable, "-P", "-c", _START, _ROOT, str(self.limits.memory_bytes)]
            self._process = subprocess.Popen(  # noqa: S603 - our own program, no text of a user in its arguments
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            self._finish = weakref.finalize(self, _end_process, self._process)
        return self._process

    def _stopped(self, process: subprocess.Popen[bytes], source: Source, *, is_late: bool) -> ReaderStopped:
        self._end()
        if is_late:
            cause = f"took longer than {self.limits.seconds:g} seconds"
        elif process.returncode == -signal.SIGABRT:
            cause = f"needed more than {self.limits.memory_bytes / 1e9:g} GB of memory or hit a fault in a library"
        elif process.returncode is not None and process.returncode < 0:
            cause = f"died ({signal.Signals(-process.returncode).name})"
        else:
            cause = f"died (exit code {process.returncode})"
        return ReaderStopped(
            f"Reading “{source.name}” {cause} and was stopped. Split the file or save it anew, then add it again; "
            "nothing was stored for it, other files are not affected."
        )

    def _end(self) -> None:
        self._process = None
        self._finish()


def _nothing() -> None:
    """There is no worker to end."""


def _end_process(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    process.wait()


def serve() -> None:
    """The worker's life: answer requests from standard input until it ends. Arguments: root, bytes of memory."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the application, which then ends this process
    requests = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints goes elsewhere than into the answers
    _limit_memory(int(sys.argv[2]))
    while (data := _receive(requests)) is not None:
        source, limits, size = decode_request(data)
        content = requests.read(size) if size is not None else None
        # Ends this process when nobody is there to do so: the application may have died while a parser loops.
        signal.setitimer(signal.ITIMER_REAL, limits.seconds + 5)
        _send(answers, _answer(Source(source.name, source.address, source.path, content), limits))
        signal.setitimer(signal.ITIMER_REAL, 0)


def _answer(source: Source, limits: Limits) -> bytes:
    try:
        return encode_result(read(source, limits=limits))
    except ReadError as error:
        return encode_error(error)
    except MemoryError:
        return encode_error(
            DocumentTooLarge(
                f"Reading “{source.name}” needs more than {limits.memory_bytes / 1e9:g} GB of memory. "
                "Split it and add the parts; nothing was stored for it."
            )
        )


def _limit_memory(limit: int) -> None:
    import resource

    for what, most in ((resource.RLIMIT_AS, limit), (resource.RLIMIT_CORE, 0)):
        with contextlib.suppress(OSError, ValueError):  # macOS does not hold the first, and may refuse it
            _, hard = resource.getrlimit(what)
            resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _send(pipe: IO[bytes], data: bytes) -> None:
    pipe.write(_LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes | None:
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    if length > _MAX_ANSWER:
        return None
    data = pipe.read(length)
    return data if len(data) == length else None
