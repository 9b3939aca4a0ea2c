"""Quotation marks that Chromium and WebKit take for straight ones before they do anything else."""

STRAIGHT: dict[int, str] = dict.fromkeys(map(ord, "“”„‟״"), '"') | dict.fromkeys(map(ord, "‘’‚‛׳"), "'")
"""For `str.translate`; one for one."""
