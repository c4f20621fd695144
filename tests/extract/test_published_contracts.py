"""Ids, keys, defaults and bounds that users of other programs know, and what is better here, one claim a test."""

from __future__ import annotations

import pytest

from graphkit.corpus import open_corpus
from graphkit.errors import BadRequest
from graphkit.extract import registry
from graphkit.extract.base import Extractor
from graphkit.extract.configuration import Configuration
from graphkit.ingest.base import Source
from graphkit.model import Chunk, Document, DocumentId, Extraction

KEYS = [
    # id, key, default, values that are refused
    ("cooccurrence", "schema_version", 1, (0, 2, "x")),
    ("cooccurrence", "window_size", 4, (1, 0, -1, "x")),
    ("cooccurrence", "min_cooccurrence", 1, (0, -1, "x")),
    ("simple-entities", "min_entity_length", 3, (0, "x")),
    ("simple-entities", "max_entity_words", 4, (0, "x")),
    ("simple-entities", "include_item_node", True, ("perhaps",)),
    ("ner-entities", "model", None, (7,)),
    ("ner-entities", "min_entity_length", 3, (0, "x")),
    ("ner-entities", "max_entity_length", 120, (0, "x")),
    ("ner-entities", "entity_labels", None, ("x", 7)),
    ("ner-entities", "include_item_node", True, ("perhaps",)),
    ("ner-entities", "include_relation_edges", False, ("perhaps",)),
    ("ner-entities", "max_relation_entities_per_sentence", 12, (0, 1, "x")),
    ("ner-entities", "min_relation_weight", 1, (0, "x")),
    ("dependency-relations", "model", None, (7,)),
    ("dependency-relations", "min_entity_length", 3, (0, "x")),
    ("dependency-relations", "include_item_node", True, ("perhaps",)),
]
METHODS = sorted({method for method, *_ in KEYS})


def made(method: str, **options: object) -> Extractor:
    known = registry.methods()
    owner = next(info for name, info in known.items() if method in (name, *info.aliases))
    if owner.availability:
        pytest.skip(owner.availability)
    return registry.create(method, **options)


def configuration(extractor: Extractor) -> Configuration:
    """The checked configuration, with the keys that change nothing."""
    checked: Configuration = extractor._configuration  # type: ignore[attr-defined]
    return checked


def extract(method: str, text: str, **options: object) -> Extraction:
    document = Document(DocumentId("d"), "Title", text, "test:d")
    (extraction,) = made(method, **options).extract([(document, (Chunk(DocumentId("d"), 0, 0, len(text)),))])
    return extraction


def names(method: str, text: str, **options: object) -> list[str]:
    return [mention.text for mention in extract(method, text, **options).mentions]


@pytest.mark.parametrize(("method", "key", "default", "refused"), KEYS, ids=lambda value: str(value))
def test_every_key_has_its_default_and_its_bounds(method, key, default, refused):
    assert getattr(configuration(made(method)), key) == default
    for value in refused:
        with pytest.raises(BadRequest, match=rf"\b{key}\b"):
            made(method, **{key: value})


@pytest.mark.parametrize("method", METHODS)
def test_an_unknown_key_is_refused_and_named(method):
    with pytest.raises(BadRequest, match="there is no option 'wide'"):
        made(method, wide=True)


@pytest.mark.parametrize(
    ("alias", "method"),
    [("simple-entities", "regex"), ("ner-entities", "ner"), ("dependency-relations", "dependency")],
)
def test_an_alias_is_its_method_and_its_graph_is_named_after_it(alias, method):
    assert made(alias).method == method
    assert registry.graph_of(made(alias)).startswith(f"{method}:")


def test_execution_options_and_defaults_that_are_spelled_out_are_not_identity():
    plain = registry.graph_of(made("cooccurrence"))
    assert registry.graph_of(made("cooccurrence", window_size=4, min_cooccurrence=1, schema_version=1)) == plain
    assert registry.graph_of(made("cooccurrence", window_size=5)) != plain


def test_each_unordered_pair_of_distinct_tokens_in_a_window_counts_one():
    relations = extract("cooccurrence", "a b a", window_size=2).relations
    assert [(r.subject.text, r.object.text, r.weight, r.directed) for r in relations] == [("a", "b", 2.0, False)]


def test_terms_without_an_edge_are_not_stored():
    assert names("cooccurrence", "alone") == []


def test_tokens_of_every_script_are_terms():
    assert names("cooccurrence", "Москва 東京 서울 القاهرة") == ["Москва", "東", "京", "서울", "القاهرة"]


def test_a_question_gives_exactly_the_name_in_it():
    assert names("regex", "What did Acme Corp launch?") == ["Acme Corp"]


