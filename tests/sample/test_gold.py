"""The sample is what its README says: small, invented, of many formats, and its gold stands in its texts."""

from __future__ import annotations

import csv
import json
import re
import runpy
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from graphkit.ingest.base import Source
from graphkit.ingest.read import read
from graphkit.model import Document, Span

SAMPLE = Path(__file__).parents[2] / "sample_data"
DOCUMENTS = sorted((SAMPLE / "documents").iterdir())
NAMES = [path.name for path in DOCUMENTS]
MEGABYTE = 1_000_000
places = runpy.run_path(str(SAMPLE / "anchor_gold.py"))["places"]
COARSE = {"PERSON": "PER", "ORG": "ORG", "PLACE": "LOC", "PRODUCT": "MISC", "WORK": "MISC"}


@cache
def document(name: str) -> Document:
    """A document of the sample as graphkit reads it."""
    return read(Source.of_file(SAMPLE / "documents" / name)).document


def lines(name: str) -> list[dict]:
    """The objects of a gold file."""
    return [json.loads(line) for line in (SAMPLE / "gold" / name).read_text(encoding="utf-8").splitlines()]


def names_in(file: str) -> set[str]:
    """All marked names of a document."""
    return {mention["text"] for line in lines("entities.jsonl") if line["id"] == file for mention in line["entities"]}


# -- the files ---------------------------------------------------------------------------------------


