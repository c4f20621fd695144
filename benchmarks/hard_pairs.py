"""Different things whose names look alike, by kind: invented, and made from a few words, so that no rule fits one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, product

HardPair = tuple[str, str, str]
"""Two names and their type."""

_THINGS = ("Tarnholm", "Kestrel", "Ostrelle Lumen", "Vorn")
_ONE_LETTER = {
    "PERSON": "Baker Barker|Hansen Jansen|Hansen Hanson|Fischer Fisher|Mayer Mayers|Marsh Marsch|Weller Wellner|"
    "Gray Grady|Holm Holms|Keller Keller|Brandt Brand|Larsen Carsen|Moller Miller|Stone Stowe|Reed Reeds",
    "ORG": "Heron Hero|Marten Martin|Falcon Falconer|Report Resort|Point Pint|Lining Linings|Harbor Harvor|State Slate|"
    "Airlines Airlifts|Carbon Carton|Copper Cooper|Signal Signet|Barley Barkley|Planet Planer|Corner Corber",
    "PRODUCT": "Prime Primo|Zephyr Zephyrs|Carbon Carton|Lumen Lumex|Aster Astern|Vector Victor|Motion Notion",
    "GPE": "Brandon Branton|Harlow Harrow|Oakham Oakhams|Kingston Kingstown|Ashford Ashfort|Newport Newpark",
}
_GIVEN = "Anna Anne|Erik Erika|Daniel Daniela|Martin Marvin|Mario Maria|John Joan|Paul Paula|Carl Carla|Jean Joan"
_PLACES = ("Algiers", "Ohio", "Leeds", "York", "Austria", "Australia", "Iran", "Iraq", "Niger", "Nigeria")
_OPPOSITES = "North South|Upper Lower|Eastern Western|Old New|Import Export|Spring Autumn|Men Women|Alpha Beta"


def _couples(text: str) -> list[tuple[str, str]]:
    return [(one, other) for one, other in (couple.split() for couple in text.split("|")) if one != other]


def numbers() -> Iterator[HardPair]:
    """Versions, models, years, articles: in digits, in words, Roman, with what is glued to them."""
    for name in _THINGS:
        for one, other in pairwise(("3", "4", "4o", "4.1", "10", "100", "2019", "2020", "737", "747")):
            yield f"{name} {one}", f"{name} {other}", "PRODUCT"
            yield f"{name}-{one}", f"{name}-{other}", "UNKNOWN"
        for one, other in combinations(("II", "III", "IV", "VI", "IX"), 2):
            yield f"{name} {one}", f"{name} {other}", "ORG"
        for one, other in pairwise(("Two", "Three", "Four", "Seven", "Nine")):
            yield f"{name} {one}", f"{name} {other}", "UNKNOWN"
    for word in ("Task", "Article", "Section", "Room", "Chapter"):
        for one, other in pairwise(("5", "6", "6.1", "6.2", "12B", "12C")):
            yield f"{word} {one}", f"{word} {other}", "UNKNOWN"


def ordinals() -> Iterator[HardPair]:
    """First and second, in words and digits."""
    for thing in ("National Bank", "Army", "Symphony", "Amendment"):
        for one, other in combinations(("First", "Second", "Third", "4th", "5th"), 2):
            yield f"{one} {thing}", f"{other} {thing}", "ORG"


def places() -> Iterator[HardPair]:
    """One kind of thing in two known places."""
    for thing in ("First National Bank of {}", "University of {}", "{} Harbour Board"):
        for one, other in combinations(_PLACES, 2):
            yield thing.format(one), thing.format(other), "ORG"


def one_letter() -> Iterator[HardPair]:
    """Words and names that a letter tells apart."""
    for kind, text in _ONE_LETTER.items():
        for (one, other), first in product(_couples(text), ("Sable", "Elena", "Kingsbridge")):
            yield f"{first} {one}", f"{first} {other}", kind
        for one, other in _couples(text):
            yield one, other, kind
    for one, other in _couples(_GIVEN):
        yield f"{one} Kovar", f"{other} Kovar", "PERSON"


def own_words() -> Iterator[HardPair]:
    """Each side has a word of its own: opposites, generations, titles, other given names and initials."""
    for one, other in _couples(_OPPOSITES):
        for thing in ("Tarn", "Harbour Trust"):
            yield f"{one} {thing}", f"{other} {thing}", "ORG"
    for family in ("Holmes", "Grenholt"):
        yield f"Mr. {family}", f"Mrs. {family}", "PERSON"
        yield f"Arno {family} Jr.", f"Arno {family} Sr.", "PERSON"
        yield f"Arno {family}", f"Berta {family}", "PERSON"
        yield f"A. {family}", f"B. {family}", "PERSON"
        yield f"Arno B. {family}", f"Arno C. {family}", "PERSON"
    for one, other in combinations(("AG", "GmbH", "Ltd", "B.V."), 2):
        yield f"Tarnholm {one}", f"Tarnholm {other}", "ORG"


KINDS = {
    "numbers": tuple(numbers()),
    "ordinals": tuple(ordinals()),
    "places": tuple(places()),
    "one letter": tuple(one_letter()),
    "own words": tuple(own_words()),
}
"""The pairs of each kind."""