@pytest.mark.parametrize(
    "name",
    [
        "COVID-19", "GPT-4", "OpenAI", "iPhone", "Neo4j", "PostgreSQL", "EU", "AI", "US", "Jean-Luc Picard", "O'Brien",
        "Rolls-Royce", "J. R. R. Tolkien", "T.C. Antony", "Bank of America", "Ludwig van Beethoven", "Bank of England",
        "bin Laden", "Émile Zola",
    ],
)  # fmt: skip
def test_names_of_every_kind_are_kept_whole(name):
    assert name in names("regex", f"They spoke about {name} in detail.")


def test_a_possessive_is_cut():
    assert names("regex", "We saw Acme's offer.") == ["Acme"]


def test_a_name_in_a_script_without_capitals_is_kept_inside_another_script():
    assert names("regex", "the city of 東京 in Japan") == ["東京", "Japan"]


def test_sentence_and_line_limits_are_respected():
    assert names("regex", "They met Ann.\nBob left with Acme\nCorp for Rome.") == ["Ann", "Bob", "Acme", "Corp", "Rome"]


def test_domain_terms_are_whole_words_in_any_case():
    assert names("regex", "a SEMANTIC web, semantics", domain_terms=["semantic"]) == ["SEMANTIC"]


def test_dates_weekdays_months_and_headings_are_kept_out_unless_switched_on():
    text = "# About Rome\n\nthey met on Monday in May near Paris."
    assert names("regex", text) == ["Paris"]
    assert "Monday" in names("regex", text, include_dates=True)
    assert any("Rome" in name for name in names("regex", text, include_headings=True))


@pytest.mark.parametrize("method", ["ner-entities", "dependency-relations"])
def test_ends_of_relations_are_entity_spans_so_that_no_edge_is_lost(method):
    extraction = extract(method, "Acme Corp. was bought by Beta Inc. in Geneva. Ada Okafor works for Beta Inc.")
    known = set(extraction.mentions)
    assert all(r.subject in known and r.object in known for r in extraction.relations)


def test_passive_agents_prepositional_objects_and_negation_are_read():
    text = "Acme Corp. was bought by Beta Inc. last year. Ada Okafor does not work for Beta Inc."
    found = {(r.subject.text, r.object.text, r.negated) for r in extract("dependency-relations", text).relations}
    assert ("Beta Inc.", "Acme Corp.", False) in found
    assert ("Ada Okafor", "Beta Inc.", True) in found


@pytest.mark.parametrize("name", ["WHO", "NATO", "COVID-19", "GPT-4o", "F-16"])
def test_acronyms_of_two_or_more_capitals_may_have_a_hyphen_part(name):
    assert names("regex", f"we read about {name} today") == [name]


@pytest.mark.parametrize("name", ["Berlin", "Marie Curie", "First National Bank"])
def test_one_to_three_capitalised_words_are_a_name(name):
    assert names("regex", f"we read about {name} today") == [name]


@pytest.mark.parametrize("opener", ["The", "When", "However,", "Who was", "In", "Is", "There was"])
def test_stop_words_that_open_a_sentence_are_dropped(opener):
    assert names("regex", f"{opener} Acme Corp here?") == ["Acme Corp"]


@pytest.mark.parametrize("name", ["Łódź", "Владимир Набоков", "Ὅμηρος", "Œuvre", "Ćuprija", "Ђорђе"])
def test_accents_and_other_scripts_with_capitals_are_read(name):
    assert names("regex", f"we read about {name} today") == [name]


def test_an_unknown_method_is_refused():
    with pytest.raises(BadRequest, match="There is no extraction method 'rgex'"):
        registry.create("rgex")


@pytest.mark.parametrize("cap", [0, -1])
def test_a_cap_below_one_is_refused(cap):
    with pytest.raises(BadRequest, match="max_entities_per_chunk"):
        registry.create("regex", max_entities_per_chunk=cap)


def test_a_window_stands_at_every_token_and_repeats_do_not_count_within_it():
    counts = {
        (r.subject.text, r.object.text): r.weight for r in extract("cooccurrence", "a b a c", window_size=3).relations
    }
    assert counts == {("a", "b"): 2.0, ("a", "c"): 2.0, ("b", "c"): 1.0}


def test_pairs_below_the_minimum_and_their_terms_are_left_out():
    extraction = extract("cooccurrence", "a b a b c", window_size=2, min_cooccurrence=2)
    assert [(r.subject.text, r.object.text, r.weight) for r in extraction.relations] == [("a", "b", 3.0)]
    assert {m.text for m in extraction.mentions} == {"a", "b"}


