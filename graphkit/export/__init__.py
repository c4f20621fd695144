"""Graphs out: one function that writes a graph to a file, in the format that the file's ending names."""
