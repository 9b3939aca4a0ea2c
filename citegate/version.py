"""The version, which the package, the command and each report carry."""

__version__ = "0.1.0"
