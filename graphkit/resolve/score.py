"""How surely two names mean one thing: a number from 0 to 1 that is the sum of its reasons in words.

The first rule that fits gives the score; if none does, words are laid side by side and every word that is left
over takes something away. Guards come last and can only lower: what they say outranks any similarity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA, Indel

from graphkit.errors import BadRequest
from graphkit.model import UNKNOWN
from graphkit.resolve.align import Alignment, WordMatch, align
from graphkit.resolve.forms import NameForm, name_form, spellings
from graphkit.resolve.guards import GUARDS, Guard, held_back
from graphkit.resolve.lexicon import LIGHT_WORDS, NUMBER_WORDS, STRONG_TITLES
from graphkit.resolve.names import Kind, is_unknown, kind_of

EQUAL = 1.0  # MÜLLER = Müller
SAME_LETTERS = 0.98  # TC Antony = T.C. Antony, Mueller = Müller
SAME_WORDS = 0.97  # Group Quitzon = Quitzon Group
SAME_CORE = 0.96  # Acme = The Acme Corp.
SPLIT_NUMBER = 0.90  # Neo 4j, Neo4j: for the analyst
SOFT_CORE = 0.88  # Kling Group, Kling
ACRONYM = 0.88  # WHO, World Health Organization
SHORT_ACRONYM = 0.82  # EU, European Union
PATRONYM_TURNED = 0.55  # Ali bin Hassan, Hassan bin Ali
LEFT_OVER = 0.55  # York Bank, Leeds Bank
LEFT_OVER_ALIKE = 0.80  # each side's own words are spelled nearly alike
ONE_SIDED: Mapping[Kind, float] = {"organisation": 0.81, "place": 0.81, "product": 0.80, "date": 0.70, "unknown": 0.81}
LONE_WORD = 0.04  # Schumm, Kshlerin-Schumm: one word in common is less than two
MIDDLE_NAME = 0.93  # Amy Klobuchar, Amy Jean Klobuchar
MIDDLE_INITIAL = 0.94  # John Doe, John T. Doe
SECOND_MIDDLE_NAME = 0.86  # George W. Bush, George H. W. Bush
END_NAME = 0.80  # Gabriel Garcia, Gabriel Garcia Marquez
ONE_NAME = 0.66  # Holmes, Sherlock Holmes
ALIKE = 0.65  # of what is left over: railroad, railway 0.67; Katra, Lotra 0.60
NEARLY_THE_SAME = 0.91  # FridrichBuchenberg, Friedrich Buchenberg
SUFFIX = 0.93  # Rudy Yakym, Rudy Yakym III
FURTHER_WORD = 0.06
NUMBER_ON_ONE_SIDE = 0.78  # Apollo, Apollo 11
_SPELLED_OTHERWISE = frozenset({"typo", "sound"})
_PATRONYMS = frozenset({"bin", "ibn", "bint", "ben"})


@dataclass(frozen=True, slots=True, order=True)
class Reason:
    """One step of a score: the rule, the points that it gave or took, and what it saw in words."""

    rule: str
    points: float
    words: str


@dataclass(frozen=True, slots=True)
class Score:
    """How surely two names mean one thing. The points of the reasons add up to ``value``.

    ``similarity`` is the value that the guards in ``held_by`` lowered; without them it equals ``value``.
    """

    value: float
    reasons: tuple[Reason, ...]
    similarity: float
    held_by: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The reasons in words, with their points."""
        return tuple(f"{reason.words} ({reason.points:+.2f})" for reason in self.reasons)


class _Tally:
    """A score that is being made: each step sets a new value, and its points are the difference."""

    def __init__(self) -> None:
        self.value = 0.0
        self.reasons: list[Reason] = []

    def to(self, value: float, rule: str, words: str) -> None:
        """Go to a new value."""
        new = round(min(max(value, 0.0), 1.0), 4)
        self.reasons.append(Reason(rule, round(new - self.value, 4), words))
        self.value = new

    def times(self, factor: float, rule: str, words: str) -> None:
        """Take a share away."""
        self.to(self.value * factor, rule, words)


