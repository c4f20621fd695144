"""Which pairs are worth scoring: all that could pass, few that could not, and an account of both.

Up to ``EXACT_NAMES`` names of a type every pair is looked at, by edit distance in compiled code. Above that,
names are sorted in five orders and only near neighbours are looked at. Both ways are joined by keys that edit
distance cannot see: equal letters, equal words, initials, a rare word in common.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from rapidfuzz import fuzz
from rapidfuzz.distance import Indel
from rapidfuzz.process import cdist, cpdist

from graphkit.model import Report, silent
from graphkit.resolve.align import number_value, skeleton
from graphkit.resolve.forms import NameForm, expand, name_form, spellings
from graphkit.resolve.given_names import NICKNAMES, SIBLING_NICKNAMES
from graphkit.resolve.lexicon import LIGHT_WORDS, SMALL_WORDS
from graphkit.resolve.names import NamedEntity, is_unknown, kind_of

EXACT_NAMES = 20_000
"""Names of one type up to which every pair is looked at."""
ALIKE = 72
"""Least edit similarity in percent. One typo in a name of six letters gives 83, two in ten give 80."""
OWN_ALIKE = 0.6
"""Least similarity of what two names do not share. Typos that count leave 0.75 and more."""
ROWS = 512
"""Names compared with all others at once: 512 x 20,000 bytes are 10 MB."""
WINDOW = 8
"""Neighbours looked at in each sorted order (measured at 100,000 names: 98.5 % of the pairs over 92 %)."""
LARGEST_BLOCK = 60
"""Names that may share a key before only neighbours among them are compared, and the report says so."""

LONGEST_ACRONYM = 8
"""Letters of an acronym at most."""

IndexPair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CandidateReport:
    """How the pairs to score were found.

    ``passes`` counts the pairs that each way added to those before it. ``capped`` names, in words, the blocks
    that were too large to compare in full; it is empty if nothing was left out.
    """

    names: int
    complete: bool
    passes: dict[str, int] = field(default_factory=dict)
    capped: tuple[str, ...] = ()

    @property
    def pairs(self) -> int:
        """Pairs found in all."""
        return sum(self.passes.values())


@dataclass(frozen=True, slots=True)
class _Name:
    """One spelling of one entity. ``owner`` is the entity's place in the list."""

    owner: int
    form: NameForm


def candidates(
    entities: Sequence[NamedEntity],
    *,
    ignore_types: bool = False,
    exact_names: int = EXACT_NAMES,
    report: Report = silent,
) -> tuple[list[IndexPair], CandidateReport]:
    """Pairs of places in ``entities`` that are worth scoring, sorted, and how they were found.

    Entities of an unknown type are compared with those of every type; others only within their kind.
    """
    found: dict[IndexPair, None] = {}
    passes: dict[str, int] = defaultdict(int)
    capped: dict[str, None] = {}
    complete = True
    for label, block in _blocks(entities, ignore_types=ignore_types):
        names = _names(entities, block)
        exact = len(names) <= exact_names
        complete &= exact
        near = [("all pairs", _all_pairs(names, report))] if exact else _neighbours(names, report)
        for way, pairs in [*near, *_by_keys(names, label, capped)]:
            before = len(found)
            for a, b in pairs:
                ends = _ordered(names[a].owner, names[b].owner)
                if ends not in found and _promising(names[a].form, names[b].form):
                    found[ends] = None
            passes[way] += len(found) - before
    pairs = sorted(pair for pair in found if pair[0] != pair[1])
    loops = len(found) - len(pairs)
    if loops:
        passes["spellings of one entity"] = -loops
    return pairs, CandidateReport(len(entities), complete, dict(passes), tuple(capped))


def _promising(left: NameForm, right: NameForm) -> bool:
    """Whether a score over the floor is possible at all, decided in a tenth of the time that scoring takes.

    Two names of which each has words of its own score at most 0.55 if these are not spelled alike, not short for
    each other and no initials.
    """
    own_left, own_right = _own(left, right), _own(right, left)
    if not own_left or not own_right or left.compact == right.compact or left.native or right.native:
        return True
    if "".join(left.core) in right.acronyms or "".join(right.core) in left.acronyms:
        return True
    if any(a[0] == b[0] and (len(a) == 1 or len(b) == 1) for a in own_left for b in own_right):
        return True
    if any(a[:3] == b[:3] or b in _nicknames(a) for a in own_left for b in own_right):
        return True
    if len(own_left) != len(own_right) and any(_alike(a, b) for a in own_left for b in own_right):
        return True
    return _alike("".join(own_left), "".join(own_right)) or _alike(
        "".join(sorted(own_left)), "".join(sorted(own_right))
    )


