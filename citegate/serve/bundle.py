"""What a reader's browser loads: one ES module and one style sheet, made of the sources in assets/."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from citegate.version import __version__

MODULE, STYLE = "citegate-answer.js", "citegate-answer.css"
PARTS = ("blocks.js", "scan.js", "read.js", "view.js")
"""The sources of the module; each may import from those before it."""
BANNER = f"/* citegate {__version__}, MIT */\n"
"""The first line of what is written. A file that begins otherwise is not ours."""

_IMPORT = re.compile(r'^import [^;]*? from "\./[\w-]+\.js";\n', re.MULTILINE)
_COMMENT = re.compile(r"^\s*//.*\n|^\s*/\*.*?\*/\n", re.MULTILINE | re.DOTALL)
_INDENT = re.compile(r"^[ ]+|\n(?=\n)", re.MULTILINE)


def asset(name: str) -> str:
    """The text of a file in assets/."""
    return files("citegate.serve").joinpath("assets", name).read_text(encoding="utf-8")


@cache
def answer_module() -> str:
    """The ES module: its sources in one, without comments on lines of their own, and without indentation."""
    return BANNER + _lean(_IMPORT.sub("", "\n".join(map(asset, PARTS))))


@cache
def answer_style() -> str:
    """The style sheet, in the same way."""
    return BANNER + _lean(asset(STYLE))


def is_ours(data: bytes) -> bool:
    """True for a file that some version of this module wrote."""
    return re.match(rb"/\* citegate [^*\n]*, MIT \*/\n", data) is not None


def _lean(text: str) -> str:
    return _INDENT.sub("", _COMMENT.sub("", text)).strip() + "\n"
