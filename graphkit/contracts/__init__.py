"""Names and shapes that users of other programs know, each a small face of what graphkit does itself."""
