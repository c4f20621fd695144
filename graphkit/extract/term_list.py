"""A list of terms as a CSV file, read line by line: what each line means, and every line that means nothing.

The first line names the columns: ``name`` and, if wanted, ``type``, ``same_as`` and ``forms``, in any order.
Commas, semicolons or tabs part them; ``|`` parts several forms in one cell.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from graphkit.errors import BadTermList
from graphkit.extract.name_span import MAX_NAME
from graphkit.extract.sentence_pairs import name_key
from graphkit.extract.term_finder import exact_key
from graphkit.ids import canonical, type_key
from graphkit.model import UNKNOWN
from graphkit.text import clean

COLUMNS = ("name", "type", "same_as", "forms")
MAX_TERMS = 200_000
_FORMS = "|"
_DELIMITERS = ",;\t"
_EXCEL = "sep="
"""With which a first line begins that tells Excel the delimiter."""
_SHOWN_FAULTS = 10
_HEADER = f"it has to name the columns, {', '.join(COLUMNS)}, of which name is needed"
_QUOTES = "a quotation mark is not closed, or stands within a cell, where it has to be doubled"
_TOO_LONG = "a cell is too long"
TEMPLATE = (
    "name,type,same_as,forms\n"
    "World Health Organization,ORG,,\n"
    "WHO,ORG,World Health Organization,\n"
    "cooperative bank,ORG,,cooperative banks|cooperative bank's\n"
    "東京,PLACE,,\n"
)
"""A small list that shows every column."""

_Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME)]


class Term(BaseModel):
    """A term of a list: its name and type, the term that it is another name of, and its further forms."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: _Name
    type: _Name = UNKNOWN
    same_as: str = ""
    forms: tuple[_Name, ...] = Field(())

    @property
    def spellings(self) -> tuple[str, ...]:
        """The name and its forms."""
        return self.name, *self.forms


def read_terms(content: bytes, *, match_case: bool = False) -> tuple[Term, ...]:
    """The terms of a CSV file, in order; with ``match_case`` two may differ in their letter case alone.

    Raises ``BadTermList``, which names every line at fault.
    """
    text = _decoded(content)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    faults: list[str] = []
    found: list[tuple[int, Term]] = []
    columns: list[str] = []
    while True:
        line = rows.line_num + 1  # where the row begins: a cell in quotes may hold line ends
        try:
            row = [" ".join(cell.split()) for cell in next(rows)]
        except StopIteration:
            break
        except csv.Error as error:
            faults.append(f"line {line}: {_TOO_LONG if 'limit' in str(error) else _QUOTES}")
            break
        if not any(row) or (not columns and row[0].casefold().startswith(_EXCEL)):
            continue
        if not columns:
            columns = _columns(row, line)
            continue
        term = _term(dict(zip(columns, row, strict=False)), row[len(columns) :])
        if isinstance(term, Term):
            found.append((line, term))
        else:
            faults.append(f"line {line}: {term}")
    if not columns:
        raise BadTermList([f"line 1: {_HEADER}"], 1)
    faults += contradictions([(f"line {number}", term) for number, term in found], match_case=match_case)
    if not found and not faults:
        faults = ["it holds no term"]
    if len(found) > MAX_TERMS:
        faults.append(f"it holds {len(found):,} terms, and {MAX_TERMS:,} is the most")
    if faults:
        raise BadTermList(faults[:_SHOWN_FAULTS], len(faults))
    return tuple(term for _, term in found)


def spelling_key(*, match_case: bool) -> Callable[[str], str]:
    """What two spellings of one term have in common."""
    return exact_key if match_case else name_key