def _alike(left: str, right: str) -> bool:
    return Indel.normalized_similarity(left, right, score_cutoff=OWN_ALIKE) > 0


def _nicknames(word: str) -> frozenset[str]:
    return NICKNAMES.get(word, frozenset()) | SIBLING_NICKNAMES.get(word, frozenset())


def _own(form: NameForm, other: NameForm) -> list[str]:
    """Words that only the first name has, in the spelling that stands for all of theirs."""
    words = [number_value(expand(word)) for word in form.core if word not in other.core and word not in LIGHT_WORDS]
    others = {number_value(expand(word)) for word in other.core}
    return [word for word in words if word not in others]


def _ordered(a: int, b: int) -> IndexPair:
    return (a, b) if a <= b else (b, a)


def _blocks(entities: Sequence[NamedEntity], *, ignore_types: bool) -> Iterator[tuple[str, list[int]]]:
    if ignore_types:
        yield "all types", list(range(len(entities)))
        return
    groups: dict[str, list[int]] = defaultdict(list)
    unknown: list[int] = []
    for index, entity in enumerate(entities):
        if is_unknown(entity.type):
            unknown.append(index)
        else:
            kind = kind_of(entity.type)
            groups[kind if kind != "unknown" else f"type {entity.type}".casefold()].append(index)
    for label, members in sorted(groups.items()):
        yield label, members + unknown
    if not groups and unknown:
        yield "unknown", unknown


def _names(entities: Sequence[NamedEntity], block: Iterable[int]) -> list[_Name]:
    """Spellings of the block sorted by length, so that compiled code may skip what is too long."""
    names = [
        _Name(index, form)
        for index in block
        for name in entities[index].spellings[:MAX_SPELLINGS]
        for spelling in spellings(name, kind_of(entities[index].type))
        if (form := name_form(spelling, kind_of(entities[index].type))).words
    ]
    return sorted(names, key=lambda name: (len(name.form.compact), name.form.compact, name.owner))


MAX_SPELLINGS = 12
"""Spellings of an entity that are compared: its name and its first aliases."""


def _all_pairs(names: Sequence[_Name], report: Report) -> Iterator[IndexPair]:
    """Every pair whose letters, as they stand or with the words sorted, are alike enough."""
    compact = [name.form.native or name.form.compact for name in names]
    by_word = [" ".join(name.form.sorted_words) for name in names]
    for texts in (compact, by_word):
        for start in range(0, len(names), ROWS):
            report(start, len(names), "comparing names with all others")
            scores = cdist(
                texts[start : start + ROWS], texts[start:], scorer=fuzz.ratio, score_cutoff=ALIKE, dtype=np.uint8
            )
            rows, columns = np.nonzero(scores)
            later = columns > rows
            yield from zip((rows[later] + start).tolist(), (columns[later] + start).tolist(), strict=True)


def _neighbours(names: Sequence[_Name], report: Report) -> Iterator[tuple[str, Iterator[IndexPair]]]:
    """Near neighbours in five orders; those that are not alike are dropped at once."""
    orders: dict[str, Callable[[NameForm], str]] = {
        "letters": lambda form: form.native or form.compact,
        "letters from the end": lambda form: (form.native or form.compact)[::-1],
        "longest words first": lambda form: " ".join(sorted(form.words, key=lambda w: (-len(w), w))),
        "words sorted": lambda form: " ".join(form.sorted_words),
        "last word and initial": lambda form: f"{form.words[-1]} {form.words[0][:1]}",
    }
    for done, (order, key) in enumerate(orders.items()):
        report(done, len(orders), "comparing names with their neighbours")
        yield f"neighbours by {order}", _near(names, key)