@dataclass(frozen=True, slots=True)
class Scorer:
    """The rules with their switches.

    Args:
        common: Words so frequent in the corpus that none is a misspelling of another.
        guards: The guards that are switched on.
    """

    common: frozenset[str] = frozenset()
    guards: frozenset[Guard] = GUARDS

    def __post_init__(self) -> None:
        unknown = sorted(self.guards - GUARDS)
        if unknown:
            raise BadRequest(
                f"There is no guard {unknown[0]!r}. Known: {', '.join(sorted(GUARDS))}. Nothing was scored."
            )

    def score(self, left: str, right: str, *, left_type: str = UNKNOWN, right_type: str | None = None) -> Score:
        """Score two names; the order of the two does not matter. The second type is the first if left out."""
        other = left_type if right_type is None else right_type
        kind = _common_kind(left_type, other)
        lefts = [name_form(one, kind) for one in spellings(left, kind)]
        rights = [name_form(one, kind) for one in spellings(right, kind)]
        return self.score_forms(lefts, rights, left_type, other)

    def score_forms(
        self, lefts: Sequence[NameForm], rights: Sequence[NameForm], left_type: str, right_type: str
    ) -> Score:
        """Score two names that were taken apart before; the best pair of their spellings counts."""
        if len(lefts) == len(rights) == 1:
            return self._scored(lefts[0], rights[0], (left_type, right_type))
        found = [self._scored(one, another, (left_type, right_type)) for one in lefts for another in rights]
        return max(found, key=lambda score: (not score.held_by, score.value, score.reasons))

    def _scored(self, left: NameForm, right: NameForm, types: tuple[str, str]) -> Score:
        first, second = sorted((left, right), key=lambda form: (form.words, form.text))
        tally = _Tally()
        self._similarity(tally, first, second)
        similarity = tally.value
        held = []
        for guard, cap, words in held_back(first, second, *types):
            if guard in self.guards:
                if tally.value > cap:
                    held.append(guard)
                tally.to(min(cap, tally.value), guard, words)
        return Score(tally.value, tuple(tally.reasons), similarity, tuple(held))

    def _similarity(self, tally: _Tally, left: NameForm, right: NameForm) -> None:
        if not left.words or not right.words:
            same = bool(left.text) and left.text == right.text
            tally.to(EQUAL if same else 0.0, "equal" if same else "no name", "the same signs" if same else "no letters")
        elif left.native and right.native:
            _as_written(tally, left, right)
        elif not _same_as_whole(tally, left, right):
            self._aligned(tally, left, right)

    def _aligned(self, tally: _Tally, left: NameForm, right: NameForm) -> None:
        alignment = align(left, right, common=self.common)
        content = [m for m in alignment.matches if m.left not in LIGHT_WORDS]
        if not content:
            _spelling_only(tally, left, right)
            return
        for match in content:
            tally.to(tally.value + match.value / len(content), match.rule, _match_words(match))
        weakest = min(content, key=lambda m: (m.value, m.left, m.right))
        if weakest.value < tally.value:
            tally.to(
                (tally.value + weakest.value) / 2, "weakest pair", f"weakest pair: {weakest.left}, {weakest.right}"
            )
        self._left_over(tally, left, right, alignment)
        own = ["".join(words) for words in (alignment.left_only, alignment.right_only)]
        if not alignment.apart and (not all(own) or Indel.normalized_similarity(*own) >= ALIKE):
            _nearly_the_same_letters(tally, left, right)
        if any(match.rule in _SPELLED_OTHERWISE for match in content) and tally.value > NEARLY_THE_SAME:
            tally.to(NEARLY_THE_SAME, "spelling", "a word that is not spelled the same is never sure")

    def _left_over(self, tally: _Tally, left: NameForm, right: NameForm, alignment: Alignment) -> None:
        own_left, own_right = (
            [w for w in words if w not in LIGHT_WORDS] for words in (alignment.left_only, alignment.right_only)
        )
        matched = [m for m in alignment.matches if m.left not in LIGHT_WORDS]
        if own_left and own_right:
            _both_have_own(tally, own_left, own_right, len(matched))
        elif own_left or own_right:
            longer = left if own_left else right
            self._one_has_own(tally, own_left or own_right, longer, matched)
        elif tally.value > SAME_WORDS:
            tally.to(SAME_WORDS, "order", "the same but for order and small words")
        if left.soft_forms != right.soft_forms and tally.value > SOFT_CORE:
            extra = " ".join(sorted(left.soft_forms ^ right.soft_forms))
            tally.to(SOFT_CORE, "soft form", f"only one side has “{extra}”")
        one_sided = set(left.numbers) ^ set(right.numbers)
        if one_sided and tally.value > NUMBER_ON_ONE_SIDE and not (own_left or own_right):
            tally.times(NUMBER_ON_ONE_SIDE, "number on one side", f"only one side has {', '.join(sorted(one_sided))}")

    def _one_has_own(self, tally: _Tally, own: list[str], longer: NameForm, matched: list[WordMatch]) -> None:
        words = " ".join(own)
        further = FURTHER_WORD * (len(own) - 1)
        if any(w.isdigit() or w in NUMBER_WORDS for w in own):
            tally.times(NUMBER_ON_ONE_SIDE - further, "number on one side", f"only one side has {words}")
        elif longer.kind == "person":
            factor, place = _person_factor(own, longer, matched)
            tally.times(factor - further, "extra name", f"{place}: {words}")
        else:
            factor = ONE_SIDED[longer.kind] - (LONE_WORD if len(matched) == 1 else 0.0)
            tally.times(factor - further, "extra word", f"only one side has “{words}”")


