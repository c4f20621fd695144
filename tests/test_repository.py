"""What the files of the repository may say: nothing about the machine that they were written on."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from outside import Outside

ROOT = Path(__file__).parents[1]
TEXT = {".cfg", ".css", ".html", ".js", ".lock", ".md", ".py", ".sh", ".toml", ".txt", ".yaml", ".yml", ""}
MACHINE_PATH = re.compile(r"(?<![\w./-])/(?:home/(?!ada)|work/|root/|Users/)[A-Za-z]")
REGISTRY = re.compile(
    r"(?:pypi|pythonhosted|files\.python|devpi|artifactory|nexus)[\w.-]*\.(?:org|com|net|io|local)", re.I
)
INDEX_OPTION = re.compile(r"^--(?:extra-)?index-url|^--find-links", re.M)


def tracked() -> list[Path]:
    """Text files under version control."""
    if not (ROOT / ".git").exists():
        raise Outside("this copy of the sources has no history (.git)")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and Path(name).suffix in TEXT]


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY, INDEX_OPTION], ids=["path", "registry", "index"])
def test_no_file_names_a_machine_or_a_package_registry(pattern: re.Pattern[str]) -> None:
    found = {
        str(file.relative_to(ROOT)): match[0]
        for file in tracked()
        if file.exists() and file != Path(__file__) and (match := pattern.search(file.read_text("utf-8", "replace")))
    }
    assert found == {}


def test_a_file_is_one_noun_of_readable_length() -> None:
    lists = {Path("graphkit/resolve/lexicon.py"), Path("graphkit/store/neo4j_cypher.py")}  # words, statements
    modules = {file.relative_to(ROOT): file for file in (ROOT / "graphkit").rglob("*.py")}
    pages = list((ROOT / "pages").glob("*.py"))
    assert [str(name) for name, file in modules.items() if _lines(file) > 400 and name not in lists] == []
    assert [str(name) for name in modules if name.stem in {"utils", "util", "misc", "helpers", "common"}] == []
    assert [page.name for page in pages if _lines(page) > 120] == []


def _lines(file: Path) -> int:
    return len(file.read_text("utf-8").splitlines())