def _near(names: Sequence[_Name], key: Callable[[NameForm], str]) -> Iterator[IndexPair]:
    order = sorted(range(len(names)), key=lambda i: (key(names[i].form), i))
    texts = [names[i].form.native or names[i].form.compact for i in order]
    by_word = [" ".join(names[i].form.sorted_words) for i in order]
    for step in range(1, WINDOW + 1):
        alike = cpdist(texts[:-step], texts[step:], scorer=fuzz.ratio, score_cutoff=ALIKE, dtype=np.uint8)
        turned = cpdist(by_word[:-step], by_word[step:], scorer=fuzz.ratio, score_cutoff=ALIKE, dtype=np.uint8)
        for at in np.nonzero(alike | turned)[0].tolist():
            yield order[at], order[at + step]


def _by_keys(names: Sequence[_Name], label: str, capped: dict[str, None]) -> Iterator[tuple[str, Iterator[IndexPair]]]:
    """Pairs with an equal key. Large blocks are compared by neighbours only and named in ``capped``."""
    keys: dict[str, Callable[[NameForm], Iterable[str]]] = {
        "same letters": lambda form: {form.compact, form.expanded},
        "same words": lambda form: {" ".join(form.sorted_words), " ".join(sorted(form.core))},
        "sound": lambda form: {" ".join(sorted(skeleton(word) for word in form.core))},
        "last word and initial": lambda form: _surname_keys(form),
    }
    for way, key in keys.items():
        yield way, _equal(names, key, f"{label}, {way}", capped)
    yield "initials", _initials(names, f"{label}, initials", capped)
    frequency: dict[str, int] = defaultdict(int)
    for name in names:
        for word in set(name.form.core):
            frequency[word] += 1
    yield (
        "rare word",
        _equal(names, lambda form: _rarest(form, frequency), f"{label}, rare word", capped),
    )


def _initials(names: Sequence[_Name], label: str, capped: dict[str, None]) -> Iterator[IndexPair]:
    """Short names written in capitals, each with the names whose initials they may be."""
    shorts: dict[str, list[int]] = defaultdict(list)
    for index, name in enumerate(names):
        letters = "".join(name.form.core)
        if 2 <= len(letters) <= LONGEST_ACRONYM and sum(map(str.isupper, name.form.text)) >= 2:
            shorts[letters].append(index)
    longs: dict[str, list[int]] = defaultdict(list)
    for index, name in enumerate(names):
        for letters in name.form.acronyms & shorts.keys():
            longs[letters].append(index)
    for letters, block in sorted(longs.items()):
        if len(block) > LARGEST_BLOCK:
            capped[f"{len(block)} names have the initials {letters!r} ({label}): {LARGEST_BLOCK} were compared"] = None
        for short in shorts[letters]:
            yield from ((short, long) for long in block[:LARGEST_BLOCK] if long != short)


def _surname_keys(form: NameForm) -> set[str]:
    """Last name and first initial, if a first name or initial is there."""
    return {f"{form.core[-1]} {form.core[0][:1]}"} if form.kind == "person" and len(form.core) > 1 else set()


def _rarest(form: NameForm, frequency: dict[str, int]) -> set[str]:
    """The words of a name that are rare enough to join on; the rarest one in any case."""
    words = [word for word in set(form.core) if word not in SMALL_WORDS and len(word) > 1]
    rare = {word for word in words if frequency[word] <= LARGEST_BLOCK}
    return rare or set(sorted(words, key=lambda word: (frequency[word], word))[:1])


def _equal(
    names: Sequence[_Name], key: Callable[[NameForm], Iterable[str]], label: str, capped: dict[str, None]
) -> Iterator[IndexPair]:
    blocks: dict[str, list[int]] = defaultdict(list)
    for index, name in enumerate(names):
        for value in sorted(set(key(name.form))):
            if value:
                blocks[value].append(index)
    for value, block in sorted(blocks.items()):
        if len(block) <= LARGEST_BLOCK:
            yield from combinations(block, 2)
        else:
            capped[f"{len(block)} names share {value!r} ({label}): only neighbours among them were compared"] = None
            ordered = sorted(block, key=lambda i: (names[i].form.words, i))
            for step in range(1, WINDOW + 1):
                yield from zip(ordered, ordered[step:], strict=False)