def _common_kind(left_type: str, right_type: str) -> Kind:
    """The kind whose rules fit two types; ``unknown`` if they are of two kinds."""
    kinds = {kind_of(one) for one in (left_type, right_type) if not is_unknown(one)}
    return kinds.pop() if len(kinds) == 1 else "unknown"


def score(left: str, right: str, *, left_type: str = UNKNOWN, right_type: str | None = None) -> Score:
    """Score two names by the rules as they are, all words alike; see ``Scorer``."""
    return Scorer().score(left, right, left_type=left_type, right_type=right_type)


def _same_as_whole(tally: _Tally, left: NameForm, right: NameForm) -> bool:
    """Try the rules that look at the whole name; whether one fitted."""
    if left.words == right.words:
        tally.to(EQUAL, "equal", "the same but for case, accents, script and punctuation")
    elif (
        left.compact == right.compact
        or left.expanded == right.expanded
        or left.compact == right.expanded
        or (left.expanded == right.compact)
    ):
        spaced = _digit_set_apart(left, right)
        tally.to(SPLIT_NUMBER if spaced else SAME_LETTERS, "spacing", "only spacing or spelling of marks differs")
    elif left.sorted_words == right.sorted_words and any(len(word) > 1 for word in left.core):
        turned = bool(_PATRONYMS & set(left.words))
        words = "the same names, child and parent turned round" if turned else "the same words in another order"
        tally.to(PATRONYM_TURNED if turned else SAME_WORDS, "order", words)
    elif left.core and (left.core == right.core or sorted(left.core) == sorted(right.core)):
        _same_core(tally, left, right)
    elif (acronym := _acronym(left, right)) is not None:
        tally.to(
            SHORT_ACRONYM if len(acronym) == 2 else ACRONYM,
            "acronym",
            f"{acronym.upper()} are the initials of the other",
        )
    else:
        return False
    return True


def _same_core(tally: _Tally, left: NameForm, right: NameForm) -> None:
    apart = [w for w in right.words if w not in left.words] + [w for w in left.words if w not in right.words]
    words = f"the same without “{' '.join(apart or left.words)}”"
    titles = (left.titles ^ right.titles) - STRONG_TITLES
    if left.soft_forms != right.soft_forms and not _corporate(left, right):
        tally.to(SOFT_CORE, "soft form", words)
    elif left.suffixes != right.suffixes:
        tally.to(SUFFIX, "suffix", words)
    elif titles:
        tally.to(SPLIT_NUMBER, "title", words)
    else:
        tally.to(SAME_CORE, "core", words)


def _corporate(left: NameForm, right: NameForm) -> bool:
    """Whether the soft forms in question are those that stand for a legal form (Acme Corp, Acme)."""
    return (left.soft_forms | right.soft_forms) <= {"corp", "company"}


def _digit_set_apart(left: NameForm, right: NameForm) -> bool:
    """Whether a blank parts letters from digits on one side only, as in Neo 4j."""
    return (
        bool(left.numbers)
        and sorted(map(_has_digit, left.words)) != sorted(map(_has_digit, right.words))
        and not ("-" in left.text or "-" in right.text)
    )


def _has_digit(word: str) -> bool:
    return any(c.isdigit() for c in word)


