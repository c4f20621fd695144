"""Methods side by side: what each found in the same documents, where they agree, and how good each is."""

from graphkit.compare.agreement import Agreement, Figures, against_gold
from graphkit.compare.comparison import Comparison, ComparisonJson, EntityRow, RelationRow, compare
from graphkit.compare.layers import Highlight, highlights

__all__ = [
    "Agreement",
    "Comparison",
    "ComparisonJson",
    "EntityRow",
    "Figures",
    "Highlight",
    "RelationRow",
    "against_gold",
    "compare",
    "highlights",
]