def test_stop_words_can_be_left_out_of_the_windows():
    assert names("cooccurrence", "cat of the hat", window_size=2, stop_words=["of", "the"]) == ["cat", "hat"]
    assert names("cooccurrence", "cat of the hat", window_size=2, drop_function_words=True) == ["cat", "hat"]


def test_simple_entities_are_capitalised_phrases_and_acronyms_from_three_letters_on():
    text = "we met Marie Curie at NASA and Al from the EU"
    assert names("simple-entities", text) == ["Marie Curie", "NASA"]
    assert names("regex", text) == ["Marie Curie", "NASA", "Al", "EU"]


def test_names_longer_than_the_words_that_are_allowed_are_no_simple_entities():
    assert names("simple-entities", "we met One Two Three Four Five and Six Seven") == ["Six Seven"]


@pytest.mark.parametrize("method", ["simple-entities", "gazetteer"])
def test_names_of_one_sentence_are_pairs(method):
    options = {"terms": ["Marie Curie", "Paris", "Rome"]} if method == "gazetteer" else {}
    text = "We met Marie Curie in Paris. Then we saw Rome."
    relations = extract(method, text, **options).relations
    assert [(r.subject.text, r.object.text, text[r.start : r.end]) for r in relations] == [
        ("Marie Curie", "Paris", "We met Marie Curie in Paris.")
    ]


def test_named_entities_have_types_and_pairs_of_a_sentence_only_when_asked_for():
    text = "Angela Merkel met Barack Obama in Berlin."
    plain = extract("ner-entities", text)
    assert {(m.text, m.type) for m in plain.mentions} == {
        ("Angela Merkel", "PERSON"),
        ("Barack Obama", "PERSON"),
        ("Berlin", "GPE"),
    }
    assert plain.relations == ()
    pairs = extract("ner-entities", text, include_relation_edges=True).relations
    assert {(r.subject.text, r.object.text) for r in pairs} == {
        ("Angela Merkel", "Barack Obama"),
        ("Angela Merkel", "Berlin"),
        ("Barack Obama", "Berlin"),
    }


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("He flew to the US on Monday with Angela Merkel.", "US"),
        ("She works for the Bank of England in London.", "Bank of England"),
        ("The speech of bin Laden was shown by Al Jazeera.", "bin Laden"),
        ("The novels of Émile Zola are read in Paris.", "Émile Zola"),
        ("She moved from the city of 東京 to Berlin.", "東京"),
    ],
)
@pytest.mark.parametrize("method", ["ner", "regex"])
def test_names_that_others_lose_are_kept(method, text, name):
    assert name in names(method, text)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Acme Corp. bought Beta Inc. in May.", ("Acme Corp.", "Beta Inc.")),
        ("Ada Okafor lives in Geneva.", ("Ada Okafor", "Geneva")),
        ("Ada Okafor and Bob Stone visited Geneva in May.", ("Bob Stone", "Geneva")),
        ("Angela Merkel was the chancellor of Germany from 2005 to 2021.", ("Angela Merkel", "Germany")),
    ],
)
def test_objects_with_and_without_prepositions_conjunctions_and_copulas_are_read(text, statement):
    assert statement in {(r.subject.text, r.object.text) for r in extract("dependency-relations", text).relations}


def test_a_statement_has_its_predicate_as_a_lemma_and_the_original_wording():
    (relation,) = extract("dependency-relations", "Acme Corp. acquired Beta Inc. last year.").relations
    assert (relation.type, relation.directed, relation.predicate) == ("RELATES_AS", True, "acquire")


def test_the_main_subject_of_a_document_is_never_dropped():
    text = "Marie Curie was a physicist. Marie Curie worked in Paris. Marie Curie won a prize in Stockholm."
    document = Document(DocumentId("d"), "Marie Curie", text, "test:d")
    for method in ("regex", "simple-entities", "ner-entities", "dependency-relations"):
        chunks = (Chunk(DocumentId("d"), 0, 0, len(text)),)
        (extraction,) = made(method).extract([(document, chunks)])
        assert "Marie Curie" in {mention.text for mention in extraction.mentions}, method


def test_names_are_entities_of_the_corpus_so_paths_cross_documents():
    with open_corpus("memory://", "two") as corpus:
        texts = ("we saw Ann Miller in Paris.", "later Bob Stone came to Paris.")
        sources = [Source.of_upload(f"{at}.txt", text.encode()) for at, text in enumerate(texts)]
        corpus.ingest(sources, methods=["regex"], embed=False)
        view = corpus.view()
        (path,) = view.paths(view.find("Ann Miller").entity_id, view.find("Bob Stone").entity_id)
        assert [step.end.name for step in path] == ["Paris", "Bob Stone"]
