"""Guards: differences that outrank similarity. Each has a name, the score that it leaves at most, and words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from graphkit.resolve.forms import NameForm
from graphkit.resolve.lexicon import FORM_FAMILIES, GENERATIONS, NATIONAL_FORMS, OPPOSITES, PLACES
from graphkit.resolve.names import types_conflict

Guard = Literal["types", "numbers", "legal form only", "generation", "sex", "opposites", "places", "legal forms"]
GUARDS: frozenset[Guard] = frozenset(get_args(Guard))
"""All guards, each of which can be switched off."""

CAPS: dict[Guard, float] = {
    "types": 0.0,  # Washington (person), Washington (place)
    "numbers": 0.30,  # GPT-3, GPT-4; Henry IV, Henry V
    "legal form only": 0.20,  # Ltd, Limited
    "generation": 0.30,  # Martin King Jr., Martin King Sr.
    "sex": 0.50,  # Mr. Holmes, Mrs. Holmes
    "opposites": 0.50,  # North Korea, South Korea
    "places": 0.50,  # First National Bank of Algiers, of Ohio
    "legal forms": 0.87,  # Hansa AG, Hansa GmbH
}
_HIS = frozenset({"mr", "sir", "herr", "monsieur", "senor", "lord", "king", "prince", "father", "brother"})
_HER = frozenset({"mrs", "ms", "miss", "dame", "frau", "madame", "mme", "mlle", "senora", "lady", "queen", "princess"})


def held_back(left: NameForm, right: NameForm, left_type: str, right_type: str) -> Iterator[tuple[Guard, float, str]]:
    """The guards that fit two names, with the highest score that each allows, and why in words."""
    for guard, words in _found(left, right, left_type, right_type):
        yield guard, CAPS[guard], words


def _found(left: NameForm, right: NameForm, left_type: str, right_type: str) -> Iterator[tuple[Guard, str]]:
    if types_conflict(left_type, right_type):
        yield "types", f"different types: {' ≠ '.join(sorted((left_type, right_type)))}"
    own_left, own_right = _own(left.numbers, right.numbers), _own(right.numbers, left.numbers)
    if own_left and own_right:
        yield "numbers", f"numbers differ: {', '.join(own_left)} ≠ {', '.join(own_right)}"
    elif _days(left) != _days(right):
        yield "numbers", f"numbers stand in another order: {' '.join(_days(left))} ≠ {' '.join(_days(right))}"
    if left.words != right.words and not (_names_something(left) and _names_something(right)):
        yield "legal form only", "one side is a legal form and no name"
    generations = (left.suffixes & GENERATIONS, right.suffixes & GENERATIONS)
    if all(generations) and generations[0] != generations[1]:
        yield "generation", "junior ≠ senior"
    if (left.titles & _HIS and right.titles & _HER) or (left.titles & _HER and right.titles & _HIS):
        yield "sex", f"titles differ: {' '.join(sorted(left.titles))} ≠ {' '.join(sorted(right.titles))}"
    yield from _words_apart(left, right)
    families = ({FORM_FAMILIES.get(f, f) for f in left.forms}, {FORM_FAMILIES.get(f, f) for f in right.forms})
    national = left.forms & NATIONAL_FORMS, right.forms & NATIONAL_FORMS
    if (all(families) and not families[0] & families[1]) or (all(national) and not national[0] & national[1]):
        yield "legal forms", f"legal forms differ: {' '.join(sorted(left.forms))} ≠ {' '.join(sorted(right.forms))}"


def _days(form: NameForm) -> list[str]:
    """The short numbers as they stand, if there are several: 5 January is not 1 May, wherever the year is."""
    short = [word for word in form.words if word.isdigit() and len(word) < 4]
    return short if len(short) > 1 else []


def _own(numbers: tuple[str, ...], others: tuple[str, ...]) -> list[str]:
    rest = list(others)
    own = []
    for number in numbers:
        if number in rest:
            rest.remove(number)
        else:
            own.append(number)
    return own


def _names_something(form: NameForm) -> bool:
    return bool(form.core) or not (form.forms or form.suffixes)


def _words_apart(left: NameForm, right: NameForm) -> Iterator[tuple[Guard, str]]:
    own_left, own_right = set(left.core) - set(right.core), set(right.core) - set(left.core)
    for a in sorted(own_left):
        for b in sorted(own_right):
            if OPPOSITES.get(a, frozenset()) & OPPOSITES.get(b, frozenset()):
                yield "opposites", f"opposites: {a} ≠ {b}"
    places = sorted(own_left & PLACES), sorted(own_right & PLACES)
    if all(places):
        yield "places", f"different places: {' '.join(places[0])} ≠ {' '.join(places[1])}"
