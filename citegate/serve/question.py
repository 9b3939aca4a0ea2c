"""What a reader's browser may send: user and assistant messages, within bounds; everything else is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

MAX_BODY = 128 * 1024  # bytes of a request
MAX_MESSAGES = 24  # of one conversation
MAX_QUESTION = 4_000  # code points of a message by the reader
MAX_ANSWER = 32_000  # code points of an earlier answer that is sent back
READER, MODEL = "user", "assistant"
LIMITS = {READER: MAX_QUESTION, MODEL: MAX_ANSWER}
"""Who may have said something, and how much; a message of the system, of a developer or of a tool is not among them."""

BAD, TOO_LARGE = 400, 413


class Refused(Exception):
    """A request that is not taken: the HTTP status, and one line that says why."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: str
    """user or assistant."""
    content: str


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what was said before."""

    text: str
    earlier: tuple[Message, ...] = ()


def read_question(body: bytes) -> Question:
    """The question of a request `{"messages": [{"role", "content"}, ...]}`, whose last message asks. Raises Refused."""
    if len(body) > MAX_BODY:
        raise Refused(TOO_LARGE, f"a request has at most {MAX_BODY} bytes")
    try:
        data = json.loads(body.decode("utf-8"), object_pairs_hook=_once)
    except RecursionError as error:
        raise Refused(BAD, "the request is nested too deeply") from error
    except ValueError as error:
        raise Refused(BAD, "the request is not JSON in UTF-8, with each key once") from error
    _only(data, {"messages"}, "the request")
    listed = data["messages"]
    if not isinstance(listed, list) or not listed:
        raise Refused(BAD, "“messages” is a list with a question at its end")
    if len(listed) > MAX_MESSAGES:
        raise Refused(TOO_LARGE, f"a conversation has at most {MAX_MESSAGES} messages")
    *earlier, last = (_message(each, number) for number, each in enumerate(listed, 1))
    if last.role != READER:
        raise Refused(BAD, "the last message is the reader's question")
    return Question(last.content, tuple(earlier))


def _message(data: object, number: int) -> Message:
    where = f"message {number}"
    _only(data, {"role", "content"}, where)
    assert isinstance(data, dict)
    role, content = data["role"], data["content"]
    if not isinstance(role, str) or role not in LIMITS:
        raise Refused(BAD, f"{where}: only messages of the roles user and assistant are taken")
    if not isinstance(content, str) or not content.strip():
        raise Refused(BAD, f"{where}: “content” is a text that says something")
    if len(content) > LIMITS[role]:
        raise Refused(TOO_LARGE, f"{where}: at most {LIMITS[role]} characters")
    if any("\ud800" <= sign <= "\udfff" for sign in content):
        raise Refused(BAD, f"{where}: half a character")
    return Message(role, content)


def _only(data: object, keys: set[str], where: str) -> None:
    if not isinstance(data, dict) or set(data) != keys:
        raise Refused(BAD, f"{where} is an object with {' and '.join(sorted(keys))}, and nothing else")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found
