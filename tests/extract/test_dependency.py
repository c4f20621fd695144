"""What sentences state, read from their grammar: wording, direction, negation, names as ends."""

from __future__ import annotations

import pytest

from graphkit.extract import registry
from graphkit.model import Chunk, Document, DocumentId, Extraction


def extract(text: str, **options: object) -> Extraction:
    document = Document(DocumentId("d"), "Title", text, "test:d", language="en")
    chunk = Chunk(DocumentId("d"), 0, 0, len(text))
    (extraction,) = registry.create("dependency", **options).extract([(document, (chunk,))])
    return extraction


def stated(text: str, **options: object) -> set[tuple[str, str, str]]:
    return {
        (r.subject.text, f"not {r.predicate}" if r.negated else r.predicate, r.object.text)
        for r in extract(text, **options).relations
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Angela Merkel visited Paris.", {("Angela Merkel", "visit", "Paris")}),
        ("Microsoft was founded by Bill Gates in Albuquerque.",
         {("Bill Gates", "found", "Microsoft"), ("Microsoft", "be founded in", "Albuquerque")}),
        ("Apple did not buy Google.", {("Apple", "not buy", "Google")}),
        ("Apple never supplied Google.", {("Apple", "not supply", "Google")}),
        ("Nobody at Apple has worked for Google.", set()),
        ("Zenko bought Alba but not Brava.", {("Zenko", "buy", "Alba"), ("Zenko", "not buy", "Brava")}),
        ("Halden bought Pixlet and launched Halden Maps.",
         {("Halden", "buy", "Pixlet"), ("Halden", "launch", "Halden Maps")}),
        ("Delphi Motors plans to acquire Trident.", {("Delphi Motors", "plan to acquire", "Trident")}),
        ("Karin Holm, mayor of Uppsala, opened Linden Hall.",
         {("Karin Holm", "be mayor of", "Uppsala"), ("Karin Holm", "open", "Linden Hall")}),
        ("Vantage's chief executive Mira Sethi leads Holbrook Ltd.",
         {("Mira Sethi", "be chief executive of", "Vantage"), ("Mira Sethi", "lead", "Holbrook Ltd.")}),
        ("Acton bought Brill, which built Castor, which runs on Dorado.",
         {("Acton", "buy", "Brill"), ("Brill", "build", "Castor"), ("Castor", "run on", "Dorado")}),
        ("Tegel Creek is a tributary of the Darling Fork.", {("Tegel Creek", "be tributary of", "Darling Fork")}),
        ("Sanna Ek said that Vireo had hired Otto Lang.", {("Vireo", "hire", "Otto Lang")}),
        ("According to Reuven Daily, Calder owns Finch.", {("Calder", "own", "Finch")}),
        ("The UK bought forty jets from the US.", {("UK", "buy from", "US")}),
        ("The acquisition of Beta Inc. by Acme Corp. pleased Geneva.", {("Acme Corp.", "acquire", "Beta Inc.")}),
        ("Sundar Pichai is CEO of Google.", {("Sundar Pichai", "be ceo of", "Google")}),
        ("Angela Merkel is the chancellor of Germany.", {("Angela Merkel", "be chancellor of", "Germany")}),
        ("Sundar Pichai, CEO of Google, lives in California.",
         {("Sundar Pichai", "be ceo of", "Google"), ("Sundar Pichai", "live in", "California")}),
        ("Although Mabel Trent left Orbix Ltd., Orbix Ltd. still pays Mabel Trent.",
         {("Mabel Trent", "leave", "Orbix Ltd."), ("Orbix Ltd.", "pay", "Mabel Trent")}),
        ("The jury in Turin gave Clara Bosch the Aurora Prize.", {("Clara Bosch", "be given", "Aurora Prize")}),
        ("Dr. Okafor met U.N. envoys in Geneva on Feb. 3.", {("Okafor", "meet envoy in", "Geneva")}),
    ],
)  # fmt: skip
def test_statements_between_names(text, expected):
    assert stated(text) == expected


