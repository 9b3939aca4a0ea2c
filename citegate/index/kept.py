"""Kept: the last values of a function, as long as they are not too many or too heavy."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Calls a function once for an argument, as far as its value is kept; any thread may call it.

    What is too much goes before the next value is made, so that a heavy value does not stand beside the making of
    another one. An error is not kept.
    """

    def __init__(self, make: Callable[[K], V], *, most: int, heaviest: int, weigh: Callable[[V], int]) -> None:
        """Keeps up to `most` values; more than one only while they weigh no more than `heaviest` together."""
        self._make = make
        self._most = most
        self._heaviest = heaviest
        self._weigh = weigh
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._weight = 0
        self._lock = Lock()

    def __call__(self, key: K) -> V:
        """The value for this argument. Raises what the function raises."""
        with self._lock:
            found = self._values.get(key)
            if found is not None:
                self._values.move_to_end(key)
                return found[0]
            while self._values and (len(self._values) >= self._most or self._weight > self._heaviest):
                self._weight -= self._values.popitem(last=False)[1][1]
        value = self._make(key)
        weight = self._weigh(value)
        with self._lock:
            before = self._values.pop(key, None)  # of another thread that made it as well
            self._weight += weight - (before[1] if before is not None else 0)
            self._values[key] = value, weight
        return value
