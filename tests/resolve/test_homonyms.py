"""One name for several things is asked about, not decided."""

from __future__ import annotations

from graphkit.model import DocumentId, EntityId
from graphkit.resolve.homonyms import Homonym, homonyms

BANK = EntityId("bank")


def around(**documents: str) -> dict[EntityId, dict[DocumentId, frozenset[EntityId]]]:
    """The neighbours of the bank in each document, a letter each."""
    return {BANK: {DocumentId(d): frozenset(EntityId(name) for name in names) for d, names in documents.items()}}


def test_documents_that_share_nothing_else_make_a_question() -> None:
    found = homonyms(around(algiers="ab", ohio="cd", oran="be"))
    assert found == (Homonym(BANK, (("algiers", "oran"), ("ohio",))),)  # type: ignore[arg-type]
    assert found[0].words == "its documents fall into groups of 2 and 1 that share no other name: is it one thing?"


def test_a_chain_of_shared_neighbours_is_one_thing() -> None:
    assert homonyms(around(a="xy", b="zw", c="yz")) == ()


def test_documents_that_say_too_little_ask_nothing() -> None:
    assert homonyms(around(a="xy", b="z", c="")) == ()


def test_what_is_everywhere_connects_nothing() -> None:
    contexts = around(a="xyu", b="zwu")
    assert homonyms(contexts) == ()
    assert len(homonyms(contexts, widespread=[EntityId("u")])) == 1