def _acronym(left: NameForm, right: NameForm) -> str | None:
    for short, long in ((left, right), (right, left)):
        letters = "".join(short.core)
        if len(long.core) >= 2 and letters in long.acronyms and len(letters) >= 2 and _is_written_large(short):
            return letters
    return None


def _is_written_large(form: NameForm) -> bool:
    return sum(c.isupper() for c in form.text) >= 2 and len(form.core) in {1, len("".join(form.core))}


def _as_written(tally: _Tally, left: NameForm, right: NameForm) -> None:
    """Compare Han, Kana and Hangul as written: the Latin spelling of two different names is often one."""
    a, b = left.native, right.native
    if a == b:
        tally.to(
            EQUAL if left.text.casefold() == right.text.casefold() else SAME_LETTERS, "equal", "the same characters"
        )
        return
    short, long = sorted((a, b), key=len)
    if short in long and len(short) > 1:
        tally.to(
            ONE_SIDED["place"] * (0.75 + 0.25 * len(short) / len(long)), "extra word", f"{short} is part of {long}"
        )
        return
    alike = Indel.normalized_similarity(a, b)
    tally.to(min(LEFT_OVER, alike), "characters", f"{a} and {b} are written with other characters")


def _nearly_the_same_letters(tally: _Tally, left: NameForm, right: NameForm) -> None:
    """Lift names that differ in a letter or two of many, wherever the blanks are: never over the line by itself."""
    length = max(len(left.compact), len(right.compact))
    allowed = 3 if length >= 21 else 2 if length >= 14 else 1 if length >= 8 else 0
    if not allowed or left.numbers != right.numbers or left.suffixes != right.suffixes:
        return
    distance = OSA.distance(left.compact, right.compact, score_cutoff=allowed)
    value = min(NEARLY_THE_SAME, 1 - 1.2 * distance / length)
    if distance <= allowed and tally.value < value:
        tally.to(value, "letters", f"{distance} of {length} letters differ, blanks not counted")


def _spelling_only(tally: _Tally, left: NameForm, right: NameForm) -> None:
    alike = Indel.normalized_similarity(left.compact, right.compact)
    tally.to(LEFT_OVER * alike, "no word in common", f"no word in common; {alike:.0%} of the letters")
    _nearly_the_same_letters(tally, left, right)


def _both_have_own(tally: _Tally, own_left: list[str], own_right: list[str], matched: int) -> None:
    alike = Indel.normalized_similarity("".join(own_left), "".join(own_right))
    words = f"“{' '.join(own_left)}” ≠ “{' '.join(own_right)}”"
    share = matched / (matched + max(len(own_left), len(own_right)))
    cap = LEFT_OVER * (0.5 + 0.5 * share)
    if alike > 0.7:
        cap = 0.60 + (LEFT_OVER_ALIKE - 0.60) * (alike - 0.7) / 0.3
    if tally.value > cap:
        tally.to(cap, "own words", f"each side has its own: {words}")


def _person_factor(own: list[str], longer: NameForm, matched: list[WordMatch]) -> tuple[float, str]:
    """What a name that one side has for itself leaves of the score, and where it stands."""
    if len(matched) < 2:
        return ONE_NAME, "only one name is shared; the other side also has"
    ends = {longer.core[0], longer.core[-1]} if longer.core else set()
    if ends & set(own):
        return END_NAME, "further name on one side"
    if len(matched) > 2 and sum(min(len(m.left), len(m.right)) > 1 for m in matched) < 3:
        return SECOND_MIDDLE_NAME, "another middle name on one side"
    if all(len(w) == 1 for w in own):
        return MIDDLE_INITIAL, "initial on one side"
    return MIDDLE_NAME, "middle name on one side"


def _match_words(match: WordMatch) -> str:
    """What one pair of words says, the shorter word first."""
    short, long = sorted((match.left, match.right), key=lambda word: (len(word), word))
    return {
        "same": match.left,
        "abbreviation": f"{short} is short for {long}",
        "split": f"{match.left} written together as {match.right}",
        "nickname": f"{short} and {long} are forms of one name",
        "initial": f"{short} is an initial of {long}",
        "cut": f"{short} is cut from {long}",
        "sound": f"{short} sounds like {long}",
        "typo": f"{short} is spelled nearly like {long}",
    }[match.rule]
