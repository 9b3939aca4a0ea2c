"""What the pictures of failures are called."""

from __future__ import annotations

import hashlib
import re

from citegate.model.proof import Question

_NOT_IN_NAME = re.compile(r"[^\w.-]+")


def picture_name(question: Question, browser: str) -> str:
    """A file name that tells the page and is the same in every run."""
    page = _NOT_IN_NAME.sub("-", question.url.strip("/")).strip("-") or "index"
    number = hashlib.sha256(f"{question.url}#{question.directive}".encode()).hexdigest()[:8]
    return f"{page[:60]}-{number}-{browser}.png"
