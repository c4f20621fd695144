"""Field cases about answers of models: what is well formed is kept, the rest is named, nothing else suffers."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from graphkit.corpus import open_corpus
from graphkit.errors import BudgetSpent
from graphkit.extract.llm import LlmExtractor
from graphkit.extract.llm_configuration import LlmConfiguration
from graphkit.ingest.base import Source
from graphkit.llm.base import Completion
from graphkit.llm.function import FunctionProvider
from graphkit.model import Chunk, Document, DocumentId, Extraction

TEXT = "Ada Okafor joined Acme Corp. in Geneva."
ADA = {"name": "Ada Okafor", "type": "PERSON"}
ACME = {"name": "Acme Corp.", "type": "ORG"}
JOINED = {"subject": "Ada Okafor", "predicate": "join", "object": "Acme Corp.", "evidence": TEXT}


def extractor(answer: Callable[[str], object], **options: object) -> LlmExtractor:
    given = {"provider": "test:answer", "model": "m", "use_kept_answers": False, "first_wait_s": 0.01, **options}
    return LlmExtractor(LlmConfiguration(**given), FunctionProvider(answer, name="test:answer", model="m"))


def read(answer: object, text: str = TEXT) -> Extraction:
    document = Document(DocumentId("d"), "T", text, "d")
    chunks = (Chunk(document.document_id, 0, 0, len(text)),)
    (found,) = extractor(lambda _prompt: answer).extract([(document, chunks)])
    return found


@pytest.mark.parametrize("value", ["", " ", "\u200b", None, 0, ["Ada"], {"a": 1}, True])
def test_case_9_a_name_or_relation_that_is_no_text_is_dropped_counted_and_named(value):
    answer = {
        "entities": [ADA, {"name": value, "type": "X"}, ACME],
        "relations": [{**JOINED, "predicate": value}, JOINED, {**JOINED, "object": value}],
    }
    found = read(answer)
    assert [m.text for m in found.mentions] == ["Ada Okafor", "Acme Corp."]
    assert [r.predicate for r in found.relations] == ["join"]
    (warning,) = found.warnings
    assert warning.count("chunk 0: ") == 3
    assert "the name of a name is" in warning
    assert "the predicate of a relation is" in warning
    assert "the object of a relation is" in warning


@pytest.mark.parametrize("value", ["", None, 0, ["X"]])
def test_case_9_a_type_that_is_no_text_is_unknown(value):
    assert [m.type for m in read({"entities": [{"name": "Ada Okafor", "type": value}]}).mentions] == ["UNKNOWN"]


WHOLE = json.dumps({"entities": [ADA, ACME], "relations": [JOINED]})


@pytest.mark.parametrize(
    ("answer", "names", "relations"),
    [
        (json.dumps([ADA, ACME, JOINED]), 2, 1),
        (json.dumps([{"entities": [ADA], "relations": []}, {"entities": [ACME], "relations": [JOINED]}]), 2, 1),
        (
            json.dumps([{"head": "Ada Okafor", "head_type": "PERSON", "relation": "join", "tail": "Acme Corp."}]),
            1,
            0,
        ),
        ('{"entities": ["Ada Okafor", "Acme Corp."], "relations": [["Ada Okafor", "join", "Acme Corp."]]}', 2, 1),
        (json.dumps({"nodes": [{"id": "Ada Okafor"}], "edges": []}), 1, 0),
        (f"Here it is:\n```json\n{WHOLE}\n```\nAnything else?", 2, 1),
        (WHOLE.replace('"', "'"), 2, 1),
        (WHOLE[:-1] + ",}", 2, 1),
        (WHOLE[:-1] + ', "entities": [{"name": "Geneva", "type": "GPE"}]}', 3, 1),
        (WHOLE[: WHOLE.index("Acme Corp.") + 4], 1, 0),
        (WHOLE[: WHOLE.index("predicate")], 2, 0),
    ],
    ids=["array", "array of answers", "no tail type", "bare", "other keys", "prose and fence", "single quotes",
         "trailing comma", "duplicate keys", "cut in a name", "cut in a relation"],
)  # fmt: skip
def test_case_13_every_well_formed_part_is_kept(answer, names, relations):
    found = read(answer)
    assert (len(found.mentions), len(found.relations)) == (names, relations)
    assert found.failures == ()


def test_case_13_what_was_cut_is_reported():
    found = read(WHOLE[: WHOLE.index("Acme Corp.") + 4])
    assert "The answer broke off" in found.warnings[0]
    assert "its last part was dropped" in found.warnings[0]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Completion("", "length"), "The answer was longer than 4,096 tokens. It was so in halves too."),
        (
            Completion("", "blocked", detail="SAFETY"),
            "The provider stopped the answer (SAFETY). It was so in halves too.",
        ),
        (Completion("", "blocked", detail="no candidates"), "The provider stopped the answer (no candidates)."),
        (Completion(""), "No answer came."),
        (Completion("I cannot do that."), "The answer holds no JSON."),
    ],
)
def test_case_14_the_finish_reason_is_read_the_chunk_halved_once_and_others_are_not_touched(answer, reason):
    bad = "Bad words stand in this passage. " * 8
    asked: list[str] = []

    def answering(prompt: str) -> object:
        asked.append(prompt)
        return answer if "Bad words" in prompt else {"entities": [ADA]}

    document = Document(DocumentId("d"), "T", TEXT + bad + TEXT, "d")
    cuts = (0, len(TEXT), len(TEXT + bad), len(document.text))
    chunks = tuple(Chunk(document.document_id, i, cuts[i], cuts[i + 1]) for i in range(3))
    (found,) = extractor(answering).extract([(document, chunks)])
    assert [f.index for f in found.failures] == [1]
    assert found.failures[0].reason.startswith(reason)
    assert [m.text for m in found.mentions] == ["Ada Okafor", "Ada Okafor"]
    assert len(asked) == 5


def test_case_14_spending_is_capped_while_answers_fail():
    reading = extractor(lambda _prompt: Completion("", "length"), max_calls=2)
    document = Document(DocumentId("d"), "T", "Words stand here. " * 30, "d")
    chunks = (Chunk(document.document_id, 0, 0, len(document.text)),)
    with pytest.raises(BudgetSpent, match="budget of 2 calls"):
        list(reading.extract([(document, chunks)]))
    assert reading.spent.calls == 2


def test_case_15_a_batch_with_one_bad_document_stores_the_others_and_does_only_that_one_again():
    asked: list[str] = []
    broken = True

    def answering(prompt: str) -> object:
        asked.append(prompt)
        if "number 7 " in prompt and broken:
            raise RuntimeError("always")
        return {"entities": [ADA], "relations": []}

    sources = [Source.of_upload(f"{i}.txt", f"{TEXT} This is number {i} of them.".encode()) for i in range(12)]
    with open_corpus("memory://", "c", embedder=None) as corpus:
        first = corpus.ingest(sources, methods=[extractor(answering)], embed=False)
        assert (first.count("stored"), first.count("failed")) == (11, 1)
        assert "always" in first.files[7].reason
        asked.clear()
        broken = False
        second = corpus.ingest(sources, methods=[extractor(answering)], embed=False)
        assert (second.count("unchanged"), second.count("stored")) == (11, 1)
        assert len(asked) == 1
        assert second.graphs == first.graphs


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("王小明住在北京市。", "王小明"),
        ("김철수는 서울특별시에 산다.", "김철수"),
        ("한국전력공사는서울에있다.", "한국전력공사"),
        ("التقى محمد علي في القاهرة.", "محمد علي"),
        ("Анна Каренина приехала в Москву.", "Анна Каренина"),
        ("Die Straßenbahn AG met Müller & Söhne in Köln.", "Müller & Söhne"),
    ],
)
def test_case_27_names_of_all_scripts_are_kept_as_they_are_written(text, name):
    found = read({"entities": [{"name": name, "type": "X"}]}, text)
    assert [m.text for m in found.mentions] == [name]
    assert found.quarantined == ()
