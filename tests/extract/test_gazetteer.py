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


def test_us_and_us_are_two_terms_when_the_letter_case_counts():
    both = [{"name": "US", "type": "PLACE"}, {"name": "us", "type": "PRONOUN", "forms": ["Us"]}]
    extraction = extract("The US told us. Us!", both, match_case=True)
    assert [(m.text, m.type) for m in extraction.mentions] == [("US", "PLACE"), ("us", "PRONOUN"), ("Us", "PRONOUN")]
    assert [(r.subject.text, r.object.text) for r in extraction.relations] == [("US", "us")]
    with pytest.raises(BadRequest, match="'us' is spelled like 'US' of terms unless the letter case is matched"):
        registry.create("gazetteer", terms=both)


def test_another_name_is_taken_in_its_letter_case_when_that_counts():
    terms = read_terms(b"name,type,same_as\nUS,PLACE,\nus,PRONOUN,\nAmerica,,US\n", match_case=True)
    extractor = registry.create("gazetteer", terms=terms, match_case=True)
    assert extractor.listed_names() == {"US": ("PLACE", ("America",))}
    assert extract("US, America and us", list(terms), match_case=True).mentions[1].type == "PLACE"


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
    for content in ("sep=;\nname;type\nAcme;ORG\n", "\n\nname,type\n\nAcme , ORG\n", "type,name\rORG,Acme\r"):
        assert read_terms(content.encode()) == (Term(name="Acme", type="ORG"),)
    assert read_terms("name\nAcme".encode("utf-16")) == (Term(name="Acme"),)


def test_a_cell_in_quotes_may_hold_the_delimiter_quotes_and_line_ends():
    content = b'name,forms\n"Acme, Inc.","the ""big"" one|Acme\nInc"\nBeta,\n'
    assert read_terms(content) == (Term(name="Acme, Inc.", forms=('the "big" one', "Acme Inc")), Term(name="Beta"))


def test_a_hundred_thousand_lines_are_read_and_each_fault_among_them_is_found():
    lines = [f"name {number},KIND" for number in range(100_000)]
    assert len(read_terms("\n".join(["name,type", *lines]).encode())) == 100_000
    lines[70_000], lines[99_999] = "name 5,OTHER", ",KIND"
    with pytest.raises(BadTermList) as error:
        read_terms("\n".join(["name,type", *lines]).encode())
    assert error.value.faults == (
        "line 100001: it has no name",
        "line 70002: 'name 5' is spelled like 'name 5' of line 7",
    )


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        (b"\n\n", ("line 1: it has to name the columns, name, type, same_as, forms, of which name is needed",)),
        (b"\nAcme\n", ("line 2: it has to name the columns, name, type, same_as, forms, of which name is needed",)),
        (b"name,name\nA,B", ("line 1: a column stands there twice; there are name, type, same_as, forms",)),
        (b"name,type\nAcme,ORG\nAcme,PERSON\n", ("line 3: 'Acme' is spelled like 'Acme' of line 2",)),
        (b"name\nA\nB\0C\n", ("line 3: it holds a NUL; save the file as CSV UTF-8",)),
        ("name\nÉmile\n".encode("utf-16-le"), ("line 2: it is not in UTF-8; save the file as CSV UTF-8",)),
        (
            b'name,type\n"Acme\nCorp",ORG\n++,X\n"Beta,ORG\nGamma,ORG\n',
            (
                "line 4: '++' has neither a letter nor a digit",
                "line 5: a quotation mark is not closed, or stands within a cell, where it has to be doubled",
            ),
        ),
        (
            b'name\n"Acme" Corp\n',
            ("line 2: a quotation mark is not closed, or stands within a cell, where it has to be doubled",),
        ),
        (b"name\n" + b"x" * 201, ("line 2: a cell holds more than 200 characters",)),
        (b"name\n" + b"x" * 200_000, ("line 2: a cell is too long",)),
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
                "line 6: 'd' is spelled like 'D' of line 5 unless the letter case is matched",
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
