"""What a user of the package sees: its names, its weight, its exceptions."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import graphkit
from graphkit import errors

HEAVY = ("lxml", "neo4j", "networkx", "onnxruntime", "pandas", "pypdfium2", "pyvis", "spacy", "streamlit", "tokenizers")


def loaded_by(statement: str) -> set[str]:
    """Top-level packages in memory after a statement in a fresh process."""
    code = f"import sys\n{statement}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(ran.stdout.split())


@pytest.mark.parametrize("statement", ["import graphkit", "import graphkit.cli.main"])
def test_the_package_and_its_commands_load_nothing_heavy(statement: str) -> None:
    assert loaded_by(statement) & set(HEAVY) == set()


def test_all_is_sorted_and_every_name_in_it_is_what_its_module_calls_so() -> None:
    assert list(graphkit.__all__) == sorted(graphkit.__all__)
    for name in graphkit.__all__:
        value = getattr(graphkit, name)
        assert value is getattr(import_module(graphkit._HOMES[name]), name)
        assert name in dir(graphkit)
    with pytest.raises(AttributeError, match="no public name 'Grpah'"):
        graphkit.Grpah  # noqa: B018


def test_type_checkers_see_the_same_names_from_the_same_modules() -> None:
    tree = ast.parse(Path(graphkit.__file__).read_text("utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {alias.name: node.module for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert seen == graphkit._HOMES
    assert list(seen) and sorted(seen) == list(graphkit.__all__)


def test_every_exception_is_exported_and_stands_in_the_tree_under_its_parents() -> None:
    tree = tree_of(errors.__doc__ or "")
    defined = {
        name: kind
        for name, kind in inspect.getmembers(errors, inspect.isclass)
        if issubclass(kind, errors.GraphkitError)
    }
    parents = {name: [base.__name__ for base in kind.__bases__] for name, kind in defined.items()}
    parents["GraphkitError"] = []
    assert tree == parents
    assert {name: kind for name, kind in defined.items() if not kind.__doc__} == {}
    assert set(defined) <= set(graphkit.__all__)


def tree_of(drawing: str) -> dict[str, list[str]]:
    """Parents of each name in the drawn tree: the name above it, and what stands in brackets behind it."""
    parents: dict[str, list[str]] = {}
    above: list[tuple[int, str]] = []
    for line in drawing.splitlines():
        name = next((word for word in line.split() if word.isidentifier() and word[0].isupper()), None)
        if name is None or not ({"├──", "└──"} & set(line.split()) or line.strip() == "GraphkitError"):
            continue
        depth = line.index(name)
        above = [(column, word) for column, word in above if column < depth]
        second = line[line.index("(") + 1 : line.index(")")] if line.split(name, 1)[1].startswith(" (") else ""
        parents[name] = [word for _, word in above[-1:]] + ([second] if second else [])
        above.append((depth, name))
    return parents
