"""CommonMark and its dialects to HTML that carries its places; parse/html.py reads the text out of it."""
