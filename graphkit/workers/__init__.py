"""Extraction on several processors: processes of this machine, or a cluster of machines."""
