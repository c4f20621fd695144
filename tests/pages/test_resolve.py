"""The page that decides which names are one."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from graphkit.corpus import Corpus
from graphkit.extract.registry import create
from graphkit.extract.term_list import read_terms
from graphkit.ingest.base import Source
from graphkit.model import Scope
from graphkit.resolve.pairs import Pair
from graphkit.store.base import GraphStore
from pages.conftest import Visit

TEXTS = (b"Robert Grenholt spoke for ACME Corp. at noon.", b"R. Grenholt left Acme Corp early.")


@pytest.fixture
def names(desk: GraphStore) -> Corpus:
    """A corpus in which two things have two names each."""
    corpus = Corpus(desk, Scope("names"))
    files = [Source.of_upload(f"{at}.txt", text) for at, text in enumerate(TEXTS)]
    corpus.ingest(files, methods=["regex"])
    return corpus


def metric(app: AppTest, label: str) -> str:
    """The figure under a label."""
    return str(next(one.value for one in app.metric if one.label == label))


def address(pair: Pair) -> str:
    """A pair as the address names it."""
    return f"{pair.left}~{pair.right}"


def test_the_address_names_type_line_and_list(visit: Visit, desk: GraphStore) -> None:
    corpus = Corpus(desk, Scope("kinds"))
    text = b"Karen Smith and K. Smith met Acme Corp and ACME Corp. in Oslo."
    terms = read_terms(b"name,type\nKaren Smith,PERSON\nK. Smith,PERSON\nAcme Corp,ORG\nACME Corp.,ORG\nOslo,GPE\n")
    corpus.ingest([Source.of_upload("a.txt", text)], methods=[create("gazetteer", terms=terms, match_case=True)])
    whole = visit("resolve.py", corpus="kinds")
    part = visit("resolve.py", corpus="kinds", type="PERSON", line="0.7", pairs="Held back")
    assert (metric(whole, "Names"), metric(part, "Names")) == ("5", "2")
    assert (part.slider(key="line").value, part.session_state["pairs"]) == (0.7, "Held back")
    assert part.query_params["type"] == "PERSON"


def test_a_cluster_is_joined_and_the_join_is_undone_and_redone(visit: Visit, names: Corpus) -> None:
    app = visit("resolve.py", corpus="names", tab="Decisions")
    before = len(names.view().entities)
    app.button(key="apply").click().run()
    assert not app.exception
    acts = names.resolution.acts()
    assert [act.verdict for act in acts] == ["same"] * len(acts) != []
    joined = len(names.view().entities)
    assert joined < before
    for act in reversed(acts):
        app.button(key=f"undo_{act.merge_id}").click().run()
    assert len(names.view().entities) == before
    for act in acts:
        app.button(key=f"undo_{act.merge_id}").click().run()
    assert len(names.view().entities) == joined


def test_moving_the_line_changes_what_would_be_joined_and_decides_nothing(visit: Visit, names: Corpus) -> None:
    app = visit("resolve.py", corpus="names")
    counts = []
    for line in (1.0, 0.6):
        app.slider(key="line").set_value(line).run()
        counts.append(int(metric(app, "Left after joining")))
    assert counts[0] > counts[1]
    assert names.resolution.acts() == ()


def test_a_preset_tells_what_it_adds_before_it_moves_the_line(visit: Visit, names: Corpus) -> None:
    app = visit("resolve.py", corpus="names", line="1.0")
    button = app.button(key="preset_Widest")
    left = int(metric(app, "Left after joining"))
    assert button.help.startswith("Moving from 1.00 to 0.82 adds ")
    button.click().run()
    assert app.slider(key="line").value == 0.82
    assert f"adds {left - int(metric(app, 'Left after joining'))} merge" in button.help


@pytest.mark.parametrize("verdict", ["same", "different", "unsure"])
def test_the_pair_that_the_address_names_is_decided(visit: Visit, names: Corpus, verdict: str) -> None:
    pair = names.resolution.pairs().scored[0]
    app = visit("resolve.py", corpus="names", pair=address(pair))
    app.button(key=f"pair_{verdict}").click().run()
    assert not app.exception
    assert [(act.verdict, act.entities) for act in names.resolution.acts()] == [
        (verdict, frozenset((pair.left, pair.right)))
    ]
    assert ({pair.left, pair.right} <= set(names.view().entities)) == (verdict != "same")


def test_a_pair_that_is_decided_leaves_the_list_to_the_next(visit: Visit, names: Corpus) -> None:
    app = visit("resolve.py", corpus="names", line="0.6")
    listed = {button.key for button in app.button if str(button.key).startswith("row_")}
    app.button(key="pair_unsure").click().run()
    assert {button.key for button in app.button if str(button.key).startswith("row_")} < listed


def test_a_member_that_is_not_ticked_is_kept_apart(visit: Visit, names: Corpus) -> None:
    app = visit("resolve.py", corpus="names", tab="Clusters", line="0.6")
    cluster = names.resolution.clusters(names.resolution.pairs().at(0.6)).clusters[0]
    app.checkbox(key=f"tick_{cluster.canonical}_{cluster.aliases[0]}").uncheck().run()
    app.button(key="join_cluster").click().run()
    assert not app.exception
    assert "different" in {act.verdict for act in names.resolution.acts()}
    assert cluster.aliases[0] in names.view().entities


def test_figures_say_how_many_labels_they_need(visit: Visit, names: Corpus) -> None:
    app = visit("resolve.py", corpus="names", tab="Quality")
    assert "Precision and recall need 40 labels; 40 more." in [info.value for info in app.info]


def test_a_name_whose_documents_share_no_other_is_shown_with_its_groups(visit: Visit, names: Corpus) -> None:
    texts = (
        b"First National Bank paid Karim Haddad in Algiers. Leila Mansouri signed.",
        b"First National Bank paid Walter Briggs in Ohio. Emma Stone signed.",
    )
    names.ingest([Source.of_upload(f"bank{at}.txt", text) for at, text in enumerate(texts)], methods=["regex"])
    app = visit("resolve.py", corpus="names", tab="Homonyms")
    assert app.selectbox(key="homonym").options == ["First National Bank (UNKNOWN), 2 groups"]
    assert [text.value for text in app.markdown if "Group" in text.value] == [
        "**Group 1**: 1 document",
        "**Group 2**: 1 document",
    ]


def test_a_corpus_without_documents_is_offered_the_sample(visit: Visit) -> None:
    app = visit("resolve.py")
    assert app.button(key="load_sample")


def test_names_of_which_no_two_are_alike_say_so(visit: Visit) -> None:
    app = visit("resolve.py", corpus="story")
    assert "No two names in this graph are alike." in [info.value for info in app.info]


def test_hostile_names_are_shown_as_they_are_written(visit: Visit) -> None:
    assert not visit("resolve.py", corpus="hostile", line="0.6").exception