def contradictions(terms: Sequence[tuple[str, Term]], *, match_case: bool = False) -> list[str]:
    """What cannot be meant: one spelling for two terms, or another name of what is not listed; each with its place."""
    key_of = spelling_key(match_case=match_case)
    faults = []
    by_name = {key_of(term.name): term for _, term in terms}
    first: dict[str, tuple[str, Term]] = {}
    for place, term in terms:
        for key in dict.fromkeys(map(key_of, term.spellings)):
            known_place, known = first.setdefault(key, (place, term))
            if known is not term and known != term:
                differs = not match_case and {*map(exact_key, term.spellings)}.isdisjoint(
                    map(exact_key, known.spellings)
                )
                faults.append(
                    f"{place}: {term.name!r} is spelled like {known.name!r} of {known_place}"
                    + (" unless the letter case is matched" if differs else "")
                )
                break
        if term.same_as:
            whole = by_name.get(key_of(term.same_as))
            if whole is None or whole is term:
                faults.append(
                    f"{place}: {term.same_as!r}, which {term.name!r} is to be the same as, is not in the list"
                )
            elif whole.same_as:
                faults.append(f"{place}: {term.same_as!r} is itself another name, of {whole.same_as!r}; name that")
            elif UNKNOWN not in (term.type, whole.type) and type_key(term.type) != type_key(whole.type):
                faults.append(f"{place}: {term.name!r} is {term.type} and {whole.name!r} is {whole.type}")
    return faults


def normalised(terms: Iterable[Term], *, match_case: bool = False) -> tuple[Term, ...]:
    """The terms sorted, each once, with sorted forms: the same for every order of the same list."""
    key_of = spelling_key(match_case=match_case)
    by_name = {key_of(term.name): term for term in terms}
    unique = set()
    for term in by_name.values():
        whole = by_name[key_of(term.same_as)] if term.same_as else term
        unique.add(
            Term(
                name=term.name,
                type=term.type if term.type != UNKNOWN else whole.type,
                same_as=whole.name if term.same_as else "",
                forms=tuple(sorted(set(term.forms) - {term.name})),
            )
        )
    return tuple(sorted(unique, key=lambda term: (canonical(term.name), term.name)))


def _decoded(content: bytes) -> str:
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BadTermList([f"line {line}: it is not in UTF-8; save the file as CSV UTF-8"], 1) from None
    if (at := text.find("\0")) >= 0:  # UTF-16 without a mark, or no text at all
        raise BadTermList([f"line {text.count(chr(10), 0, at) + 1}: it holds a NUL; save the file as CSV UTF-8"], 1)
    return clean(text)


def _delimiter(text: str) -> str:
    """What parts the cells of the first line, or what Excel says there."""
    first = text.lstrip("\n").partition("\n")[0]
    said = first[len(_EXCEL) :].strip() if first.casefold().startswith(_EXCEL) else ""
    return said if said in tuple(_DELIMITERS) else max(_DELIMITERS, key=first.count)


def _columns(header: Sequence[str], line: int) -> list[str]:
    names = [cell.casefold().replace(" ", "_") for cell in header]
    unknown = [name for name in names if name not in COLUMNS]
    if "name" not in names:
        raise BadTermList([f"line {line}: {_HEADER}"], 1)
    if unknown or len(set(names)) < len(names):
        what = f"{unknown[0]!r} is no column" if unknown else "a column stands there twice"
        raise BadTermList([f"line {line}: {what}; there are {', '.join(COLUMNS)}"], 1)
    return names


def _term(cells: dict[str, str], beyond: Sequence[str]) -> Term | str:
    """The term of a line, or what is wrong with it."""
    if any(beyond):
        return f"it has a cell too many, {next(filter(None, beyond))!r}; put names that hold the delimiter in quotes"
    name = cells.get("name", "")
    if not name:
        return "it has no name"
    forms = [" ".join(form.split()) for form in cells.get("forms", "").split(_FORMS)]
    spellings = [name, *filter(None, forms)]
    if unseen := [s for s in spellings if not any(char.isalnum() for char in s)]:
        return f"{unseen[0]!r} has neither a letter nor a digit"
    if any(len(s) > MAX_NAME for s in (*spellings, cells.get("type", ""))):
        return f"a cell holds more than {MAX_NAME} characters"
    kind, same_as = cells.get("type") or UNKNOWN, cells.get("same_as", "")
    return Term(name=name, type=kind, same_as=same_as, forms=tuple(spellings[1:]))
