"""An environment for each package, made from its lock, and drivers run in it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from graphkit.config import cache_folder

HERE = Path(__file__).parent
OURS = "graphkit"
PEERS = ("biblicus", "ragleap", "synapsekit")
VERSIONS = {
    "biblicus": "biblicus 1.16.0",
    "ragleap": "ragleap-graph 0.9.1",
    "synapsekit": "synapsekit 2.0.1",
}


class PeerMissing(RuntimeError):
    """A package could not be installed, or its driver failed; the message says which and why."""


def python_of(peer: str) -> Path:
    """Interpreter of the package's environment, made now if it is not there; of ours this one. Raises PeerMissing."""
    if peer == OURS:
        return Path(sys.executable)
    lock = HERE / "locks" / f"{peer}.lock"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()[:12]
    folder = cache_folder() / "peers" / f"{peer}-{digest}"
    python, done = folder / "bin" / "python", folder / "installed"
    if done.exists():
        return python
    uv = Path(sys.executable).with_name("uv")
    _run([str(uv), "venv", "--quiet", "--clear", "--python", sys.executable, str(folder)], f"{peer}: no environment")
    install = [str(uv), "pip", "install", "--quiet", "--python", str(python), "--no-deps", "--require-hashes", "-r"]
    _run([*install, str(lock)], f"{peer}: not installed")
    done.touch()
    return python


def drive(peer: str, driver: str, job: dict[str, Any], *, limit_s: float = 900.0) -> Any:
    """What ``drivers/DRIVER.py`` answers to a job, run by the package's interpreter. Raises PeerMissing."""
    python = python_of(peer)
    with tempfile.TemporaryDirectory() as folder:
        asked, answered = Path(folder) / "job.json", Path(folder) / "answer.json"
        asked.write_text(json.dumps(job), "utf-8")
        words = [str(python), str(HERE / "drivers" / f"{driver}.py"), str(asked), str(answered)]
        # The same few settings for every package, and one thread for products of matrices.
        environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        environment |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        _run(words, f"{peer}: {driver} failed", limit_s=limit_s, environment={**environment, "TMPDIR": folder})
        return json.loads(answered.read_text("utf-8"))


def _run(
    words: list[str], complaint: str, *, limit_s: float = 600.0, environment: dict[str, str] | None = None
) -> None:
    try:
        ended = subprocess.run(words, capture_output=True, text=True, timeout=limit_s, env=environment, check=False)
    except (OSError, subprocess.TimeoutExpired) as failed:
        raise PeerMissing(f"{complaint}: {failed}") from failed
    if ended.returncode:
        raise PeerMissing(f"{complaint}: {ended.stderr.strip()[-800:]}")
