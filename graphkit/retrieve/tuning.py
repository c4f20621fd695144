"""The constants of retrieval, each with the reason for its value.

They were found on 200 questions over 2,884 passages (MuSiQue and HotpotQA, parts of the training sets), where a
change of under 3 points on one set is noise; ``docs/retrieval.md`` tells what each part is worth.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """Weights of words, vectors and walk. Temperatures: a smaller one prefers the best more sharply."""

    bm25_k1: float = 1.2
    """How fast a repeated word stops counting; the usual value."""
    bm25_b: float = 0.75
    """How much long passages are marked down; the usual value."""

    seeds: int = 10
    """Passages at which the walk may start, and from whose names; beyond ten the softmax leaves nothing."""
    passage_temperature: float = 0.2
    """Of the softmax over seed passages: in effect the best one to three. 1 instead costs 6 points of recall@5."""
    nearby_temperature: float = 0.05
    """Of the softmax over the cosines of the passages nearest by meaning, whose names the walk may start at."""
    name_half: float = 0.5
    """Share of restarts on names, the rest on passages. Without names 9 points less, without passages 3."""
    question_name_share: float = 0.8
    """Share of the question's own names in the restarts on names; the rest is on names of the nearest passages."""

    about_weight: float = 10.0
    """A passage about a name against one that only mentions it. 1 instead costs 2 points."""
    in_title_weight: float = 1.0
    """A passage whose title holds the name inside a longer one. 0 costs 2 points."""
    mention_weight: float = 1.0
    """A passage that mentions the name: the measure for the others."""
    subject_words: int = 3
    """Words that may stand before the name that a passage begins with, such as an article or a form of address."""
    target_temperature: float = 2.5
    """Of passages by their fit to the question without its names: what is asked decides among a name's passages."""
    crowd_power: float = 0.7
    """A name's passages share its weight to this power of their sum; 0 costs 8 points, 1 starves common names."""

    restart: float = 0.5
    """Chance that the walk starts again; .4 to .5 is a plateau."""
    rounds: int = 6
    """Rounds of the walk; 4 to 20 rank alike."""
    path_decay: float = 0.7
    """What a step of the best path keeps."""
    path_rounds: int = 3
    """Rounds of the best path, each a step to names and one to passages: questions have two to four steps."""

    plain_vector_share: float = 0.3
    """Weight of meaning beside words when there is nothing to walk from (the gate)."""
    guarded: int = 2
    """Best passages by words and vectors that are always among the first ``guard_depth``: known items stay found."""
    guard_depth: int = 5
    source_depth: int = 4
    """A hit counts as found by a way if it is among the first ``source_depth`` times k of its list."""

    vector_rows: int = 1_000
    """Passages whose cosine is read from the store; 800 of 1,890 rank as well as all, 400 lose a point."""
    max_passages: int = 20_000
    """Passages that are prepared as a whole: half a minute once, 170 MB. A larger corpus is prepared in parts."""
    local_passages: int = 2_000
    """Passages that a question over a large corpus prepares: two seconds."""
    near_chunks: int = 200
    """Passages by words, and by meaning, whose documents are prepared then."""
    near_documents: int = 100
    """Documents a name of the question may bring, and the most that a name may have to lead on to others."""
    max_edges: int = 400_000
    """Edges over which a walk goes in full (30 ms); in larger graphs it stays within two steps of its seeds."""


DEFAULT = Tuning()
