"""What is kept of a function's values: the last ones, as long as they are light."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from citegate.index.kept import Kept


def asked(keys: str, *, most: int = 3, heaviest: int = 10) -> str:
    """Which of these arguments the function was called for; each weighs what it is in the alphabet, from 1."""
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key

    kept = Kept(make, most=most, heaviest=heaviest, weigh=lambda value: ord(value) - ord("a") + 1)
    assert "".join(kept(key) for key in keys) == keys
    return "".join(made)


@pytest.mark.parametrize(
    ("keys", "made"),
    [
        ("aabbcc", "abc"),
        ("abcdabcd", "abcdabcd"),  # four, of which three are kept
        ("abcadab", "abcdb"),  # what was asked for last stays
        ("azbza", "azbza"),  # too heavy to stand beside what is made next
        ("zz", "z"),  # but it is kept until then
        ("jaj", "ja"),
    ],
)
def test_the_last_light_values_are_kept(keys: str, made: str) -> None:
    assert asked(keys) == made


def test_an_error_is_not_kept() -> None:
    tries: list[int] = []

    def make(key: int) -> int:
        tries.append(key)
        if len(tries) == 1:
            raise ValueError
        return key

    kept = Kept(make, most=1, heaviest=1, weigh=lambda _: 1)
    with pytest.raises(ValueError, match=r"^$"):
        kept(7)
    assert kept(7) == kept(7) == 7
    assert tries == [7, 7]


def test_many_threads_may_ask() -> None:
    kept = Kept(str, most=2, heaviest=4, weigh=len)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(kept, [n % 5 for n in range(2000)])) == [str(n % 5) for n in range(2000)]
    assert kept._weight == sum(weight for _, weight in kept._values.values()) <= 8
