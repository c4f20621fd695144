"""Figures against gold: how good names, relations, resolution and retrieval are on labelled files."""
