"""One file in, one Document out."""
