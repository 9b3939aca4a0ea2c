"""Scripts that put no space between words."""

from __future__ import annotations

from citegate.unicode.late import late

# Han and its radicals, kana, Bopomofo, Yi; Thai, Lao, Tibetan, Myanmar, Khmer, New Tai Lue, Tai Tham, Tai Viet.
# Korean has spaces.
_WITHOUT_SPACES = late(
    "[\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\u2e80-\u2fdf\u3005-\u3007"
    "\u3031-\u3035\u3041-\u312f\u31a0-\u31bf\u31f0-\u4dbf\u4e00-\ua4cf\ua9e0-\ua9ff\uaa60-\uaadf\uf900-\ufaff"
    "\uff66-\uff9d\U0001b000-\U0001b16f\U00020000-\U000323af]"
)


def has_spaces_between_words(text: str) -> bool:
    """False when most letters of the text are of a script that is written without spaces between words."""
    letters = sum(map(str.isalpha, text))
    return 2 * len(_WITHOUT_SPACES.findall(text)) < max(letters, 1)
