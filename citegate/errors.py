"""Why citegate itself could not work; findings are not errors.

CitegateError              everything that citegate raises on purpose
├── ConfigError            a setting or an option is wrong
├── UnreadableSource       a file cannot be read or decoded
├── MalformedMarkup        a document that its own compiler rejects
├── UnknownDocument        a document named on the command line is not there
├── NoLink                 no link leads to a passage, first and alone
├── UnknownRule            no rule has this code
├── OutputError            a result cannot be written
├── ReaderLeft             what reads the output wants no more of it
├── IndexUnusable          the index of passages cannot be read or written
├── LedgerUnusable         the ledger of answers cannot be read or written
├── BackendFailed          what makes vectors, or ranks, does not answer
├── MissingExtra           a part of citegate that is not installed
└── MissingBrowser         a browser that is asked for is not there, or does not start
"""

from __future__ import annotations


class CitegateError(Exception):
    """The base of the tree: one line that says what is wrong, and one that says what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        return _made, (type(self), self.__dict__)


def _made(kind: type[CitegateError], fields: dict[str, object]) -> CitegateError:
    """An error that another process sent."""
    error = kind.__new__(kind, fields["message"])
    error.__dict__.update(fields)
    return error


class ConfigError(CitegateError):
    """A setting or an option is wrong."""


class UnreadableSource(CitegateError):
    """A file cannot be read, or its bytes are not text; `offset` counts bytes from 0."""

    def __init__(self, path: str, message: str, hint: str = "", *, offset: int = 0) -> None:
        super().__init__(message, hint)
        self.path = path
        self.offset = offset


class MalformedMarkup(CitegateError):
    """A document that its own compiler rejects; `start` and `end` are code points in the file."""

    def __init__(self, path: str, message: str, hint: str = "", *, start: int = 0, end: int | None = None) -> None:
        super().__init__(message, hint)
        self.path = path
        self.start = start
        self.end = start if end is None else end


class UnknownDocument(CitegateError):
    """A document named on the command line is not there."""


class NoLink(CitegateError):
    """No link leads to a passage, first and alone; `code` is that of the rule that says why."""

    def __init__(self, message: str, hint: str = "", *, code: str = "") -> None:
        super().__init__(message, hint)
        self.code = code


class UnknownRule(CitegateError):
    """No rule has this code."""


class OutputError(CitegateError):
    """A result cannot be written."""


class ReaderLeft(CitegateError):
    """What reads the output wants no more of it, as in `citegate find … | head`; nobody is left to be told."""


class IndexUnusable(CitegateError):
    """The index of passages cannot be read or written."""


class LedgerUnusable(CitegateError):
    """The ledger of answers cannot be read or written: it is damaged, another program's, or held by another run."""


class BackendFailed(CitegateError):
    """What makes vectors, or ranks, does not answer as it should."""


class MissingExtra(CitegateError):
    """A part of citegate that is not installed; the hint is the command that installs it."""

    def __init__(self, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs the extra {extra!r}", f"in a checkout of citegate: pip install '.[{extra}]'")
        self.extra = extra


class WorkerLost(CitegateError):
    """A process that shared the work is gone."""


class MissingBrowser(CitegateError):
    """A browser that is asked for is not there, or does not start; the hint installs it."""