def test_the_sample_has_18_to_24_documents_of_seven_formats_under_a_megabyte_in_all() -> None:
    everything = [path for path in SAMPLE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert 18 <= len(DOCUMENTS) <= 24
    assert {path.suffix for path in DOCUMENTS} == {".txt", ".md", ".html", ".pdf", ".docx", ".csv", ".eml"}
    assert sum(path.stat().st_size for path in everything) < MEGABYTE


def test_made_files_are_made_again_byte_for_byte() -> None:
    made = runpy.run_path(str(SAMPLE / "make_binary.py"))["made_files"]()
    kept = {path.name: path.read_bytes() for path in DOCUMENTS if path.suffix in {".pdf", ".docx"}}
    assert made == kept


@pytest.mark.parametrize("name", NAMES)
def test_a_document_is_read_without_warning(name: str) -> None:
    result = read(Source.of_file(SAMPLE / "documents" / name))
    assert result.warnings == ()
    assert len(result.document.text) > 200
    assert result.document.title


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_mail_addresses_and_links_lead_nowhere(path: Path) -> None:
    raw = path.read_bytes().decode("utf-8", "replace")
    hosts = re.findall(r"@([\w-]+(?:\.[\w-]+)+)", raw)
    assert [host for host in hosts if not host.endswith(".example")] == []
    links = re.findall(r"\bhttps?://[^\s\"'<>)]+", raw)
    assert [link for link in links if not re.match(r"http://(?:schemas|purl)\.", link)] == []


def test_two_languages_are_told_apart() -> None:
    languages = {name: document(name).language for name in NAMES}
    assert languages["13_note_de_credit.txt"] == languages["14_le_phare.html"] == "fr"
    assert languages["01_harbour_log.txt"] == languages["18_captain_interview.md"] == "en"


# -- names -------------------------------------------------------------------------------------------


def test_every_document_has_gold_names_and_there_are_150_at_least() -> None:
    gold = lines("entities.jsonl")
    assert [line["id"] for line in gold] == NAMES
    assert all(line["entities"] for line in gold)
    assert sum(len(line["entities"]) for line in gold) >= 150


@pytest.mark.parametrize("name", NAMES)
def test_every_marked_name_stands_in_the_text_as_it_is_read(name: str) -> None:
    text = document(name).text
    gold = next(line for line in lines("entities.jsonl") if line["id"] == name)
    missing = [
        (mention["text"], mention["occurrence"])
        for mention in gold["entities"]
        if len(places(text, mention["text"])) < mention["occurrence"]
    ]
    assert missing == [], "run python sample_data/anchor_gold.py, or mend the document"


@pytest.mark.parametrize("name", NAMES)
def test_offsets_are_those_of_the_text_as_it_is_read(name: str) -> None:
    gold = next(line for line in lines("entities.jsonl") if line["id"] == name)
    text = document(name).text
    assert gold["text"] == text, "run python sample_data/anchor_gold.py"
    for mention in gold["entities"]:
        span = Span(mention["start"], mention["end"])
        assert " ".join(text[span.start : span.end].split()) == mention["text"]
        assert places(text, mention["text"])[mention["occurrence"] - 1] == span
        assert mention["coarse"] == COARSE[mention["type"]]


def test_marked_names_do_not_overlap() -> None:
    for line in lines("entities.jsonl"):
        spans = sorted((mention["start"], mention["end"]) for mention in line["entities"])
        assert all(before[1] <= after[0] for before, after in pairwise(spans)), line["id"]


# -- relations ---------------------------------------------------------------------------------------


def test_every_relation_stands_in_its_evidence_and_the_evidence_in_its_document() -> None:
    gold = lines("relations.jsonl")
    assert sum(len(line["tuples"]) for line in gold) >= 60
    for line in gold:
        assert places(document(line["document"]).text, line["text"]), line
        for relation in line["tuples"]:
            assert places(line["text"], relation["subject"]), relation
            assert places(line["text"], relation["object"]), relation
            assert relation["predicate"]


def test_ends_of_relations_are_marked_names() -> None:
    for line in lines("relations.jsonl"):
        ends = {end for relation in line["tuples"] for end in (relation["subject"], relation["object"])}
        assert ends <= names_in(line["document"]), line


# -- duplicates --------------------------------------------------------------------------------------


def pairs() -> list[dict[str, str]]:
    """The rows of ``duplicates.csv``."""
    with (SAMPLE / "gold" / "duplicates.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_there_are_60_pairs_of_both_kinds_and_none_twice() -> None:
    rows = pairs()
    labels = Counter(row["label"] for row in rows)
    assert len(rows) >= 60
    assert set(labels) == {"0", "1"}
    assert min(labels.values()) >= 25
    assert len({frozenset((row["name1"], row["name2"])) for row in rows}) == len(rows)


def test_every_name_of_a_pair_is_in_the_documents() -> None:
    everything = [document(name).text for name in NAMES]
    unknown = {
        name for row in pairs() for name in (row["name1"], row["name2"]) if not any(places(t, name) for t in everything)
    }
    assert unknown == set()


def test_pairs_do_not_contradict_each_other() -> None:
    """What is the same by way of a third name is never labelled different."""
    group: dict[str, str] = {}

    def root(name: str) -> str:
        while group.setdefault(name, name) != name:
            name = group[name]
        return name

    for row in pairs():
        if row["label"] == "1":
            group[root(row["name1"])] = root(row["name2"])
    broken = [row for row in pairs() if row["label"] == "0" and root(row["name1"]) == root(row["name2"])]
    assert broken == []


# -- questions ---------------------------------------------------------------------------------------


def test_questions_name_documents_that_exist() -> None:
    questions = lines("questions.jsonl")
    assert len(questions) >= 12
    assert len({question["id"] for question in questions}) == len(questions)
    for question in questions:
        assert question["gold"]
        assert set(question["gold"]) <= set(NAMES)
        assert question["kind"]
        assert question["answer"]


def test_names_on_the_path_of_a_question_are_in_its_documents() -> None:
    for question in lines("questions.jsonl"):
        texts = [document(name).text for name in question["gold"]]
        for name in question["path"]:
            assert any(places(text, name) for text in texts), (question["id"], name)


@pytest.mark.parametrize("question_id", ["q01", "q02"])
def test_no_document_states_the_three_steps_at_once(question_id: str) -> None:
    first, second, third, fourth = next(q for q in lines("questions.jsonl") if q["id"] == question_id)["path"]
    for left, right in ((first, third), (first, fourth), (second, fourth)):
        both = [n for n in NAMES if places(document(n).text, left) and places(document(n).text, right)]
        assert both == [], (left, right)
    for left, right in ((first, second), (second, third), (third, fourth)):
        assert [n for n in NAMES if places(document(n).text, left) and places(document(n).text, right)], (left, right)
