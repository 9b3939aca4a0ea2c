"""The version, for `--version` and for reports."""

VERSION = "0.1.0"
