"""What browsers are asked, what they are served, and how their answers are taken; without a browser."""

from __future__ import annotations

import struct
import urllib.error
import urllib.request
import zlib

import pytest

from citegate.cli.main import named_browser
from citegate.fragment.match import Page
from citegate.index.built import BuiltSite
from citegate.index.files import MemoryFiles
from citegate.index.site import Site
from citegate.model import CHROMIUM, FIREFOX, Citation, SourceText, Span, Status, Verdict
from citegate.model.proof import Expected, Outcome, Question
from citegate.parse.html import parse_html_document
from citegate.proof.batches import batches
from citegate.proof.compare import Indicated, outcome
from citegate.proof.minimise import inlined
from citegate.proof.pictures import picture_name
from citegate.proof.png import Marked, marked_area
from citegate.proof.serve import serve_documents, serve_site
from citegate.proof.server import Served, SiteServer, media_type_of
from citegate.verify.passage import Decision
from citegate.verify.proof import questions

CITATION = Citation("a.md", Span(0, 1), "a", "/a", None)
EXPECTED = Expected("six in the morning", "the pier at", "and returns", 20)


def question(directive: str, url: str = "/a", *, is_expected: bool = True) -> Question:
    return Question(url, directive, EXPECTED if is_expected else None, CITATION)


@pytest.mark.parametrize(
    ("expected", "found", "scripted", "result"),
    [
        (EXPECTED, ("six in the morning", "thepierat", "andreturns", 20), False, Outcome.AS_EXPECTED),
        (EXPECTED, ("six  in the\nMorning", "", "", 20), False, Outcome.AS_EXPECTED),
        (EXPECTED, ("six in var x the morning", "", "", 20), False, Outcome.AS_EXPECTED),
        (EXPECTED, ("six in the evening", "thepierat", "andreturns", 20), False, Outcome.ELSEWHERE),
        (EXPECTED, ("six in the morning", "thepierat", "andreturns", 44), False, Outcome.ELSEWHERE),
        (EXPECTED, ("six in the morning", "thepierat", "somethingelse", 44), True, Outcome.AS_EXPECTED),
        (EXPECTED, ("six in the morning", "somethingelse", "andreturns", 44), True, Outcome.AS_EXPECTED),
        (EXPECTED, ("six in the morning", "another", "place", 44), True, Outcome.ELSEWHERE),
        (EXPECTED, ("six in the morning", "thepierat", "andreturns", None), False, Outcome.AS_EXPECTED),
        (EXPECTED, ("", "thepierat", "andreturns", None), True, Outcome.LOST),
        (EXPECTED, None, False, Outcome.NOTHING),
        (None, None, False, Outcome.AS_EXPECTED),
        (None, ("six", "", "", 1), False, Outcome.UNEXPECTED),
    ],
)
def test_what_an_answer_comes_to(
    expected: Expected | None, found: tuple[str, str, str, int | None] | None, scripted: bool, result: Outcome
) -> None:
    assert outcome(expected, Indicated(*found) if found else None, is_scripted=scripted) is result


def test_one_load_answers_what_can_be_told_apart() -> None:
    asked = [question(f"text={number}") for number in range(20)]
    asked += [question("text=A"), question("text=a"), question("text=z", "/b"), question("text=n", is_expected=False)]
    loads = batches(asked, CHROMIUM)
    assert sorted(len(load.questions) for load in loads) == [1, 1, 1, 5, 16]
    assert all(len({each.directive.lower() for each in load.questions}) == len(load.questions) for load in loads)
    assert {each for load in loads for each in load.questions} == set(asked)
    assert all(len(load.questions) == 1 for load in batches(asked, FIREFOX))


def test_a_load_is_not_too_long_for_a_url() -> None:
    loads = batches([question(f"text={number}{'x' * 2500}") for number in range(4)], CHROMIUM)
    assert [len(load.questions) for load in loads] == [2, 2]
    assert loads[0].fragment.startswith(":~:text=0x")


