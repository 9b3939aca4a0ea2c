"""Form controls: the texts that a browser's search finds in them."""

from __future__ import annotations

import re

MASKED_TYPES = frozenset({"password"})
"""Inputs whose text is drawn as bullets."""
BUTTON_TYPES = {"submit": "Submit", "reset": "Reset", "button": ""}
"""Inputs that are buttons, and what stands on them without a value, in an English browser."""
EMPTY_TYPES = frozenset({"range", "color"})
"""Inputs without text whose parts are blocks."""
BOX_TYPES = frozenset({"checkbox", "radio"})
"""Inputs that are a box in the line."""
DETAILS_LABEL = "Details"
"""What an English browser writes in place of a missing summary."""

_DATE = re.compile(r"(\d{4,})-(\d{2})-(\d{2})")
_TIME = re.compile(r"(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?")
_MONTH = re.compile(r"(\d{4,})-(\d{2})")
_WEEK = re.compile(r"(\d{4,})-W(\d{2})")
_MONTHS = "January February March April May June July August September October November December"


def date_text(kind: str, value: str) -> str | None:
    """The text of a date or time input in an English browser; None for any other input."""
    if kind == "date":
        return _date(value)
    if kind == "time":
        return _time(value)
    if kind == "datetime-local":
        date, _, time = value.replace(" ", "T").partition("T")
        return f"{_date(date)}, {_time(time)}"
    if kind == "month":
        found = _MONTH.fullmatch(value)
        if found and 1 <= int(found.group(2)) <= 12:
            return f"{_MONTHS.split()[int(found.group(2)) - 1]} {found.group(1)}"
        return "--------- ----"
    if kind == "week":
        found = _WEEK.fullmatch(value)
        return f"Week {found.group(2)}, {found.group(1)}" if found else "Week --, ----"
    return None


def _date(value: str) -> str:
    found = _DATE.fullmatch(value)
    if found is None:
        return "mm/dd/yyyy"
    year, month, day = found.groups()
    return f"{month}/{day}/{year}"


def _time(value: str) -> str:
    found = _TIME.fullmatch(value)
    if found is None:
        return "--:--\u202f--"
    hour, minute, second = int(found.group(1)), found.group(2), found.group(3)
    seconds = f":{second}" if second is not None and second != "00" else ""
    return f"{hour % 12 or 12:02}:{minute}{seconds}\u202f{'AM' if hour < 12 else 'PM'}"
