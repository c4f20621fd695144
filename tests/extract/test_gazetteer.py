"""Terms of a list, found as whole words in any listed form; and what the list makes one."""

from __future__ import annotations

import pytest

from graphkit.errors import BadRequest, BadTermList
from graphkit.extract import registry
from graphkit.extract.term_list import TEMPLATE, Term, read_terms
from graphkit.model import Chunk, Document, DocumentId, Extraction


def extract(text: str, terms: list[object], **options: object) -> Extraction:
    document = Document(DocumentId("d"), "Title", text, "test:d")
    chunks = (Chunk(DocumentId("d"), 0, 0, len(text)),)
    (extraction,) = registry.create("gazetteer", terms=terms, **options).extract([(document, chunks)])
    return extraction


def found(text: str, *terms: object, **options: object) -> list[str]:
    return [mention.text for mention in extract(text, list(terms), **options).mentions]


@pytest.mark.parametrize(
    ("text", "terms", "expected"),
    [
        ("banking on the bank, a bank.", ["bank"], ["bank", "bank"]),
        ("New York and York", ["York", "New York"], ["New York", "York"]),
        ("New\nYork, but New\n\nYork", ["New York"], ["New\nYork"]),
        ("Acme's and ACME’S and acme", ["Acme"], ["Acme", "ACME", "acme"]),
        ("They don't know Don.", ["Don"], ["Don"]),
        ("in C, C++ and .NET", ["C++", ".NET"], ["C++", ".NET"]),
        ("O’Brien met O'Brien", ["O'Brien"], ["O’Brien", "O'Brien"]),
        ("他在東京都。東京", ["東京", "東京都"], ["東京都", "東京"]),
        ("ประเทศไทยมี", ["ไทย"], ["ไทย"]),
        ("в МОСКВЕ и Москве", [{"name": "Москва", "forms": ["Москве"]}], ["МОСКВЕ", "Москве"]),
        ("Caf\u0065\u0301 and Café", ["café"], ["Caf\u0065\u0301", "Café"]),
    ],
)
def test_whole_words_are_found_the_longest_first_in_every_script(text, terms, expected):
    assert found(text, *terms) == expected


def test_letter_case_counts_when_asked_for():
    assert found("The US told us.", "US") == ["US", "us"]
    assert found("The US told us.", "US", match_case=True) == ["US"]


def test_a_term_has_its_type_and_the_terms_of_a_sentence_are_related():
    extraction = extract("Ada met the WHO. Later Bob came.", [{"name": "WHO", "type": "ORG"}, "Ada", "Bob"])
    assert [(m.text, m.type, m.confidence) for m in extraction.mentions] == [
        ("Ada", "UNKNOWN", 1.0),
        ("WHO", "ORG", 1.0),
        ("Bob", "UNKNOWN", 1.0),
    ]
    assert [(r.subject.text, r.object.text, r.start, r.end) for r in extraction.relations] == [("Ada", "WHO", 0, 16)]


def test_forms_of_one_term_are_not_related_with_each_other():
    assert extract("A bank and banks.", [{"name": "bank", "forms": ["banks"]}]).relations == ()


def test_order_and_repetition_of_the_list_change_no_identity():
    one = registry.create("gazetteer", terms=["Acme", {"name": "bank", "forms": ["banks", "bank's"]}])
    two = registry.create("gazetteer", terms=[{"name": "bank", "forms": ["bank's", "banks"]}, "Acme", "Acme"])
    assert registry.graph_of(one) == registry.graph_of(two)
    assert registry.graph_of(registry.create("gazetteer", terms=["Acme"])) != registry.graph_of(one)
    assert registry.graph_of(registry.create("gazetteer", **one.configuration)) == registry.graph_of(one)


def test_names_that_the_list_calls_the_same_are_told():
    extractor = registry.create("gazetteer", terms=read_terms(TEMPLATE.encode()))
    assert extractor.listed_names() == {
        "World Health Organization": ("ORG", ("WHO",)),
        "cooperative bank": ("ORG", ("cooperative bank's", "cooperative banks")),
    }


def test_without_terms_nothing_begins():
    with pytest.raises(BadRequest) as error:
        registry.create("gazetteer")
    assert str(error.value) == (
        "The options of the method 'gazetteer' are wrong: no terms are given (a CSV file with a column name, or a "
        "list of names). Nothing was extracted."
    )


def test_a_file_is_read_whatever_its_delimiter_and_mark():
    for content in ("name;type\nAcme;ORG\n", "\ufeffType\tName\r\nORG\tAcme\r\n", 'name,type\n"Acme",ORG\n\n'):
        assert read_terms(content.encode()) == (Term(name="Acme", type="ORG"),)
    assert read_terms("name\nAcme".encode("utf-16")) == (Term(name="Acme"),)


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        (b"", ("line 1: it has to name the columns, name, type, same_as, forms, of which name is needed",)),
        (b"name\n", ("it holds no term",)),
        (b"name,colour\nA,red", ("line 1: 'colour' is no column; there are name, type, same_as, forms",)),
        (b"name\n++\n", ("line 2: '++' has neither a letter nor a digit",)),
        (b"name\n\xff\n", ("line 2: it is not in UTF-8; save the file as CSV UTF-8",)),
        (
            b"name,type\n,ORG\nA,B,C\n\nD,E\nd,F\n",
            (
                "line 2: it has no name",
                "line 3: it has a cell too many, 'C'; put names that hold the delimiter in quotes",
                "line 6: 'd' is spelled like 'D' of line 5",
            ),
        ),
        (
            b"name,same_as\nA,B\nC,A\n",
            (
                "line 2: 'B', which 'A' is to be the same as, is not in the list",
                "line 3: 'A' is itself another name, of 'B'; name that",
            ),
        ),
    ],
)
def test_every_line_at_fault_is_named_and_nothing_is_taken(content, faults):
    with pytest.raises(BadTermList) as error:
        read_terms(content)
    assert error.value.faults == faults
    assert str(error.value).endswith(" None of its terms was taken.")


def test_of_many_faults_the_first_are_named_and_the_rest_counted():
    with pytest.raises(BadTermList) as error:
        read_terms(b"name\n" + b"++\n" * 40)
    assert len(error.value.faults) == 10
    assert "; and 30 more. None" in str(error.value)


def test_many_thousand_terms_are_found():
    terms = [f"name{number} of{number % 7}" for number in range(20_000)]
    assert found("name19999 of0, name3 of3 name4 of5", *terms) == ["name19999 of0", "name3 of3"]
