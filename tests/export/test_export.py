"""A graph leaves in every format whole, as written, and without anything that runs."""

from __future__ import annotations

import csv
import json
import os
import re
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import networkx as nx
import pytest

from export.making import HOSTILE, graph
from graphkit.errors import BadRequest, GraphkitError
from graphkit.export.cells import restored
from graphkit.export.cypher import literal
from graphkit.export.export import FORMATS, ExportGraph, export
from graphkit.export.files import text_file
from graphkit.export.html import script_json
from graphkit.model import Edge, Entity, EntityId

EDGES = len(HOSTILE)


@pytest.mark.parametrize("ending", FORMATS)
def test_every_format_is_written_and_leaves_nothing_beside_it(ending: str, tmp_path: Path) -> None:
    path = export(graph(), tmp_path / f"graph{ending.upper()}")
    assert [found.name for found in tmp_path.iterdir()] == [path.name]
    assert path.stat().st_size > 0


@pytest.mark.parametrize("ending", FORMATS)
def test_an_empty_graph_can_be_written(ending: str, tmp_path: Path) -> None:
    assert export(ExportGraph((), ()), tmp_path / f"graph{ending}").is_file()


def test_graphml_is_read_by_networkx(tmp_path: Path) -> None:
    read = nx.read_graphml(export(graph(), tmp_path / "graph.graphml"), force_multigraph=True)
    assert [data["name"] for _, data in read.nodes(data=True)] == list(HOSTILE)
    assert read.number_of_edges() == EDGES
    assert read.nodes["entity:0"]["evidence"] == f"{HOSTILE[2]} [0-9]: {HOSTILE[3]}"
    predicates = {data["predicate"]: data["negated"] for *_, data in read.edges(data=True)}
    assert predicates[HOSTILE[4]] is False
    assert predicates[HOSTILE[5]] is True


def test_gexf_is_read_by_networkx(tmp_path: Path) -> None:
    read = nx.read_gexf(export(graph(), tmp_path / "graph.gexf"))
    assert [data["label"] for _, data in read.nodes(data=True)] == list(HOSTILE)
    assert read.number_of_edges() == EDGES


def test_json_is_read_by_networkx_and_keeps_evidence(tmp_path: Path) -> None:
    data = json.loads(export(graph(), tmp_path / "graph.json").read_text("utf-8"))
    read = nx.node_link_graph(data, edges="edges")
    assert [node["name"] for _, node in read.nodes(data=True)] == list(HOSTILE)
    assert read.number_of_edges() == EDGES
    assert data["evidence"][0]["about"] == "entity:0"


def rows(text: str) -> list[dict[str, str]]:
    """Rows of a table as a spreadsheet sees them."""
    return list(csv.DictReader(StringIO(text.removeprefix("\ufeff"), newline="")))


def test_csv_holds_nodes_and_edges_as_text(tmp_path: Path) -> None:
    with export(graph(), tmp_path / "graph.csv").open(encoding="utf-8", newline="") as file:
        table = rows(file.read())
    names = [row["name"] for row in table if row["kind"] == "node"]
    assert [restored(name) for name in names] == list(HOSTILE)
    assert names[4] == "'=cmd()"
    assert [row["source_name"] for row in table if row["kind"] == "edge"][:2] == [HOSTILE[0], HOSTILE[1]]
    cells = [cell for row in table for cell in row.values()]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_a_zip_holds_a_table_of_each(tmp_path: Path) -> None:
    with zipfile.ZipFile(export(graph(), tmp_path / "graph.zip")) as archive:
        tables = {name: rows(archive.read(name).decode("utf-8")) for name in archive.namelist()}
    assert {name: len(table) for name, table in tables.items()} == {
        "nodes.csv": len(HOSTILE),
        "edges.csv": EDGES,
        "evidence.csv": 2,
    }


def test_cypher_keeps_names_inside_of_strings(tmp_path: Path) -> None:
    script = export(graph(), tmp_path / "graph.cypher").read_text("utf-8")
    skeleton = re.sub(r"'(?:[^'\\]|\\[^u])*'", "''", script)
    words = set(re.findall(r"\b[A-Z][A-Z_]+\b", skeleton))
    assert words == {
        *("CREATE", "CONSTRAINT", "IF", "NOT", "EXISTS", "FOR", "REQUIRE", "IS", "UNIQUE"),
        *("UNWIND", "AS", "MERGE", "MATCH", "SET", "RELATES_AS", "CO_OCCURS_WITH"),
    }
    assert "<" not in skeleton


