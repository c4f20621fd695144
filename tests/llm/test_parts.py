from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphkit.llm.parts import parse

WHOLE = {"entities": [{"name": "Ada"}, {"name": "Bob"}]}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(WHOLE),
        f"```json\n{json.dumps(WHOLE)}\n```",
        f"Sure! Here you are:\n{json.dumps(WHOLE)}\nI hope this helps {{}}.",
        f"[see the text] {json.dumps(WHOLE)}",
        "{'entities': [{'name': 'Ada'}, {'name': 'Bob'}]}",
        '{"entities": [{"name": "Ada"}, {"name": "Bob"},]}',
        '{entities: [{name: "Ada"}, {name: "Bob"}]}',
        '{"entities": [{"name": "Ada"}], "entities": [{"name": "Bob"}]}',
    ],
)
def test_what_is_whole_is_read_whatever_stands_around_it(text):
    parsed = parse(text)
    assert parsed is not None
    assert parsed.value == WHOLE


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"entities": [{"name": "Ada"}, {"name": "Bob Mar', {"entities": [{"name": "Ada"}]}),
        ('{"entities": [{"name": "Ada"}, {"name": "Bob"', {"entities": [{"name": "Ada"}]}),
        ('[{"name": "Ada"}, {"na', [{"name": "Ada"}]),
        (
            '```json\n{"entities": [{"name": "Ada", "note": "}]"}, {"name":',
            {"entities": [{"name": "Ada", "note": "}]"}]},
        ),
        ('{"entities": [', {}),
    ],
)
def test_a_cut_answer_keeps_its_whole_parts_and_no_half_name(text, value):
    parsed = parse(text)
    assert parsed is not None
    assert parsed.value == value
    assert parsed.repairs == ("the answer was cut; its last part was dropped",)


@pytest.mark.parametrize("text", ["", "I cannot help with that.", "null", "42", '"Ada"', "   "])
def test_what_holds_no_object_is_nothing(text):
    assert parse(text) is None


@given(st.text(max_size=200))
def test_no_text_fails(text):
    parse(text)


@given(st.integers(0, 200))
def test_every_cut_keeps_a_beginning_of_the_whole(at):
    names = ["Ada Okafor", 'the "B" team', "C}]", "Dé"]
    text = json.dumps({"entities": [{"name": name} for name in names]})
    parsed = parse(text[:at])
    found = parsed.value.get("entities", []) if parsed else []
    assert found == [{"name": name} for name in names[: len(found)]]
