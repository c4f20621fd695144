"""Names by capital letters: the examples of the contract and the limits of names."""

from __future__ import annotations

import pytest

from graphkit.errors import BadRequest
from graphkit.extract import registry
from graphkit.model import Chunk, Document, DocumentId, Extraction, Span


def extract(text: str, *, headings: tuple[Span, ...] = (), **options: object) -> Extraction:
    document = Document(DocumentId("d"), "Title", text, "test:d", headings=headings)
    chunk = Chunk(DocumentId("d"), 0, 0, len(text))
    (extraction,) = registry.create("regex", **options).extract([(document, (chunk,))])
    return extraction


def names(text: str, **options: object) -> list[str]:
    return [mention.text for mention in extract(text, **options).mentions]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What did Acme Corp launch?", ["Acme Corp"]),
        ("COVID-19 and GPT-4 changed the EU, AI and the US.", ["COVID-19", "GPT-4", "EU", "AI", "US"]),
        ("We use OpenAI, an iPhone, Neo4j and PostgreSQL.", ["OpenAI", "iPhone", "Neo4j", "PostgreSQL"]),
        ("Jean-Luc Picard met O'Brien at Rolls-Royce.", ["Jean-Luc Picard", "O'Brien", "Rolls-Royce"]),
        ("by J. R. R. Tolkien and T.C. Antony", ["J. R. R. Tolkien", "T.C. Antony"]),
        ("the Bank of America and Ludwig van Beethoven", ["Bank of America", "Ludwig van Beethoven"]),
        ("He saw van Gogh, Mies van der Rohe and bin Laden.", ["van Gogh", "Mies van der Rohe", "bin Laden"]),
        ("This is Acme's plan and Anna’s house.", ["Acme", "Anna"]),
        ("Acme Corp. bought Beta, Inc. and Gamma Ltd.", ["Acme Corp.", "Beta, Inc.", "Gamma Ltd."]),
        ("On Monday 5 May 2020 nobody came.", []),
        ("Dr. Okafor met U.N. envoys in Geneva.", ["Okafor", "U.N.", "Geneva"]),
        ("Mt. Kenya and St. Austell Road", ["Mt. Kenya", "St. Austell Road"]),
        ("Émile Zola liked Łódź.", ["Émile Zola", "Łódź"]),
        ("Владимир Набоков встретил Άννα Καρένινα", ["Владимир Набоков", "Άννα Καρένινα"]),
        ("the city of 東京 (Tokyo) in Japan", ["東京", "Tokyo", "Japan"]),
        ("B-Roll & Filming and AT&T paid Johnson & Johnson.", ["B-Roll & Filming", "AT&T", "Johnson & Johnson"]),
        ("UK-based makers in London-born hands", ["UK", "London"]),
        ("Ada Lovelace\nCharles Babbage", ["Ada Lovelace", "Charles Babbage"]),
        ("They left Paris. Yesterday Rome fell.", ["Paris", "Rome"]),
        ("The First National Bank of Ohio grew.", ["First National Bank of Ohio"]),
        ("the Institute for Advanced Study, and a bus from London for Paris",
         ["Institute for Advanced Study", "London", "Paris"]),
        ("Write to john@Example.com or see https://Foo.com/Bar about it.", []),
        ("I am. You are. NOT NOW! We THINK so.", ["THINK"]),
    ],
)  # fmt: skip
def test_names_are_found_as_they_are_written(text, expected):
    assert names(text) == expected


def test_an_opening_word_that_is_written_small_elsewhere_is_no_name():
    assert names("Turbines turn. The turbines of Acme Corp turn.") == ["Acme Corp"]


def test_an_opening_word_with_its_capital_inside_a_sentence_is_a_name():
    assert names("Zork rose. We like Zork.") == ["Zork", "Zork"]


def test_domain_terms_are_found_in_any_case_as_whole_words():
    terms = ["graph database", "機械学習", "ai", "c++"]
    text = "A Graph\nDatabase said: 東京の機械学習 and AI, not rain, C++."
    assert names(text, domain_terms=terms) == ["Graph\nDatabase", "機械学習", "AI", "C++"]


def test_a_domain_term_inside_a_longer_name_leaves_the_name_whole():
    assert names("at the Bank of America, a bank", domain_terms=["bank"]) == ["Bank of America", "bank"]


def test_dates_are_kept_when_asked_for():
    assert names("It was a cold Monday in June.", include_dates=True) == ["Monday", "June"]


BODY = "We met Ada Lovelace in London to talk about engines, and about who should build the next one of them.\n"


def test_a_name_that_stands_in_headings_only_is_left_out_unless_asked_for():
    text = f"ANNUAL REPORT\n\n# Market Outlook\n\n{BODY}\n# Ada Lovelace\n\n{BODY}"
    assert names(text) == ["Ada Lovelace", "London", "Ada Lovelace", "Ada Lovelace", "London"]
    assert "Market Outlook" in names(text, include_headings=True)


def test_headings_that_the_reader_knew_count_too():
    text = f"Market Outlook\n{BODY}"
    assert [m.text for m in extract(text, headings=(Span(0, 14),)).mentions] == ["Ada Lovelace", "London"]


def test_the_rarer_names_go_first_when_a_chunk_has_too_many():
    extraction = extract("We saw Rome and Paris and Rome and Oslo.", max_entities_per_chunk=1)
    assert [m.text for m in extraction.mentions] == ["Rome", "Rome"]
    assert extraction.warnings == (
        "Chunks with more than 1 different names lost 2 rarer mentions (max_entities_per_chunk).",
    )


def test_names_of_a_sentence_are_related_with_the_sentence_as_evidence():
    text = "It rains. Acme Corp and Beta Inc. met in Rome."
    relations = extract(text).relations
    assert [(r.subject.text, r.predicate, r.object.text) for r in relations] == [
        ("Acme Corp", "co-occurs with", "Beta Inc."),
        ("Acme Corp", "co-occurs with", "Rome"),
        ("Beta Inc.", "co-occurs with", "Rome"),
    ]
    assert {(text[r.start : r.end], r.directed, r.type) for r in relations} == {
        ("Acme Corp and Beta Inc. met in Rome.", False, "CO_OCCURS_WITH")
    }
    assert extract(text, include_relations=False).relations == ()


def test_too_many_pairs_in_a_sentence_are_cut_and_told():
    extraction = extract("in Rome, Oslo, Bonn and Kyiv", max_pairs_per_sentence=2)
    assert len(extraction.relations) == 2
    assert extraction.warnings == (
        "One sentence names so many things that only the first 2 pairs were kept (max_pairs_per_sentence).",
    )


def test_a_text_in_a_script_without_capitals_is_announced():
    extraction = extract("東京は日本の首都です。AIの研究も進む。")
    assert [m.text for m in extraction.mentions] == ["AI"]
    assert extraction.warnings == (
        "Most of this text is in a script without capital letters, in which the regex method finds only "
        "domain terms; choose another method or give domain_terms.",
    )


def test_the_order_of_domain_terms_changes_no_identity():
    one, other = (registry.create("regex", domain_terms=terms) for terms in (["b", "a  c", "b"], ["a c", "b"]))
    assert registry.graph_of(one) == registry.graph_of(other)


@pytest.mark.parametrize("terms", [[""], ["x" * 201]])
def test_terms_that_cannot_be_found_are_refused(terms):
    with pytest.raises(BadRequest, match="domain_terms holds"):
        registry.create("regex", domain_terms=terms)


def test_a_hundred_thousand_letters_are_no_name():
    assert names("A" * 100_000 + " met Rome. " + "Aa " * 30_000) == ["Rome"]