def test_a_cypher_literal_has_no_unicode_escape_in_it() -> None:
    assert literal("\\u0027 it's") == "'\\\\' + 'u0027 it\\'s'"
    assert literal("\\\\U0027") == "'\\\\\\\\' + 'U0027'"
    assert literal(("a", "b\x00")) == "['a', 'b']"
    assert [literal(value) for value in (True, 2, 1.5)] == ["true", "2", "1.5"]


def test_script_json_cannot_end_its_element() -> None:
    text = script_json({"name": "</script><!--", "line": "\u2028", "and": "&amp;", "lone": "\ud800"})
    assert text.isascii()
    assert not set("<>&") & set(text)
    assert json.loads(text) == {"name": "</script><!--", "line": "\u2028", "and": "&amp;", "lone": "\ud800"}


def test_the_page_has_no_markup_of_names_and_no_address(tmp_path: Path) -> None:
    page = export(graph(), tmp_path / "graph.html").read_text("utf-8")
    shell = page[: page.index("<script type=")] + page[page.index("</script>\n<script>") :].split("</script>")[-1]
    assert "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;" in shell
    assert "<img" not in shell
    assert not re.findall(r"""(?:src|href)=["']?(?:https?:)?//""", page)
    assert page.count("</script") == 3


def test_a_large_graph_is_cut_on_the_page_and_the_page_says_so(tmp_path: Path) -> None:
    many = tuple(Entity(EntityId(f"e{n}"), f"Name {n}", "PERSON", 1, 1) for n in range(2_623))
    page = export(ExportGraph(many, ()), tmp_path / "graph.html").read_text("utf-8")
    assert "2,000 of 2,623 names, 0 of 0 edges" in page


def test_an_unknown_ending_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadRequest) as refused:
        export(graph(), tmp_path / "graph.xlsx")
    assert str(refused.value) == (
        "There is no format for 'graph.xlsx': end its name in .csv, .cypher, .gexf, .graphml, .html, .json, .zip. "
        "Nothing was written."
    )


@pytest.mark.parametrize("ending", FORMATS)
def test_an_edge_that_ends_nowhere_is_refused_and_the_old_file_is_kept(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"graph{ending}"
    path.write_text("old")

    def edges() -> Iterator[Edge]:
        yield Edge(EntityId("a"), "RELATES_AS", "knows", EntityId("b"), 1.0, 1)

    with pytest.raises(BadRequest, match="ends at 'b'"):
        export(ExportGraph((Entity(EntityId("a"), "A", "PERSON", 1, 1),), edges()), path)
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=r"no such file or directory\. Choose another place; nothing was written"):
        export(graph(), tmp_path / "missing" / "graph.json")
    assert not (tmp_path / "missing").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that is always full")
def test_a_full_disk_is_told_and_leaves_no_half_file(tmp_path: Path) -> None:
    with pytest.raises(GraphkitError, match="no space left on device"), text_file(tmp_path / "a.txt") as file:
        with Path("/dev/full").open("w") as full:
            full.write("x")
        file.write("never")
    assert list(tmp_path.iterdir()) == []


def test_the_file_has_the_permissions_of_any_other(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.touch()
    path = export(graph(), tmp_path / "graph.json")
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(other.stat().st_mode)


def test_names_with_characters_that_xml_cannot_hold_stay_apart(tmp_path: Path) -> None:
    twins = tuple(Entity(EntityId(f"e{sign}"), f"a{sign}b", "X", 1, 1) for sign in ("\x00", "\x01", "\ud800", ""))
    read = nx.read_graphml(export(ExportGraph(twins, ()), tmp_path / "graph.graphml"))
    assert [(key, data["name"]) for key, data in read.nodes(data=True)] == [
        ("e", "ab"),
        ("e~2", "ab"),
        ("e~3", "ab"),
        ("e~4", "ab"),
    ]


def test_the_locale_changes_no_byte(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from export.making import graph; from graphkit.export.export import *; "
        "[export(graph(), Path(sys.argv[1]) / f'graph{ending}') for ending in FORMATS if ending != '.zip']"
    )
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHONUTF8"))}
    folder = tmp_path / "c"
    folder.mkdir()
    subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", script, str(folder)],
        env={**plain, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": str(Path(__file__).parents[1])},
        check=True,
    )
    for ending in set(FORMATS) - {".zip"}:
        here = export(graph(), tmp_path / f"graph{ending}")
        assert (folder / here.name).read_bytes() == here.read_bytes()
