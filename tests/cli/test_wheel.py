"""The wheel alone is enough: built, installed into an environment of its own, started in an empty folder."""

from __future__ import annotations

import os
import site
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cli.server import free_port, page_at, serving

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


def test_the_wheel_starts_the_application_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    empty, home = tmp_path / "empty", tmp_path / "home"
    empty.mkdir()
    home.mkdir()
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
    port = free_port()
    with serving([str(installed / "graphkit"), "app", "--port", str(port)], port, environment, empty) as address:
        assert b"<title>" in page_at(address)
    assert list(empty.iterdir()) == []
