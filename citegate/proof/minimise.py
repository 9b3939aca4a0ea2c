"""Cut a page down to the part on which a browser still disagrees."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from turbohtml import Element, parse

from citegate.model.proof import Outcome, Question
from citegate.proof.ask import ask_browser
from citegate.proof.server import Serve, Served

AT_ONCE = 24  # smaller pages that are asked in one run of the browser
ROUNDS = 40  # runs before what is left is taken as it is
KEPT = frozenset({"html", "head", "body"})

_SHEET = re.compile(r"""<link\b[^>]*\bstylesheet\b[^>]*>""", re.IGNORECASE)

Predict = Callable[[str, str], Question | None]
"""A page's markup and its URL to the question that the static verdict makes of it; None where it makes none."""


def minimise(markup: str, question: Question, predict: Predict, browser: str, serve: Serve) -> str | None:
    """The smallest page found on which the browser still does something else than predicted.

    None when the page by itself, at another URL, does not disagree. `serve` gives what else the page loads.
    """

    def still(pages: Sequence[str]) -> list[bool]:
        return _disagrees(pages, question, predict, browser, serve)

    if not still([markup])[0]:
        return None
    size = 1
    for _ in range(ROUNDS):
        pieces = _pieces(markup)
        groups = _groups(pieces, size)
        if not groups:
            break
        smaller = [_without(markup, group) for group in groups[:AT_ONCE]]
        good = [group for group, holds in zip(groups, still(smaller), strict=False) if holds]
        if good:
            markup = _together(markup, good, still)
            size = 1
        elif len(groups) > AT_ONCE:
            size += 1
        else:
            break
    return _shorter_text(markup, still)


def inlined(markup: str, stylesheets: Sequence[str]) -> str:
    """The page with the style sheets that it links to in a `<style>` of its own, and without the links."""
    if not stylesheets:
        return markup
    style = "<style>" + "\n".join(stylesheets).replace("</", "<\\/") + "</style>"
    links = list(_SHEET.finditer(markup))
    if not links:
        return markup
    return markup[: links[0].start()] + style + _SHEET.sub("", markup[links[0].start() :])


def _disagrees(pages: Sequence[str], question: Question, predict: Predict, browser: str, serve: Serve) -> list[bool]:
    folder = question.url.rpartition("/")[0]
    by_url = {f"{folder}/citegate-{number}.html": page for number, page in enumerate(pages)}
    asked = {url: predicted for url, page in by_url.items() if (predicted := predict(page, url)) is not None}

    def answer(path: str) -> Served | None:
        page = by_url.get(path.partition("?")[0])
        return serve(path) if page is None else Served(page.encode("utf-8", "replace"), "text/html; charset=utf-8")

    proof = ask_browser(browser, [replace(each) for each in asked.values()], answer, None) if asked else None
    wrong = {
        each.question.url
        for each in (proof.answers if proof else ())
        if each.outcome not in (Outcome.AS_EXPECTED, Outcome.NO_ANSWER)
    }
    return [url in wrong for url in by_url]


def _pieces(markup: str) -> list[tuple[int, int]]:
    """Where each element stands in the markup, the longest first; those that make the page are left out."""
    found = []
    for element in parse(markup, source_locations=True, scripting=True).select("*"):
        if not isinstance(element, Element) or element.tag in KEPT:
            continue
        place = element.source_location
        start = place.start_tag.start_offset if place is not None and place.start_tag is not None else None
        if place is None or start is None:
            continue
        end = place.end_tag.end_offset if place.end_tag is not None else place.start_tag.end_offset
        if end > start:
            found.append((start, end))
    return sorted(set(found), key=lambda piece: piece[0] - piece[1])


def _groups(pieces: Sequence[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """The pieces to try in this round: the longest, or, once these are needed, the next ones."""
    return list(pieces[(size - 1) * AT_ONCE :])


def _without(markup: str, piece: tuple[int, int]) -> str:
    return markup[: piece[0]] + markup[piece[1] :]


def _together(markup: str, good: Sequence[tuple[int, int]], still: Callable[[Sequence[str]], list[bool]]) -> str:
    """The page without all of these pieces, or without the longest, when they are needed one for the other."""
    apart: list[tuple[int, int]] = []
    for piece in good:
        if all(piece[1] <= other[0] or other[1] <= piece[0] for other in apart):
            apart.append(piece)
    all_gone = markup
    for piece in sorted(apart, reverse=True):
        all_gone = _without(all_gone, piece)
    return all_gone if len(apart) > 1 and still([all_gone])[0] else _without(markup, good[0])


def _shorter_text(markup: str, still: Callable[[Sequence[str]], list[bool]]) -> str:
    """The page without white space between its tags, when that is not what it is about."""
    lines = "\n".join(line.strip() for line in markup.splitlines() if line.strip())
    return lines if len(lines) < len(markup) and still([lines])[0] else markup
