"""Names for measurements of speed: invented, one in ten a variant of another, always the same ones."""

from __future__ import annotations

import random

from graphkit.model import EntityId
from graphkit.resolve.given_names import GIVEN_NAMES
from graphkit.resolve.names import NamedEntity

_BUSINESS = "Bank Systems Energy Foods Motors Partners Media Capital Logistics Pharma".split()
_FORMS = ("Ltd", "Inc", "GmbH", "AG", "LLC", "", "", "")
_DEVICES = "Router Phone Camera Engine Printer".split()


def made_names(count: int) -> tuple[list[NamedEntity], list[tuple[EntityId, EntityId]]]:
    """So many distinct names of people, companies and products, and which of them is a variant of which.

    A variant has a letter dropped or changed, capitals, the last word first, a hyphen, or an initial.
    """
    chance = random.Random(1)
    given = [name.capitalize() for name in sorted(GIVEN_NAMES)]
    families = [_word(chance) for _ in range(max(300, count // 8))]
    cores = [_word(chance) for _ in range(max(300, count // 6))]
    made: dict[tuple[str, str], tuple[str, str] | None] = {}
    while len(made) < count * 0.9:
        kind = chance.random()
        if kind < 0.45:
            middle = f" {chance.choice('ABCDEFGHJKLM')}." if chance.random() < 0.3 else ""
            made.setdefault((f"{chance.choice(given)}{middle} {chance.choice(families)}", "PERSON"))
        elif kind < 0.85:
            second = chance.choice(cores) if chance.random() < 0.3 else ""
            words = (chance.choice(cores), second, chance.choice(_BUSINESS), chance.choice(_FORMS))
            made.setdefault((" ".join(word for word in words if word), "ORG"))
        else:
            made.setdefault((f"{chance.choice(cores)} {chance.choice(_DEVICES)} {chance.randint(1, 9999)}", "PRODUCT"))
    base = list(made)
    while len(made) < count:
        name, kind_ = chance.choice(base)
        made.setdefault((_variant(name, chance), kind_), (name, kind_))
    items = list(made.items())
    chance.shuffle(items)
    entities = [NamedEntity(_id(*key), *key) for key, _ in items]
    return entities, [(_id(*key), _id(*source)) for key, source in items if source]


def _id(name: str, kind: str) -> EntityId:
    return EntityId(f"{kind}:{name}")


def _word(chance: random.Random) -> str:
    parts = (
        chance.choice("bcdfghjklmnprstvwz") + chance.choice("aeiou") + chance.choice(("", "", "n", "r", "l", "s", "t"))
        for _ in range(chance.choice((2, 2, 3, 3)))
    )
    return "".join(parts).capitalize()


def _variant(name: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(name) - 1)
    first, *others = name.split()
    return chance.choice(
        (
            name[:at] + name[at + 1 :],
            name[:at] + chance.choice("aeiorst") + name[at + 1 :],
            name.upper(),
            f"{others[-1]}, {' '.join((first, *others[:-1]))}",
            name.replace(" ", "-", 1),
            f"{first[0]}. {' '.join(others)}",
        )
    )
