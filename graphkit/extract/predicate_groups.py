"""Predicates that say the same: "work for", "be employed by", and, the other way round, "employ".

An edge keeps its own wording; the group is what a reader filters and compares by.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

_SAME = {
    "work for": "work for|work at|work with|be employed by|be employed at|be employed in|be hired by|serve at",
    "lead": "lead|head|run|chair|direct|manage|preside over|be chief executive of|be ceo of|be president of|be head of"
    "|be chairman of|be chair of|be director of|be leader of|be mayor of",
    "found": "found|co-found|cofound|establish|start|set up|create|be founder of|be co-founder of",
    "buy": "buy|acquire|purchase|take over|be buyer of",
    "own": "own|possess|hold|control|be owner of",
    "be part of": "be part of|belong to|be subsidiary of|be division of|be member of|be branch of",
    "live in": "live in|reside in|dwell in|be resident of|settle in|be based in",
    "be in": "be in|lie in|be located in|be situated in|stand in|be found in",
    "be born in": "be born in|be native of|come from",
    "marry": "marry|wed|be married to|be wife of|be husband of|be spouse of",
    "be child of": "be child of|be son of|be daughter of",
    "write": "write|author|pen|be author of|compose|be writer of",
    "study at": "study at|attend|graduate from|be educated at|be student at|study in",
    "teach at": "teach at|teach in|lecture at|be professor at|be lecturer at",
    "join": "join|enter|become member of",
    "leave": "leave|quit|depart from|resign from|step down from",
    "succeed": "succeed|replace|take over from|be successor of",
    "defeat": "defeat|beat|win against|overcome",
    "sue": "sue|file suit against|take to court",
    "supply": "supply|deliver to|provide|be supplier of",
    "meet": "meet|meet with|encounter",
    "praise": "praise|laud|commend",
    "criticise": "criticise|criticize|condemn|denounce",
}
_TURNED = {
    "work for": "employ|hire|be employer of",
    "be part of": "include|comprise|contain|be parent of",
    "write": "be written by",
    "own": "be owned by",
    "buy": "be bought by|be acquired by|be sold to",
    "found": "be founded by",
    "lead": "be led by|be headed by|be run by",
    "be child of": "be parent of|be father of|be mother of",
    "succeed": "precede|be succeeded by|be followed by|be predecessor of",
    "defeat": "lose to|be defeated by",
    "teach at": "be taught by",
}


@dataclass(frozen=True, slots=True)
class Group:
    """A readable predicate that stands for several; ``turned``: subject and object change places in it."""

    name: str
    turned: bool = False


def group_of(predicate: str) -> Group:
    """The group of a predicate in base form; a predicate of its own is its own group."""
    return _groups().get(predicate.casefold(), Group(predicate))


@cache
def _groups() -> dict[str, Group]:
    straight = {said: Group(name) for name, row in _SAME.items() for said in row.split("|")}
    turned = {said: Group(name, turned=True) for name, row in _TURNED.items() for said in row.split("|")}
    return turned | straight
