"""Methods side by side: rows by name, relations by their ends, and the sets between."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from compare.making import ADA, ADA_AGAIN, BABBAGE, CHARLES, LONDON, TEXT, extraction, mention, relation
from graphkit.compare.agreement import Agreement
from graphkit.compare.comparison import EntityRow, RelationRow, compare
from graphkit.errors import BadRequest
from graphkit.model import ChunkFailure

NER = extraction("ner", ADA, ADA_AGAIN, CHARLES, LONDON, relations=(relation(CHARLES, "", ADA, directed=False),))
REGEX = extraction("regex", mention("Ada Lovelace"), mention("London"), BABBAGE)
MODEL = extraction(
    "llm",
    ADA,
    replace(LONDON, type="PERSON"),
    relations=(relation(CHARLES, "praise", ADA), relation(ADA, "meet", CHARLES)),
)


def test_every_name_has_a_row_with_the_word_of_each_method() -> None:
    found = compare({"ner": [NER], "regex": [REGEX], "llm": [MODEL]})
    assert found.entities[:2] == (
        EntityRow(
            canonical="ada_lovelace",
            name="Ada Lovelace",
            found_by=("ner", "regex", "llm"),
            group="all",
            types={"ner": ("PERSON",), "regex": ("UNKNOWN",), "llm": ("PERSON",)},
            counts={"ner": 2, "regex": 1, "llm": 1},
            documents=1,
            disagree=False,
            places=dict.fromkeys(("ner", "regex", "llm"), ("d", 0, 12)),
        ),
        EntityRow(
            canonical="london",
            name="London",
            found_by=("ner", "regex", "llm"),
            group="all",
            types={"ner": ("GPE",), "regex": ("UNKNOWN",), "llm": ("PERSON",)},
            counts={"ner": 1, "regex": 1, "llm": 1},
            documents=1,
            disagree=True,
            places=dict.fromkeys(("ner", "regex", "llm"), ("d", 36, 42)),
        ),
    )
    assert [row.name for row in found.by_all] == ["Ada Lovelace", "London"]
    assert [row.name for row in found.only("ner")] == ["Charles Babbage"]
    assert [row.name for row in found.only("regex")] == ["Babbage"]
    assert [row.name for row in found.disagreements] == ["London"]
    assert found.sets == {("ner", "regex", "llm"): 2, ("ner",): 1, ("regex",): 1}


def test_relations_meet_by_their_ends_whichever_way_round() -> None:
    assert compare({"ner": [NER], "llm": [MODEL]}).relations == (
        RelationRow(
            subject="Charles Babbage",
            object="Ada Lovelace",
            found_by=("ner", "llm"),
            group="all",
            predicates={"ner": ("CO_OCCURS_WITH",), "llm": ("← meet", "praise")},
            counts={"ner": 1, "llm": 2},
            documents=1,
            places=dict.fromkeys(("ner", "llm"), ("d", 0, len(TEXT))),
        ),
    )


def test_the_matrix_holds_every_pair_both_ways() -> None:
    matrix = compare({"ner": [NER], "regex": [REGEX]}).matrix
    assert matrix["ner", "regex"] == matrix["regex", "ner"] == Agreement(strict=4 / 7, tolerant=4 / 7, typed=0.0)
    assert matrix["ner", "ner"] == Agreement(1.0, 1.0, 1.0)


def test_what_makes_the_comparison_lame_is_told() -> None:
    broken = replace(NER, failures=(ChunkFailure(0, "no memory"),))
    other = replace(REGEX, document_id=NER.document_id)
    found = compare({"ner": [broken], "regex": [other, extraction("regex", document="e")]})
    assert found.warnings == (
        "ner has not read 1 of 2 documents; agreement counts only shared ones.",
        "ner failed on 1 chunk; what is in there is missing from its column.",
    )


def test_the_json_form_is_complete_and_plain() -> None:
    data = json.loads(json.dumps(compare({"ner": [NER], "llm": [MODEL]}).to_json()))
    assert data["counts"] == {
        "ner": {"mentions": 4, "entities": 3, "relations": 1, "only": 1},
        "llm": {"mentions": 2, "entities": 2, "relations": 1, "only": 0},
    }
    assert (data["methods"], data["documents"], data["by_all"], data["disagree_on_type"]) == (["ner", "llm"], 1, 2, 1)
    assert [row["left"] + " " + row["right"] for row in data["agreement"]] == ["ner llm"]
    assert data["relations"][0]["predicates"] == {"ner": ["CO_OCCURS_WITH"], "llm": ["← meet", "praise"]}


def test_nothing_to_compare_is_refused_and_nothing_found_is_no_fault() -> None:
    with pytest.raises(BadRequest, match="at least one method"):
        compare({})
    found = compare({"ner": [extraction("ner")], "regex": []})
    assert (found.entities, found.relations, found.mentions) == ((), (), {"ner": 0, "regex": 0})
    assert found.matrix["ner", "regex"] == Agreement(1.0, 1.0, 1.0)