HTML = """<!doctype html>
<nav>Tickets are sold on board.</nav>
<p>The ferry leaves the pier at six.</p>
<p>Tickets are sold on board.</p>
"""


def ask(fragment: str, html: str = HTML) -> list[Question]:
    (document,) = parse_html_document(SourceText("a.html", html), id="a", url="/a")
    citation = Citation("a.md", Span(0, 1), "a", "/a", None, fragment)
    decision = Decision(Verdict(citation, Status.SKIPPED))
    return list(questions([decision], Page(document, CHROMIUM), has_offsets=True))


def test_every_valid_directive_is_asked_with_its_place() -> None:
    asked = ask("id:~:text=ferry&text=a-b&other&text=nowhere&text=six.-,Tickets%20are%20sold")
    assert [each.directive for each in asked] == ["text=ferry", "text=nowhere", "text=six.-,Tickets%20are%20sold"]
    first, second, third = (each.expected for each in asked)
    assert first is not None and third is not None and second is None
    assert (first.text, first.before.split()[-1], first.after.split()[0]) == ("ferry", "The", "leaves")
    assert (first.offset, third.offset) == (22 + 3, 22 + 27)


def test_no_offset_where_a_browser_counts_otherwise() -> None:
    (asked,) = ask(":~:text=ferry", "<template>x</template>" + HTML)
    assert asked.expected is not None
    assert asked.expected.offset is None


def site(**more: str) -> BuiltSite:
    files = {"out/index.html": "home", "out/a/index.html": "a", "out/b.html": "b", "out/s.css": "p{}", "out/x.bin": "x"}
    return BuiltSite(MemoryFiles(files | more), "out", base=more.get("base", ""))


@pytest.mark.parametrize(
    ("path", "body", "moved"),
    [
        ("/", b"home", ""),
        ("/a/", b"a", ""),
        ("/a", b"", "/a/"),
        ("/a/index.html", b"a", ""),
        ("/b", b"b", ""),
        ("/b/", b"b", ""),
        ("/b.html?x=1", b"b", ""),
        ("/s.css", b"p{}", ""),
        ("/none", None, ""),
        ("/../../etc/passwd", None, ""),
        ("/%2e%2e/%2e%2e/etc/passwd", None, ""),
    ],
)
def test_what_a_host_answers(path: str, body: bytes | None, moved: str) -> None:
    served = serve_site(site())(path)
    assert (served.body if served else None) == body
    assert served is None or served.moved_to == moved


def test_only_the_base_path_is_served() -> None:
    serve = serve_site(site(base="/docs"))
    assert serve("/docs/b") is not None
    assert serve("/docs/a") == Served(moved_to="/docs/a/")
    assert serve("/b") is None


def test_documents_are_served_as_citegate_renders_them() -> None:
    files = MemoryFiles(
        {"content/a.md": "# One\n\ntwo **three**", "content/b.html": "<p>four", "content/c.mdx": "<X>{"}
    )
    serve = serve_documents(Site(files, ("content",)))
    bodies = {path: served.body if (served := serve(path)) else None for path in ("/a", "/b", "/c", "/d")}
    assert b"<strong>three</strong>" in (bodies["/a"] or b"")
    assert bodies["/b"] == b"<p>four"
    assert bodies["/c"] is bodies["/d"] is None


@pytest.mark.parametrize(
    ("path", "body", "kind"),
    [
        ("a.html", b"x", "text/html; charset=utf-8"),
        ("a.html", b"\xe9", "text/html"),
        ("a.css", b"x", "text/css; charset=utf-8"),
        ("a.js", b"x", "text/javascript; charset=utf-8"),
        ("a.mjs", b"x", "text/javascript; charset=utf-8"),
        ("a.png", b"\x89", "image/png"),
        ("a", b"x", "application/octet-stream"),
    ],
)
def test_types_of_files(path: str, body: bytes, kind: str) -> None:
    assert media_type_of(path, body) == kind


