"""The configuration of extraction that users of other programs know, one claim a test."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from models_for_tests import closed_url, passage_in

import graphkit
from graphkit import (
    BadRequest,
    EntityDeduplicator,
    ExtractedEntity,
    ExtractedRelation,
    ExtractionConfig,
    LLMEntityExtractor,
    LLMRelationExtractor,
    ProviderError,
    Span,
    UnknownMethod,
)
from graphkit.extract import registry
from graphkit.llm.function import FunctionProvider

TEXT = "Ada Okafor joined Acme Corp. in Geneva. She never worked for Beta Inc."


@pytest.fixture(autouse=True)
def no_kept_answers(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setenv("GRAPHKIT_CACHE", str(tmp_path))


def answering(*names: tuple[str, str], relations: list[tuple[str, str, str]] = []) -> Callable[[str], object]:  # noqa: B006
    entities = [{"name": name, "type": kind, "confidence": 0.9} for name, kind in names]
    stated = [{"subject": s, "predicate": p, "object": o, "evidence": "", "confidence": 0.5} for s, p, o in relations]
    return lambda _prompt: {"entities": entities, "relations": stated}


def config(answer: object, **options: object) -> ExtractionConfig:
    return ExtractionConfig(method="llm", provider=answer, **options)


# -- ExtractionConfig ----------------------------------------------------------------------------


def test_its_defaults_are_known():
    made = ExtractionConfig()
    assert (made.method, made.provider, made.dedup_enabled, made.dedup_threshold) == ("regex", None, False, 0.92)
    assert (made.max_entities_per_chunk, made.extract_relations, made.cross_chunk_relations) == (25, False, False)
    assert (made.entity_types, made.relation_ontology) == (None, None)


@pytest.mark.parametrize("method", [*registry.methods(), "simple-entities", "ner-entities", "dependency-relations"])
def test_any_registered_method_and_alias_is_taken(method):
    made = ExtractionConfig(method=method, provider="test:answer" if method == "llm" else None)
    assert made.method == method


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"extract_relations": True},
            "extract_relations needs a method that yields relations, and 'regex' yields none",
        ),
        ({"method": "cooccurrence", "extract_relations": True}, "'cooccurrence' yields none"),
        ({"cross_chunk_relations": True}, "cross_chunk_relations needs extract_relations"),
        ({"method": "llm", "provider": "gemini", "cross_chunk_relations": True}, "needs extract_relations"),
        (
            {"method": "dependency", "extract_relations": True, "cross_chunk_relations": True},
            "cross_chunk_relations needs the method 'llm'",
        ),
        ({"relation_ontology": [["A", "r", "B"]]}, "relation_ontology needs entity_types"),
        ({"method": "llm", "provider": "gemini", "relation_ontology": {"r": ["A", "B"]}}, "needs entity_types"),
        ({"method": "llm"}, "the method 'llm' needs a provider"),
        ({"dedup_threshold": 0}, "dedup_threshold is 0"),
        ({"dedup_threshold": 1.01}, "dedup_threshold is 1.01"),
        ({"dedup_threshold": float("nan")}, "dedup_threshold is nan"),
        ({"dedup_threshold": "high"}, "dedup_threshold is 'high'"),
        ({"max_entities_per_chunk": 0}, "max_entities_per_chunk is 0"),
        ({"max_entities_per_chunk": 2.5}, "max_entities_per_chunk is 2.5"),
        ({"method": "magic"}, "'magic'"),
        ({"method": ""}, "''"),
        ({"method": "llm", "provider": "claude"}, "there is no provider 'claude'"),
        ({"entity_types": ["A", " "]}, "an empty type"),
        ({"entity_types": ["A"], "relation_ontology": [["A", "r"]]}, "which is no"),
        ({"entity_types": ["A"], "relation_ontology": [["A", "r", "C"]]}, "uses 'C' for 'r'"),
        ({"entity_types": ["A"], "relation_ontology": {"r": 3}}, "neither two types nor a rule"),
        ({"entity_types": ["A"], "relation_ontology": "no json"}, "no JSON"),
        ({"options": {"nonsense": 1}}, "there is no option 'nonsense'"),
    ],
)
def test_a_wrong_one_is_refused_at_construction_in_words(monkeypatch, options, words):
    monkeypatch.setenv("GEMINI_API_KEY", "k")  # a key in the environment is no provider
    with pytest.raises(ValueError, match=words) as fault:
        ExtractionConfig(**options)
    assert isinstance(fault.value, BadRequest)


def test_an_unknown_method_is_never_taken_as_regex():
    with pytest.raises(UnknownMethod):
        ExtractionConfig(method="regexp")


def test_all_faults_are_told_at_once():
    with pytest.raises(ValueError, match=r"extract_relations .*; dedup_threshold .*; max_entities_per_chunk"):
        ExtractionConfig(extract_relations=True, dedup_threshold=2, max_entities_per_chunk=0)


@pytest.mark.parametrize("threshold", [1, 1.0, 1e-9])
def test_a_threshold_may_be_anything_over_0_up_to_1(threshold):
    assert ExtractionConfig(dedup_threshold=threshold).dedup_threshold == threshold


def test_relations_of_methods_that_state_some_are_taken():
    assert ExtractionConfig(method="dependency", extract_relations=True).extract_relations
    assert ExtractionConfig(
        method="llm", provider="gemini", extract_relations=True, cross_chunk_relations=True
    ).cross_chunk_relations


def test_an_ontology_is_taken_in_any_case_and_without_relations_being_asked_for():
    made = config(answering(), entity_types=["Person", "Org"], relation_ontology=[["PERSON", "work for", "ORG"]])
    assert made.language_model().configuration["relation_ontology"] is None


def test_it_makes_the_engine_with_its_options():
    assert ExtractionConfig(options={"domain_terms": ["data lake"]}).extractor().configuration["domain_terms"] == [
        "data lake"
    ]
    engine = config(answering(), max_entities_per_chunk=3, options={"max_calls": 1}).extractor()
    assert (engine.method, engine.configuration["max_entities_per_chunk"]) == ("llm", 3)


def test_a_language_model_is_not_made_for_another_method():
    with pytest.raises(BadRequest, match="the method is 'regex'"):
        LLMEntityExtractor(ExtractionConfig())


# -- entities and relations ----------------------------------------------------------------------


def test_what_is_extracted_has_type_confidence_and_evidence_by_default():
    assert ExtractedEntity("Ada") == ExtractedEntity("Ada", "UNKNOWN", 1.0, ())
    assert ExtractedRelation("Ada", "join", "Acme") == ExtractedRelation("Ada", "join", "Acme", 1.0, None, False)


def test_names_are_made_one_as_they_are_used_to():
    names = ["T.C. Antony", "TC Antony", "Acme Corp", "ACME Corp."]
    resolved = EntityDeduplicator(threshold=0.92).resolve(names)
    assert list(resolved) == names
    assert resolved["T.C. Antony"] == resolved["TC Antony"] != resolved["Acme Corp"] == resolved["ACME Corp."]


def test_a_text_gives_its_names_with_all_places_and_nothing_invented():
    text = "Ada Okafor joined Acme Corp. Later Ada Okafor left."
    found = LLMEntityExtractor(config(answering(("Ada Okafor", "PERSON"), ("Evil Corp", "ORG")))).extract(text)
    assert found == [ExtractedEntity("Ada Okafor", "PERSON", 0.9, (Span(0, 10), Span(35, 45)))]


def test_domain_terms_are_found_as_whole_words_in_any_case():
    text = "The Data Lake of Ada Okafor is no data lakefront."
    found = LLMEntityExtractor(config(answering(("Ada Okafor", "PERSON")))).extract(text, domain_terms=["data lake"])
    assert found == [
        ExtractedEntity("Data Lake", "UNKNOWN", 1.0, (Span(4, 13),)),
        ExtractedEntity("Ada Okafor", "PERSON", 0.9, (Span(17, 27),)),
    ]


def test_types_outside_of_the_list_are_unknown_whatever_their_case():
    names = (("Ada Okafor", "PERSON"), ("Geneva", "Place"))
    found = LLMEntityExtractor(config(answering(*names), entity_types=["Person"])).extract(TEXT)
    assert [(entity.name, entity.type) for entity in found] == [("Ada Okafor", "Person"), ("Geneva", "UNKNOWN")]


def test_an_empty_text_asks_nobody_and_a_failure_is_no_empty_list():
    def broken(_prompt: str) -> str:
        raise RuntimeError("away")

    assert LLMEntityExtractor(config(broken)).extract("  \n ") == []
    with pytest.raises(ProviderError, match="away"):
        LLMEntityExtractor(config(broken)).extract(TEXT)


@pytest.mark.parametrize("known", [["Ada Okafor", "Acme Corp."], [("Ada Okafor", "PERSON"), ("Acme Corp.", "ORG")]])
def test_relations_are_between_known_names_only_never_of_one_with_itself_and_proved(known):
    asked: list[str] = []
    stated = [
        ("Ada Okafor", "join", "Acme Corp."),
        ("Ada Okafor", "live in", "Geneva"),
        ("Ada Okafor", "is", "Ada Okafor"),
    ]
    say = answering(relations=stated)

    def answer(prompt: str) -> object:
        asked.append(passage_in(prompt))
        return say(prompt)

    found = LLMRelationExtractor(config(answer, extract_relations=True)).extract(TEXT, known)
    assert [(r.subject, r.relation_type, r.object, r.evidence) for r in found] == [
        ("Ada Okafor", "join", "Acme Corp.", Span(0, 39))
    ]
    assert 0 < found[0].confidence < 0.5
    assert asked == [TEXT]


def test_relations_that_the_ontology_does_not_allow_are_dropped():
    known = [ExtractedEntity("Ada Okafor", "PERSON"), ExtractedEntity("Acme Corp.", "ORG")]
    stated = [("Ada Okafor", "employs", "Acme Corp."), ("Ada Okafor", "Work_For", "Acme Corp.")]
    made = config(
        answering(relations=stated),
        extract_relations=True,
        entity_types=["person", "org"],
        relation_ontology=[["Person", "work for", "Org"]],
    )
    found = LLMRelationExtractor(made).extract(TEXT, known)
    assert [(r.subject, r.relation_type, r.object) for r in found] == [("Ada Okafor", "work for", "Acme Corp.")]


def test_relations_across_passages_are_asked_for_when_wanted():
    text = "Ada Okafor came to Geneva. " + "It rained. " * 150 + "\n\nAcme Corp. had called her."
    prompts: list[str] = []

    def answer(prompt: str) -> object:
        prompts.append(prompt)
        return {"relations": []}

    known = ["Ada Okafor", "Acme Corp."]
    LLMRelationExtractor(config(answer, extract_relations=True)).extract(text, known)
    assert prompts == []
    LLMRelationExtractor(config(answer, extract_relations=True, cross_chunk_relations=True)).extract(text, known)
    assert len(prompts) == 1


def test_nothing_is_asked_where_fewer_than_two_known_names_stand():
    def never(_prompt: str) -> object:
        raise AssertionError("asked")

    assert LLMRelationExtractor(config(never, extract_relations=True)).extract(TEXT, ["Ada Okafor", "Zoe"]) == []
    with pytest.raises(BadRequest, match="extract_relations"):
        LLMRelationExtractor(config(never))


def test_a_failure_of_all_passages_is_no_empty_list():
    made = ExtractionConfig(
        method="llm",
        provider="openai",
        extract_relations=True,
        options={"base_url": f"{closed_url()}/v1", "model": "m", "first_wait_s": 0.01, "attempts": 1},
    )
    with pytest.raises(ProviderError):
        LLMRelationExtractor(made).extract(TEXT, ["Ada Okafor", "Acme Corp."])


def test_an_open_provider_is_taken_as_it_is():
    said = json.dumps({"entities": [{"name": "Geneva", "type": "PLACE"}]})
    made = config(FunctionProvider(lambda _prompt: said, name="mine", model="m1"))
    assert [entity.name for entity in LLMEntityExtractor(made).extract(TEXT)] == ["Geneva"]
    assert made.extractor().configuration["model"] == "m1"


def test_its_names_are_public():
    assert {"ExtractionConfig", "LLMEntityExtractor", "LLMRelationExtractor"} <= set(graphkit.__all__)
