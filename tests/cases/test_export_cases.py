"""Field cases of exports: every script under every locale, and hostile names inert in every format."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest

from graphkit.export.export import FORMATS, ExportGraph, export
from graphkit.model import Edge, Entity, EntityId

SCRIPTS = ("Łódź", "北京", "الجزائر", "👩‍🔬")
HOSTILE = (
    "B-Roll & Filming",
    "Anna's",
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "=cmd()",
    "[x](javascript:alert(1))",
)


def graph(names: tuple[str, ...]) -> ExportGraph:
    entities = tuple(Entity(EntityId(f"entity:{name}"), name, name, 1, 1) for name in names)
    edges = tuple(Edge(a.entity_id, "RELATES_AS", a.name, b.entity_id, 1.0, 1) for a, b in pairwise(entities))
    return ExportGraph(entities, edges, title=names[0])


WRITE = """
import sys
from pathlib import Path
from graphkit.export.export import FORMATS, ExportGraph, export
from graphkit.model import Entity, EntityId
names = [bytes.fromhex(word).decode() for word in sys.argv[2].split()]
for ending in FORMATS:
    entities = [Entity(EntityId(name), name, name, 1, 1) for name in names]
    export(ExportGraph(entities, ()), Path(sys.argv[1]) / f"graph{ending}")
"""


def test_case_20_every_format_is_utf8_under_a_locale_without_it(tmp_path):
    words = " ".join(name.encode().hex() for name in SCRIPTS)
    command = [sys.executable, "-X", "utf8=0", "-c", WRITE, str(tmp_path), words]
    environment = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PATH": "/usr/bin:/bin"}
    subprocess.run(command, env=environment, check=True)
    for ending in set(FORMATS) - {".zip", ".html"}:
        text = (tmp_path / f"graph{ending}").read_text("utf-8")
        assert all(name in text for name in SCRIPTS), ending
    page = (tmp_path / "graph.html").read_text("utf-8")
    assert all(json.dumps(name)[1:-1] in page for name in SCRIPTS)
    assert len(nx.read_graphml(tmp_path / "graph.graphml")) == len(SCRIPTS)


@pytest.mark.parametrize("ending", [".graphml", ".gexf"])
def test_case_21_hostile_names_come_back_as_written(ending, tmp_path):
    path = export(graph(HOSTILE), tmp_path / f"graph{ending}")
    read = nx.read_graphml(path) if ending == ".graphml" else nx.read_gexf(path)
    assert [data["name"] for _, data in read.nodes(data=True)] == list(HOSTILE)
    assert [data["predicate"] for *_, data in read.edges(data=True)] == list(HOSTILE[:-1])


@pytest.mark.parametrize("ending", [".html", ".csv", ".cypher", ".json"])
def test_case_21_hostile_names_do_not_break_out(ending, tmp_path):
    text = export(graph(HOSTILE), tmp_path / f"graph{ending}").read_text("utf-8")
    if ending == ".html":
        assert "<img" not in text
        assert "<script>alert" not in text
    if ending == ".csv":
        assert "'=cmd()" in text
        assert ",=cmd()" not in text
    if ending == ".cypher":
        assert "'Anna\\'s'" in text
    if ending == ".json":
        assert [node["name"] for node in json.loads(text)["nodes"]] == list(HOSTILE)


def test_case_21_a_file_name_full_of_markup_is_a_file_name(tmp_path):
    path = tmp_path / "<b>=cmd() & Anna's.json"
    assert export(graph(HOSTILE), path) == path
    assert [found.name for found in Path(tmp_path).iterdir()] == [path.name]
