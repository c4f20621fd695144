"""Two names side by side: where they differ, where they stand, why they score so, and what can be decided."""

from __future__ import annotations

from html import escape

import streamlit as st

from graphkit.evidence.quotes import quotes
from graphkit.figures.differing import Letters, differing
from graphkit.figures.palette import BLUE, RED, look
from graphkit.figures.words import counted
from graphkit.model import EntityId, Verdict
from graphkit.resolve.names import NamedEntity
from graphkit.resolve.pairs import Pair
from graphkit.ui.evidence import show_quotes
from graphkit.ui.plain import plain
from graphkit.ui.resolving import WHO, Desk

QUOTED = 2
"""Sentences that are quoted for each name."""
_SAID = {"same": "decided to be the same", "different": "decided to be different", "unsure": "left open"}
_PAIR = "pair"


def asked_pair() -> tuple[EntityId, EntityId] | None:
    """The pair that the address names, if it names one."""
    left, _, right = st.query_params.get(_PAIR, "").partition("~")
    return (EntityId(left), EntityId(right)) if left and right else None


def look_at(pair: Pair | None) -> None:
    """Look at a pair from now on; None: at the first of the list."""
    if pair is None:
        st.query_params.pop(_PAIR, None)
    else:
        st.query_params[_PAIR] = f"{pair.left}~{pair.right}"


def show_pair(desk: Desk, pair: Pair, *, following: Pair | None, before: Pair | None, why: str = "") -> None:
    """The card of one pair, with keys for what can be decided; ``following`` is looked at after that."""
    left, right = desk.pairs.entities[pair.left], desk.pairs.entities[pair.right]
    ours, theirs = differing(left.name, right.name)
    with st.container(border=True, key="pair_card"):
        for column, entity, letters in zip(st.columns(2, gap="medium"), (left, right), (ours, theirs), strict=True):
            with column:
                _show_name(entity, letters)
        _show_buttons(desk, pair, following, before)
        if why:
            st.caption(f":material/help: {plain(why, 300)}")
        _show_reasons(pair)
        for column, entity in zip(st.columns(2, gap="medium"), (left, right), strict=True):
            with column:
                _show_sentences(desk, entity)


def _show_name(entity: NamedEntity, letters: Letters) -> None:
    style = look(entity.type)
    facts = (
        f"{counted(entity.mentions, 'mention')} · {counted(len(entity.document_ids), 'document')} · "
        f"{counted(len(entity.neighbours), 'neighbour')}"
    )
    st.html(
        f'<div class="gk-name">{marked(letters)}</div><div class="gk-facts"><b style="color:{style.colour}">'
        f"{escape(style.letter)}</b> {escape(entity.type)} · {facts}</div>"
    )


def marked(letters: Letters) -> str:
    """A name as HTML with the letters that differ marked; everything is escaped."""
    return "".join(f"<mark>{escape(text)}</mark>" if differs else escape(text) for text, differs in letters)


def _show_buttons(desk: Desk, pair: Pair, following: Pair | None, before: Pair | None) -> None:
    known = desk.verdicts.get((pair.left, pair.right))
    held = pair.score.held_by
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        verdicts: tuple[tuple[Verdict, str, str, str], ...] = (
            (
                "same",
                "Allow for this pair" if held else "Same",
                "S",
                ":material/lock_open:" if held else ":material/merge:",
            ),
            ("different", "Different", "D", ":material/call_split:"),
            ("unsure", "Unsure", "U", ":material/question_mark:"),
        )
        for verdict, label, key, icon in verdicts:
            st.button(
                label,
                key=f"pair_{verdict}",
                icon=icon,
                shortcut=key,
                type="primary" if verdict == known else "secondary",
                on_click=_decide,
                args=(desk, pair, verdict, following),
            )
        for label, key, other in (("Back", "B", before), ("Next", "N", following)):
            st.button(
                label,
                key=f"pair_{label.lower()}",
                shortcut=key,
                type="tertiary",
                disabled=other is None,
                on_click=look_at,
                args=(other,),
            )
    if known:
        st.caption(f":material/check: This pair was {_SAID[known]}.")


def _decide(desk: Desk, pair: Pair, verdict: Verdict, following: Pair | None) -> None:
    left, right = desk.pairs.entities[pair.left], desk.pairs.entities[pair.right]
    if verdict == "same":
        first, second = (left, right) if left.mentions >= right.mentions else (right, left)
        desk.corpus.resolution.merge([second.entity_id], first.entity_id, who=WHO)
    else:
        desk.corpus.resolution.keep_apart(left.entity_id, right.entity_id, who=WHO, unsure=verdict == "unsure")
    st.toast(f"{plain(left.name, 60)} and {plain(right.name, 60)}: {_SAID[verdict]}.", icon=":material/check:")
    look_at(following)


def _show_reasons(pair: Pair) -> None:
    """The score as a waterfall: each reason with its points, from where the one before left off."""
    rows, at = [], 0.0
    held = set(pair.score.held_by)
    for reason in pair.score.reasons:
        start, end = min(at, at + reason.points), max(at, at + reason.points)
        at += reason.points
        colour = RED if reason.points < 0 else BLUE
        lock = "🔒 " if reason.rule in held else ""
        rows.append(
            f'<tr><td>{lock}{escape(reason.words)}</td><td class="gk-bar"><i style="left:{start:.1%};'
            f'width:{max(end - start, 0.006):.1%};background:{colour}"></i></td><td>{reason.points:+.2f}</td></tr>'
        )
    total = f'<td class="gk-bar"><i style="left:0;width:{pair.value:.1%}"></i></td><td>{pair.value:.2f}</td>'
    st.html(f'<table class="gk-why">{"".join(rows)}<tr class="gk-sum"><td>score</td>{total}</tr></table>')
    if held:
        st.caption(
            f":material/lock: Held back by a guard ({', '.join(map(plain, pair.score.held_by))}); without it the score "
            f"would be {pair.score.similarity:.2f}. Guards outrank similarity; you outrank guards."
        )


def _show_sentences(desk: Desk, entity: NamedEntity) -> None:
    evidence = desk.view.mention_evidence(entity.entity_id, limit=QUOTED)
    if evidence:
        stored = desk.view.entity(entity.entity_id)
        show_quotes(quotes(desk.corpus, evidence, [stored]), key=f"pair_quotes_{entity.entity_id}")