def test_the_server_answers_and_ends() -> None:
    with SiteServer(lambda path: Served(path.encode()) if path != "/none" else None) as server:
        origin = server.origin
        with urllib.request.urlopen(f"{origin}/x") as reply:
            assert reply.read() == b"/x"
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"{origin}/none")
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(f"{origin}/x", timeout=2)


def test_names_of_pictures_tell_links_apart() -> None:
    names = {picture_name(question(f"text={word}", url), "chromium") for word in "ab" for url in ("/a", "/a/b", "/")}
    assert len(names) == 6
    assert all("/" not in name for name in names)


def test_linked_style_sheets_are_put_into_the_page() -> None:
    page = '<head><link rel=stylesheet href=a.css>\n<link rel="icon" href=i><link href=b.css rel="stylesheet"></head>'
    assert inlined(page, ["p{}", "q{}"]) == '<head><style>p{}\nq{}</style>\n<link rel="icon" href=i></head>'
    assert inlined(page, []) == page


def png(rows: list[list[tuple[int, ...]]], filters: list[int]) -> bytes:
    """A picture, each row filtered in the way that is asked for."""
    size = len(rows[0][0])
    data = bytearray()
    before = bytes(len(rows[0]) * size)
    for pixels, way in zip(rows, filters, strict=True):
        row = bytes(value for pixel in pixels for value in pixel)
        data.append(way)
        for at, value in enumerate(row):
            left = row[at - size] if at >= size else 0
            above, corner = before[at], before[at - size] if at >= size else 0
            guess = left + above - corner
            nearest = min(
                (abs(guess - left), 0, left), (abs(guess - above), 1, above), (abs(guess - corner), 2, corner)
            )
            data.append((value - (0, left, above, (left + above) // 2, nearest[2])[way]) % 256)
        before = row
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2 if size == 3 else 6, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(data))), (b"IEND", b"")]
    packed = (struct.pack(">I", len(body)) + name + body + bytes(4) for name, body in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


@pytest.mark.parametrize("alpha", [(), (255,)])
@pytest.mark.parametrize("filters", [[0] * 6, [1] * 6, [2] * 6, [3] * 6, [4] * 6, [4, 3, 2, 1, 0, 4]])
def test_where_a_picture_is_marked(alpha: tuple[int, ...], filters: list[int]) -> None:
    white, mark = (255, 250, 245, *alpha), (255, 0, 255, *alpha)
    rows = [[white] * 9 for _ in range(6)]
    rows[1][3:9] = [mark] * 6
    rows[2][0:4] = [mark] * 4
    assert marked_area(png(rows, filters)) == Marked(3, 1, 4, 3, is_cut=False)
    rows[5][2] = mark
    assert marked_area(png(rows, filters)) == Marked(3, 1, 3, 6, is_cut=True)
    assert marked_area(png([[white] * 3], filters[:1])) is None


def test_other_pictures_are_refused() -> None:
    with pytest.raises(ValueError, match="PNG"):
        marked_area(b"GIF89a")


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (["check", "--prove"], ["check", "--prove=chromium"]),
        (["check", "--prove", "firefox"], ["check", "--prove", "firefox"]),
        (["check", "--prove", "all", "content"], ["check", "--prove", "all", "content"]),
        (["check", "--prove", "content"], ["check", "--prove=chromium", "content"]),
        (["check", "--prove", "--site", "dist"], ["check", "--prove=chromium", "--site", "dist"]),
        (["check", "--prove", "firefox,webkit"], ["check", "--prove", "firefox,webkit"]),
        (["check", "--prove=webkit"], ["check", "--prove=webkit"]),
    ],
)
def test_a_browser_need_not_be_named(given: list[str], meant: list[str]) -> None:
    assert named_browser(given) == meant
