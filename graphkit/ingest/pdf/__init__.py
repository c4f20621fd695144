"""PDF: glyphs, lines, order, paragraphs."""
