"""The commands as functions; `citegate` hands them on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from citegate import gate
from citegate.config import load, project_path
from citegate.errors import ConfigError, NoLink, UnreadableSource
from citegate.fragment.build import Built, Refusal
from citegate.fragment.match import Page
from citegate.index.files import DiskFiles, read_file
from citegate.index.routes import Route, is_document, plain_id, url_of
from citegate.model import CHROMIUM, ENGINES, Citation, Document, Engine, Report, SourceText, Span, TextQuoteSelector
from citegate.parse import parse_document, read_source
from citegate.verify.passage import not_bound
from citegate.verify.resolve import Resolved, resolve_fragment
from citegate.verify.select import Selection, bind, select
from citegate.verify.target import Target
from citegate.verify.wording import times


def check(
    root: str | Path = ".", paths: Sequence[str | Path] = (), *, write: bool = False, **settings: object
) -> Report:
    """Check the project at `root`, or the files and folders `paths` of it; `settings` override its settings file.

    The allowlist is written only with `write`. Raises ConfigError for a wrong setting.
    """
    folder = Path(root)
    limits = tuple(project_path(folder, Path(path)) for path in paths)
    return gate.run(load(folder, {**settings, "paths": limits, "writes": write})).report


def read_document(
    path: str | Path,
    text: str | None = None,
    *,
    id: str | None = None,
    url: str | None = None,
    engine: str = "chromium",
) -> Document:
    """A `.md`, `.mdx` or `.html` file as an engine's text search sees it; `text` is read in place of the file.

    Raises UnreadableSource, and MalformedMarkup for a file that does not compile.
    """
    return read_pages(path, text, id=id, url=url, engines=(find_engine(engine),))[0].document


def read_pages(
    path: str | Path,
    text: str | None = None,
    *,
    id: str | None = None,
    url: str | None = None,
    engines: Sequence[Engine] = (CHROMIUM,),
) -> tuple[Page, ...]:
    """The file made ready for the search of each engine."""
    file = Path(path)
    name = file.name
    if not is_document(name):
        raise UnreadableSource(str(path), f"{path} is neither Markdown, MDX nor HTML", "name a .md, .mdx or .html file")
    source = SourceText(name, text) if text is not None else read_source(name, _bytes(file))
    document_id = plain_id(name) if id is None else id

    here = Path.cwd()
    root = here if file.absolute().is_relative_to(here) else file.absolute().parent
    folder, around = file.absolute().parent.relative_to(root), DiskFiles(root)

    def beside(other: str) -> SourceText | None:
        try:
            return read_source(other, around.read((folder / other).as_posix()))
        except UnreadableSource:
            return None  # the parser says that the import leads nowhere

    documents = parse_document(
        source, id=document_id, url=url or url_of(document_id), engines=tuple(engines), read=beside
    )
    return tuple(Page(document, engine) for document, engine in zip(documents, engines, strict=True))


def resolve(document: Document, fragment: str, engine: str = "chromium") -> Resolved:
    """What a fragment (what follows `#` in a URL) finds in a document, as an engine would."""
    return resolve_fragment(fragment, _pages(document, (find_engine(engine),))[0], with_steps=True)


def link(
    document: Document,
    quote: str,
    *,
    prefix: str = "",
    suffix: str = "",
    occurrence: int | None = None,
    engines: Sequence[str] = tuple(ENGINES),
) -> str:
    """The URL path and shortest directive that find a passage of a document first and alone.

    `prefix`, `suffix` and `occurrence` (from 0) choose among equal passages. Raises NoLink that says why there is none.
    """
    pages = _pages(document, tuple(map(find_engine, engines)))
    return link_on(pages, TextQuoteSelector(quote, prefix, suffix), occurrence)[0]


def link_on(
    pages: Sequence[Page], quote: TextQuoteSelector, occurrence: int | None = None
) -> tuple[str, tuple[str, ...]]:
    """The same, on pages that are ready; with what there is to say of the link, one line each."""
    document = pages[0].document
    citation = Citation("", Span(0, 0), document.id, document.url, quote, occurrence=occurrence)
    target = Target(Route(document.id, document.url, document.source.path), tuple(pages))
    selection = select(quote, occurrence, pages[0])
    if selection.chosen is not None:
        bound = bind(pages, selection, occurrence)
        if not isinstance(bound, Refusal):
            return f"{document.url}#{bound.fragment}", tuple(_remarks(selection, bound, pages))
        finding = not_bound(citation, target, selection, bound)
    else:
        finding = not_bound(citation, target, selection, None)
    raise NoLink(finding.message, finding.help or "", code=finding.rule.code)


def _remarks(selection: Selection, bound: Built, pages: Sequence[Page]) -> Iterator[str]:
    if selection.is_pinned:
        yield f"the passage stands {times(len(selection.admitted))}, and this is the first"
    elif not bound.is_alone:
        yield f"the passage stands {times(len(selection.places))}, and nothing tells the first from the others"
    missing = [page.engine.name for page in pages if page.engine.name not in bound.engines]
    if missing:
        yield f"{' and '.join(missing)} would not go to this passage"


def find_engine(name: str) -> Engine:
    """The engine of this name. Raises ConfigError."""
    if name not in ENGINES:
        raise ConfigError(f"there is no engine {name!r}", "the engines are " + ", ".join(ENGINES))
    return ENGINES[name]


def _pages(document: Document, engines: Sequence[Engine]) -> tuple[Page, ...]:
    """The document's source as each engine sees it; an engine may see other text than the one it was read for."""
    documents = parse_document(document.source, id=document.id, url=document.url, engines=tuple(engines))
    return tuple(Page(each, engine) for each, engine in zip(documents, engines, strict=True))


def _bytes(file: Path) -> bytes:
    try:
        return read_file(file)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise UnreadableSource(str(file), f"cannot read {file}: {reason}", "check the path") from error
