"""Engine: where browsers differ, one profile each; each difference is one field with a measured row behind it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Engine:
    """The measured behaviour of one engine. A field is read where the difference lies, and nowhere else."""

    name: str
    """What `--engine` and the `engines` setting call it."""


CHROMIUM = Engine(name="chromium")
FIREFOX = Engine(name="firefox")
WEBKIT = Engine(name="webkit")

ENGINES: dict[str, Engine] = {engine.name: engine for engine in (CHROMIUM, FIREFOX, WEBKIT)}
