"""Which names are one: scores with reasons, pairs, clusters, and decisions that a person makes and undoes.

``cluster(find_pairs(entities).at(0.92), decisions)`` proposes, ``merge`` and ``keep_apart`` decide, and
``same_as(decisions)`` is what a view needs.
"""

from graphkit.resolve.clusters import Cluster, Clusters, Question, cluster
from graphkit.resolve.decisions import Act, acts, keep_apart, kept_apart, merge, redo, same_as, undo
from graphkit.resolve.deduplicator import EntityDeduplicator
from graphkit.resolve.dendrogram import Cut, Dendrogram, dendrogram
from graphkit.resolve.names import NamedEntity
from graphkit.resolve.pairs import Pair, Pairs, find_pairs
from graphkit.resolve.score import Reason, Score, Scorer

__all__ = [
    "Act",
    "Cluster",
    "Clusters",
    "Cut",
    "Dendrogram",
    "EntityDeduplicator",
    "NamedEntity",
    "Pair",
    "Pairs",
    "Question",
    "Reason",
    "Score",
    "Scorer",
    "acts",
    "cluster",
    "dendrogram",
    "find_pairs",
    "keep_apart",
    "kept_apart",
    "merge",
    "redo",
    "same_as",
    "undo",
]
