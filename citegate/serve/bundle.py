"""What a reader's browser loads: one ES module and one style sheet, made of the sources in assets/."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files

from citegate.version import __version__

MODULE, STYLE = "citegate-answer.js", "citegate-answer.css"
PARTS = ("blocks.js", "scan.js", "read.js", "view.js")
"""The sources of the module; each may import from those before it. `bench/payload/build.mjs` makes MINIFIED of them."""
MINIFIED = "answer.min.js"
BANNER = f"/* citegate {__version__}, MIT */\n"
"""The first line of what is written. A file that begins otherwise is not ours."""

_COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
_SPACE = re.compile(r"\n\s*|(?<=[{};,])[ ]|[ ](?=\{)")
_DIGEST = re.compile(r"/\* ([0-9a-f]{16}) \*/\n")


def asset(name: str) -> str:
    """The text of a file in assets/."""
    return files("citegate.serve").joinpath("assets", name).read_text(encoding="utf-8")


@cache
def answer_module() -> str:
    """The ES module."""
    return BANNER + _DIGEST.sub("", asset(MINIFIED), count=1)


@cache
def answer_style() -> str:
    """The style sheet, without comments and needless white space."""
    return BANNER + _SPACE.sub("", _COMMENT.sub("", asset(STYLE))) + "\n"


def is_up_to_date() -> bool:
    """True when the minified module was made of the sources as they are."""
    found = _DIGEST.match(asset(MINIFIED))
    sources = "\0".join(map(asset, PARTS)).encode()
    return found is not None and found[1] == hashlib.sha256(sources).hexdigest()[:16]


def is_ours(data: bytes) -> bool:
    """True for a file that some version of this module wrote."""
    return re.match(rb"/\* citegate [^*\n]*, MIT \*/\n", data) is not None
