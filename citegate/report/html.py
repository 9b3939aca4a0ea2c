"""The report as one HTML file: each cited page as its text, with the claims beside the sentences."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from dataclasses import dataclass
from importlib.resources import files

from citegate.model import Document, Finding, Fix, Location, Report, Verdict
from citegate.report.counts import count
from citegate.report.marks import GRAVITY, Shown, Stretch, places_of, shown_blocks, state_of, stretches
from citegate.report.places import by_verdict, region, regions
from citegate.report.text import sentence


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding in words."""

    code: str
    name: str
    level: str
    message: str
    help: str
    where: str
    related: tuple[tuple[str, str], ...]
    """Where, and what stands there."""
    fixes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A citation: what is claimed, what is quoted, and what became of it."""

    number: int
    state: str
    status: str
    claim: str
    quote: str
    where: str
    href: str
    """URL path of the passage, or of the page when it is not there; "" without either."""
    findings: tuple[ShownFinding, ...]

    @property
    def rules(self) -> str:
        """The codes of its findings, for the filter."""
        return " ".join(dict.fromkeys(finding.code for finding in self.findings))


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A cited page."""

    title: str
    url: str
    path: str
    lost: tuple[Card, ...]
    """Citations that stand nowhere on it."""
    stretches: tuple[Stretch, ...]
    states: tuple[tuple[str, int], ...]
    """How many citations there are in each state, the gravest first."""


def render_html(report: Report) -> str:
    """One file without outside parts. All text is escaped by the template; the same bytes for the same report."""
    from jinja2 import Environment  # noqa: PLC0415 - 40 ms that no other format needs

    assets = files("citegate.report") / "assets"
    style, script = ((assets / name).read_text(encoding="utf-8") for name in ("report.css", "report.js"))
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string((assets / "report.html").read_text(encoding="utf-8"))
    cards, others = _cards(report)
    codes = {f.code: f.name for card in cards for f in card.findings}
    text = template.render(
        report=report,
        counts=count(report),
        sentence=sentence(count(report)),
        pages=_pages(report, cards),
        nowhere=_nowhere(report, cards),
        cards={card.number: card for card in cards},
        others=others,
        states=[(state, sum(1 for card in cards if card.state == state)) for state in reversed(GRAVITY)],
        codes=sorted(codes.items()),
        style=style,
        script=script,
        style_hash=_hash(style),
        script_hash=_hash(script),
    )
    return text.encode("utf-8", "backslashreplace").decode("utf-8").rstrip("\n") + "\n"


def _hash(text: str) -> str:
    """What a Content-Security-Policy calls an inline part by."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _cards(report: Report) -> tuple[list[Card], tuple[ShownFinding, ...]]:
    """A card for each citation, in the report's order, and the findings of no citation."""
    cards: list[Card] = []
    others: tuple[ShownFinding, ...] = ()
    sources = regions(report)
    for verdict, findings in by_verdict(report):
        shown = tuple(_finding(finding, report) for finding in findings)
        if verdict is None:
            others = shown
            continue
        citation = verdict.citation
        where = _place(Location(citation.path, citation.span), report) if citation.path in sources else citation.path
        cards.append(
            Card(
                number=len(cards),
                state=state_of(verdict, findings),
                status=verdict.status.value,
                claim=citation.claim,
                quote=citation.quote.exact if citation.quote else f"#{citation.fragment}",
                where=where,
                href=_href(verdict),
                findings=shown,
            )
        )
    return cards, others


def _href(verdict: Verdict) -> str:
    """Where a reader is taken: a path of the site itself, or an address of the web; nothing that runs."""
    citation = verdict.citation
    href = verdict.href or (f"{citation.url}#{citation.fragment}" if citation.fragment else citation.url)
    is_path = href.startswith("/") and not href.startswith(("//", "/\\"))
    return href if is_path or href.startswith(("https://", "http://")) else ""


def _finding(finding: Finding, report: Report) -> ShownFinding:
    return ShownFinding(
        code=finding.rule.code,
        name=finding.rule.name,
        level=finding.level.value,
        message=finding.message,
        help=finding.help or "",
        where=_place(finding.primary, report),
        related=tuple((_place(place, report), place.label) for place in finding.related),
        fixes=tuple(_fix(fix) for fix in finding.fixes),
    )


def _fix(fix: Fix) -> str:
    return f"{fix.title} ({fix.applicability.value.replace('_', ' ')})"


def _place(place: Location, report: Report) -> str:
    where = region(place, regions(report))
    return f"{place.path}:{where.start.line}:{where.start.column}" if where else place.path


def _pages(report: Report, cards: list[Card]) -> list[ShownPage]:
    """The cited pages, those with the gravest citations first."""
    findings = [found for verdict, found in by_verdict(report) if verdict is not None]
    states = {card.number: card.state for card in cards}
    leading: dict[str, list[int]] = {}
    for number, verdict in enumerate(report.verdicts):
        leading.setdefault(_landing(verdict), []).append(number)
    shown = [_page(page, leading[page.url], report, cards, findings, states) for page in report.pages]
    return sorted(shown, key=lambda page: (-max(GRAVITY.index(state) for state, _ in page.states), page.url))


def _page(
    document: Document,
    own: list[int],
    report: Report,
    cards: list[Card],
    findings: list[tuple[Finding, ...]],
    states: dict[int, str],
) -> ShownPage:
    places: dict[int, tuple[Shown, ...]] = {n: places_of(document, report.verdicts[n], findings[n]) for n in own}
    marked = {n: found for n, found in places.items() if found}
    counts = Counter(states[n] for n in own)
    return ShownPage(
        title=document.title,
        url=document.url,
        path=document.source.path,
        lost=tuple(cards[n] for n in own if n not in marked),
        stretches=tuple(stretches(shown_blocks(document, marked, states))),
        states=tuple((state, counts[state]) for state in reversed(GRAVITY) if counts[state]),
    )


def _landing(verdict: Verdict) -> str:
    """The URL of the page on which a citation was decided."""
    return verdict.matches[0].url if verdict.matches else verdict.citation.url


def _nowhere(report: Report, cards: list[Card]) -> list[Card]:
    """The citations whose page the report does not have."""
    known = {page.url for page in report.pages}
    return [card for verdict, card in zip(report.verdicts, cards, strict=True) if _landing(verdict) not in known]
