"""Flags in, exit code out: one thin file per command, imported only when it is called."""
