"""The wheel alone is enough: built, installed into an environment of its own, started in an empty folder."""

from __future__ import annotations

import os
import signal
import site
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
APPLICATION = "graphkit/application/"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout without network."""
    folder = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the programs of an environment that has the wheel, and lends all other packages from this one."""
    home = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    packages = next(home.glob("lib/python*/site-packages"))
    (packages / "lent.pth").write_text("\n".join(site.getsitepackages()) + "\n", "utf-8")
    words = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*words, str(wheel)], check=True, env={**os.environ, "PIP_ROOT_USER_ACTION": "ignore"})
    return home / "bin"


def test_the_wheel_carries_the_application(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    pages = {f"{APPLICATION}pages/{page.name}" for page in (ROOT / "pages").glob("*.py")}
    assert {f"{APPLICATION}app.py", f"{APPLICATION}.streamlit/config.toml", "graphkit/py.typed"} | pages <= names
    assert any(name.startswith(f"{APPLICATION}sample_data/documents/") for name in names)
    assert not [name for name in names if name.endswith((".pyc", ".db")) or name.startswith("tests/")]


@pytest.fixture
def application(installed: Path, tmp_path: Path) -> Iterator[str]:
    """Address of the application, started from the wheel in an empty folder by a user without any files."""
    empty, home = tmp_path / "empty", tmp_path / "home"
    empty.mkdir()
    home.mkdir()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
    with (tmp_path / "log").open("w+", encoding="utf-8") as log:
        words = [str(installed / "graphkit"), "app", "--port", str(port)]
        server = subprocess.Popen(words, cwd=empty, env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            _wait_for(f"http://127.0.0.1:{port}/_stcore/health", server, tmp_path / "log")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(20)
    assert list(empty.iterdir()) == []


def test_the_wheel_starts_the_application_in_an_empty_folder(application: str) -> None:
    with urllib.request.urlopen(f"{application}/", timeout=10) as page:
        assert page.status == 200
        assert b"<title>" in page.read()


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except (urllib.error.URLError, OSError):
            if server.poll() is not None:
                break
            time.sleep(0.2)
    pytest.fail(f"The application did not start:\n{log.read_text('utf-8')}")