def test_pronouns_stand_for_the_last_fitting_subject_unless_asked_otherwise():
    text = "Angela Merkel moved to Perth. She founded Wattle Labs there."
    assert stated(text) == {("Angela Merkel", "move to", "Perth"), ("Angela Merkel", "found", "Wattle Labs")}
    assert stated(text, resolve_pronouns=False) == {("Angela Merkel", "move to", "Perth")}


def test_the_sentence_is_the_evidence_and_reaches_to_a_pronoun_s_name():
    text = "It rained. Angela Merkel moved to Perth. She founded Wattle Labs there. It rained."
    evidence = {r.predicate: text[r.start : r.end] for r in extract(text).relations}
    assert evidence == {
        "move to": "Angela Merkel moved to Perth.",
        "found": "Angela Merkel moved to Perth. She founded Wattle Labs there.",
    }
    assert {(r.directed, r.type) for r in extract(text).relations} == {(True, "RELATES_AS")}


def test_phrases_are_related_when_asked_for():
    text = "The old mill near the river makes cheap paper, which readers like."
    assert ("The old mill near the river", "make", "cheap paper") in stated(text, arguments="phrases")
    assert {m.type for m in extract(text, arguments="phrases").mentions} == {"PHRASE"}
    assert extract(text).relations == ()


def test_surer_kinds_of_statements_have_more_confidence():
    text = "Karin Holm, mayor of Uppsala, opened Linden Hall."
    assert {r.predicate: r.confidence for r in extract(text).relations} == {"be mayor of": 0.68, "open": 0.79}


@pytest.mark.parametrize(
    ("text", "edge", "tense", "modality", "source"),
    [
        ("Arden Ltd. may merge with Belmont Ltd.", "may merge with", "", "may", ""),
        ("Arden Ltd. would buy Belmont Ltd.", "would buy", "", "would", ""),
        ("Arden Ltd. will buy Belmont Ltd.", "will buy", "future", "will", ""),
        ("Arden Ltd. plans to buy Belmont Ltd.", "plan to buy", "present", "plan to", ""),
        ("Arden Ltd. has bought Belmont Ltd.", "buy", "past", "", ""),
        ("Arden Ltd. buys Belmont Ltd.", "buy", "present", "", ""),
        ("Does Arden Ltd. own Belmont Ltd.?", "possibly own", "present", "possibly", ""),
        ("Arden Ltd. allegedly bought Belmont Ltd.", "allegedly buy", "past", "allegedly", ""),
        ("Sanna Ek said that Arden Ltd. had bought Belmont Ltd.", "reportedly buy", "past", "", "Sanna Ek"),
        ("According to Reuven Daily, Arden Ltd. owns Belmont Ltd.", "reportedly own", "present", "", "Reuven Daily"),
    ],
)
def test_what_is_not_asserted_is_told_and_stands_on_an_edge_of_its_own(text, edge, tense, modality, source):
    (relation,) = [r for r in extract(text).relations if r.subject.text == "Arden Ltd."]
    wording = relation.wording
    assert wording is not None
    told = wording.source.text if wording.source else ""
    assert (relation.edge_predicate, wording.tense, wording.modality, told) == (edge, tense, modality, source)


def test_the_words_of_the_text_and_all_further_arguments_are_kept_with_their_places():
    text = "Fernhill Ltd. was quietly bought by Grantley Group in May for two pounds."
    (bought,) = [r for r in extract(text).relations if r.predicate == "buy"]
    wording = bought.wording
    assert wording is not None
    assert (bought.subject.text, wording.text) == ("Grantley Group", "was quietly bought by")
    assert [(a.text, a.role) for a in wording.arguments] == [("in May", "in"), ("for two pounds", "for")]
    assert all(text[a.start : a.end] == a.text for a in wording.arguments)


def test_a_phrase_keeps_its_clause_and_its_arguments():
    text = "On Monday the old mill near the river stopped work because of the flood."
    (relation,) = extract(text, arguments="phrases").relations
    wording = relation.wording
    assert wording is not None
    assert (relation.subject.text, wording.text, relation.object.text) == (
        "the old mill near the river", "stopped", "work",
    )  # fmt: skip
    assert [a.text for a in wording.arguments] == ["On Monday", "because of the flood"]
