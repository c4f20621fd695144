"""Which pairs are worth scoring: all that could pass, few that could not, and an account of both.

Up to ``EXACT_NAMES`` names of a type every pair is looked at, by edit distance in compiled code. Above that,
names are sorted in five orders and only near neighbours are looked at. Both ways are joined by keys that edit
distance cannot see: equal letters, equal words, initials, a rare word in common.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
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

Indices = NDArray[np.int64]
IndexPairs = tuple[Indices, Indices]
_NONE: IndexPairs = (np.empty(0, np.int64), np.empty(0, np.int64))


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


@dataclass(frozen=True)
class _Name:
    """One spelling of one entity. ``owner`` is the entity's place in the list."""

    owner: int
    form: NameForm

    @cached_property
    def plain(self) -> dict[str, None]:
        """The core words in the spelling that stands for all of theirs, in their order, without light ones."""
        return dict.fromkeys(number_value(expand(word)) for word in self.form.core if word not in LIGHT_WORDS)


def candidates(
    entities: Sequence[NamedEntity],
    *,
    ignore_types: bool = False,
    exact_names: int = EXACT_NAMES,
    forms: Callable[[int], Sequence[NameForm]] | None = None,
    report: Report = silent,
) -> tuple[IndexPairs, CandidateReport]:
    """Pairs of places in ``entities`` that are worth scoring, sorted, and how they were found.

    Entities of an unknown type are compared with those of every type; others only within their kind.

    Args:
        entities: What to compare.
        ignore_types: Whether entities of different types are compared too.
        exact_names: Names of one type up to which every pair is looked at.
        forms: The spellings of the entity at a place, taken apart; None: they are taken apart here.
        report: Told how far the work is; may raise ``Cancelled``.
    """
    passes: dict[str, int] = defaultdict(int)
    capped: dict[str, None] = {}
    complete = True
    whole = len(entities)
    known = np.empty(0, np.int64)
    for label, block in _blocks(entities, ignore_types=ignore_types):
        names = _names(entities, block, forms)
        exact = len(names) <= exact_names
        complete &= exact
        few, places = _few_of_each(names, label, capped)
        near = [("all pairs", _all_pairs(few, report))] if exact else _neighbours(few, report)
        near = ((way, ((places[a], places[b]) for a, b in found)) for way, found in near)
        looked_at = np.empty(0, np.int64)
        for way, found in [*near, *_by_keys(names, label, capped)]:
            a, b = _distinct(found, len(names))
            fresh = ~np.isin(a * len(names) + b, looked_at, assume_unique=True)
            a, b = a[fresh], b[fresh]
            looked_at = np.union1d(looked_at, a * len(names) + b)
            kept = np.fromiter(
                (_promising(names[i], names[j]) for i, j in zip(a.tolist(), b.tolist(), strict=True)), bool, len(a)
            )
            owners = np.array([name.owner for name in names], np.int64)
            ends = _distinct((owners[a[kept]], owners[b[kept]]), whole)
            before = len(known)
            known = np.union1d(known, ends[0] * whole + ends[1])
            passes[way] += len(known) - before
    pairs = (known // whole, known % whole) if whole else _NONE
    return pairs, CandidateReport(whole, complete, dict(passes), tuple(capped))


def _distinct(pairs: Iterable[IndexPairs] | IndexPairs, size: int) -> IndexPairs:
    """The pairs each once, smaller index first, none with itself."""
    parts = [pairs] if isinstance(pairs, tuple) else list(pairs)
    if not parts:
        return _NONE
    one, other = (np.concatenate([part[side] for part in parts]).astype(np.int64) for side in (0, 1))
    low, high = np.minimum(one, other), np.maximum(one, other)
    keys = np.unique((low * size + high)[low != high])
    return keys // size, keys % size


def _promising(left: _Name, right: _Name) -> bool:
    """Whether a score over the floor is possible at all, decided in a tenth of the time that scoring takes.

    Two names of which each has words of its own score at most 0.55 if these are not spelled alike, not short for
    each other and no initials.
    """
    own_left, own_right = left.plain.keys() - right.plain.keys(), right.plain.keys() - left.plain.keys()
    one, other = left.form, right.form
    if not own_left or not own_right or one.compact == other.compact or one.native or other.native:
        return True
    if "".join(one.core) in other.acronyms or "".join(other.core) in one.acronyms:
        return True
    for a in own_left:
        for b in own_right:
            if a[0] == b[0] and (a[:3] == b[:3] or len(a) == 1 or len(b) == 1):
                return True
            if b in NICKNAMES.get(a, ()) or b in SIBLING_NICKNAMES.get(a, ()):
                return True
    if len(own_left) != len(own_right) and any(_alike(a, b) for a in own_left for b in own_right):
        return True
    if len(own_left) == len(own_right) == 1:
        return _alike(*own_left, *own_right)
    return _alike(
        "".join(word for word in left.plain if word in own_left),
        "".join(word for word in right.plain if word in own_right),
    ) or _alike("".join(sorted(own_left)), "".join(sorted(own_right)))


def _alike(left: str, right: str) -> bool:
    return Indel.normalized_similarity(left, right, score_cutoff=OWN_ALIKE) > 0


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


def _names(
    entities: Sequence[NamedEntity], block: Iterable[int], forms: Callable[[int], Sequence[NameForm]] | None
) -> list[_Name]:
    """Spellings of the block sorted by length, so that compiled code may skip what is too long."""
    of = forms or (lambda index: name_forms(entities[index]))
    names = [_Name(index, form) for index in block for form in of(index) if form.words]
    return sorted(names, key=lambda name: (len(name.form.compact), name.form.compact, name.owner))


def _few_of_each(names: Sequence[_Name], label: str, capped: dict[str, None]) -> tuple[list[_Name], Indices]:
    """At most ``LARGEST_BLOCK`` names of the same letters, and their places; further copies are compared by key."""
    places = []
    copies = 0
    for place, name in enumerate(names):
        copies = copies + 1 if place and names[place - 1].form.compact == name.form.compact else 1
        if copies <= LARGEST_BLOCK:
            places.append(place)
        elif copies == LARGEST_BLOCK + 1:
            words = f"more than {LARGEST_BLOCK} names are {name.form.compact[:40]!r} ({label}): the others were"
            capped[f"{words} compared with each other only"] = None
    return [names[place] for place in places], np.array(places, np.int64)


MAX_SPELLINGS = 12
"""Spellings of an entity that are compared: its name and its first aliases."""


def name_forms(entity: NamedEntity) -> tuple[NameForm, ...]:
    """The spellings of an entity, each taken apart by the rules of its kind."""
    kind = kind_of(entity.type)
    return tuple(
        name_form(spelling, kind) for name in entity.spellings[:MAX_SPELLINGS] for spelling in spellings(name, kind)
    )


def _all_pairs(names: Sequence[_Name], report: Report) -> Iterator[IndexPairs]:
    """Every pair whose letters, as they stand or with the words sorted, are alike enough."""
    compact = [name.form.native or name.form.compact for name in names]
    by_word = [" ".join(name.form.sorted_words) for name in names]
    for texts in (compact, by_word):
        for start in range(0, len(names), ROWS):
            report(start, len(names), "comparing names with all others")
            scores = cdist(
                texts[start : start + ROWS], texts[start:], scorer=fuzz.ratio, score_cutoff=ALIKE, dtype=np.uint8
            )
            rows, columns = np.divmod(np.flatnonzero(scores), scores.shape[1])
            later = columns > rows
            yield rows[later] + start, columns[later] + start


def _neighbours(names: Sequence[_Name], report: Report) -> Iterator[tuple[str, Iterator[IndexPairs]]]:
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


def _near(names: Sequence[_Name], key: Callable[[NameForm], str]) -> Iterator[IndexPairs]:
    order = sorted(range(len(names)), key=lambda i: (key(names[i].form), i))
    places = np.array(order, np.int64)
    texts = [names[i].form.native or names[i].form.compact for i in order]
    by_word = [" ".join(names[i].form.sorted_words) for i in order]
    for step in range(1, min(WINDOW, len(names) - 1) + 1):
        alike = cpdist(texts[:-step], texts[step:], scorer=fuzz.ratio, score_cutoff=ALIKE, dtype=np.uint8)
        turned = cpdist(by_word[:-step], by_word[step:], scorer=fuzz.ratio, score_cutoff=ALIKE, dtype=np.uint8)
        at = np.flatnonzero(alike | turned)
        yield places[at], places[at + step]


def _by_keys(names: Sequence[_Name], label: str, capped: dict[str, None]) -> Iterator[tuple[str, Iterator[IndexPairs]]]:
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


def _initials(names: Sequence[_Name], label: str, capped: dict[str, None]) -> Iterator[IndexPairs]:
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
        ends = np.meshgrid(np.array(shorts[letters], np.int64), np.array(block[:LARGEST_BLOCK], np.int64))
        yield ends[0].ravel(), ends[1].ravel()


def _surname_keys(form: NameForm) -> set[str]:
    """Last name and first initial, if a first name or initial is there."""
    return {f"{form.core[-1]} {form.core[0][:1]}"} if form.kind == "person" and len(form.core) > 1 else set()


def _rarest(form: NameForm, frequency: Mapping[str, int]) -> set[str]:
    """The words of a name that are rare enough to join on; the rarest one in any case."""
    words = [word for word in set(form.core) if word not in SMALL_WORDS and len(word) > 1]
    rare = {word for word in words if frequency[word] <= LARGEST_BLOCK}
    return rare or set(sorted(words, key=lambda word: (frequency[word], word))[:1])


def _equal(
    names: Sequence[_Name], key: Callable[[NameForm], Iterable[str]], label: str, capped: dict[str, None]
) -> Iterator[IndexPairs]:
    blocks: dict[str, list[int]] = defaultdict(list)
    for index, name in enumerate(names):
        for value in set(key(name.form)):
            if value:
                blocks[value].append(index)
    by_size: dict[int, list[list[int]]] = defaultdict(list)
    large = []
    for value, block in blocks.items():
        if len(block) > LARGEST_BLOCK:
            large.append(value)
        elif len(block) > 1:
            by_size[len(block)].append(block)
    for size, same_size in by_size.items():
        rows = np.array(same_size, np.int64)
        one, other = np.triu_indices(size, 1)
        yield rows[:, one].ravel(), rows[:, other].ravel()
    for value in sorted(large):
        block = blocks[value]
        capped[f"{len(block)} names share {value!r} ({label}): only neighbours among them were compared"] = None
        ordered = np.array(sorted(block, key=lambda i: (names[i].form.words, i)), np.int64)
        for step in range(1, WINDOW + 1):
            yield ordered[:-step], ordered[step:]
