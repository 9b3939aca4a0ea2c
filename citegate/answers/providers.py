"""Answers that a provider cited itself: Anthropic, OpenAI, Google, and W3C annotations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from citegate.answers.offsets import NotPlaced, Offsets, Unit
from citegate.answers.provided import Collected, Node, Piece, ProvidedAnswer, moved, parsed
from citegate.answers.sources import RawSource
from citegate.model.answer import SourceType
from citegate.model.span import Span

Json = str | Mapping[str, Any]


def read_anthropic(data: Json, documents: Sequence[str] = ()) -> ProvidedAnswer:
    """A response of the Messages API.

    `content[]` holds text blocks; the `citations[]` of a block are for all of its words. Each has `cited_text` and
    a type: `char_location` (`document_index`, `document_title`, `start_char_index`, `end_char_index` in code points
    of that document, end not included), `page_location`, `content_block_location`, `search_result_location`
    (`source`, `title`) or `web_search_result_location` (`url`, `title`). `documents` are the plain texts that were
    sent, in order: with them, `cited_text` must stand where it is said to, or once elsewhere.
    """
    answer = Collected()
    known = [Offsets(text) for text in documents]
    for block in parsed(data, "anthropic").need("content").get("content").items():
        if block.get("type").text("text") != "text":
            continue
        piece = answer.begin(block.get("text").text())
        for citation in block.get("citations").items():
            _anthropic(answer, piece.span, citation, known)
    return answer.answer()


def _anthropic(answer: Collected, span: Span, citation: Node, documents: Sequence[Offsets]) -> None:
    quote = citation.get("cited_text").text("")
    title = citation.get("document_title", "title").text("")
    address = citation.get("url", "source").text("")
    if address:
        answer.cite(span, _web_or_asset(address, title, quote), is_verified=bool(quote))
        return
    number = citation.get("document_index").count()
    source = RawSource(SourceType.DOCUMENT, title or f"document {number}", title or f"document {number}", quote)
    if citation.get("type").text("") != "char_location" or not documents:
        answer.cite(span, source, is_verified=False)
        return
    if not 0 <= number < len(documents):
        answer.drop(citation.place, f"there is no document {number}")
        return
    start, end = citation.get("start_char_index").count(), citation.get("end_char_index").count()
    found = documents[number].place(start, end, quote, Unit.CODE_POINTS)
    if isinstance(found, NotPlaced):
        answer.drop(citation.place, found.reason)
        return
    answer.cite(span, moved(source, found.span), is_verified=found.is_verified, is_moved=found.is_moved)


def read_openai(data: Json) -> ProvidedAnswer:
    """A response of Chat Completions, of the Responses API, or a message of the Assistants API.

    Chat: `choices[].message.content` and `annotations[]` of type `url_citation`, with `start_index`, `end_index`,
    `url` and `title` in an object of that name. Responses: `output[].content[]` of type `output_text` with `text`
    and `annotations[]`: `url_citation`; `file_citation` (`index`: the place behind the words, `file_id`, `filename`);
    `container_file_citation` (two indices). Assistants: `content[].text` with `value` and `annotations[]` that
    quote their mark in `text`. Indices count code points, end not included. Where an annotation quotes nothing, its
    URL must stand between the indices, in any of the three units, or once elsewhere, if it stands in the text at all.
    """
    answer = Collected()
    root = parsed(data, "openai").need("choices", "output", "content")
    for choice in root.get("choices").items()[:1]:
        message = choice.get("message", "delta")
        _openai(answer, message.get("content").text(""), message.get("annotations"))
    for output in root.get("output").items():
        if output.get("type").text("message") != "message":
            continue
        for content in output.get("content").items():
            if content.get("type").text("output_text") == "output_text":
                _openai(answer, content.get("text").text(), content.get("annotations"))
    for content in root.get("content").items():
        if content.get("type").text("") == "text":
            text = content.get("text")
            _openai(answer, text.get("value").text(), text.get("annotations"))
    return answer.answer()


def _openai(answer: Collected, text: str, annotations: Node) -> None:
    piece = answer.begin(text)
    for annotation in annotations.items():
        kind = annotation.get("type").text()
        if kind == "file_path":  # a file that the model made: no source
            continue
        body = annotation.get(kind) if isinstance(annotation.value.get(kind), dict) else annotation
        url = body.get("url").text("")
        name = body.get("title", "filename").text("")
        quote = annotation.get("text").text("")
        if url:
            source = RawSource(SourceType.WEB, url, name or url, "", url)
        else:
            identity = body.get("file_id").text()
            source = RawSource(SourceType.ASSET, identity, name or identity, body.get("quote").text(""))
        at = annotation.get("index").count(-1)
        fields = annotation if annotation.get("start_index").value is not None else body
        start, end = (at, at) if at >= 0 else (fields.get("start_index").count(), fields.get("end_index").count())
        unit, quote = (Unit.CODE_POINTS, quote) if quote or not url else _with_url(piece, (start, end), url)
        piece.cite(annotation.place, (start, end), quote, unit, source)


def _with_url(piece: Piece, offsets: tuple[int, int], url: str) -> tuple[Unit, str]:
    """The unit in which the words between the offsets have the URL; and else the URL itself, if the text has it."""
    for unit in Unit:
        words = piece.slice(offsets, unit)
        if words is not None and url in words:
            return unit, words
    return Unit.CODE_POINTS, url if url in piece.text else ""


def read_google(data: Json) -> ProvidedAnswer:
    """A response of Gemini.

    `candidates[0].content.parts[].text`, and in `candidates[0].groundingMetadata` the `groundingSupports[]`, each
    with a `segment` (`partIndex`, `startIndex`, absent for 0, and `endIndex` in UTF-8 bytes of that part, `text`) and
    `groundingChunkIndices[]` into `groundingChunks[]`, each `web` or `retrievedContext` (`uri`, `title`, `text`).
    Names in snake_case are read as well. `segment.text` must stand at the place, or once elsewhere in its part.
    """
    answer = Collected()
    candidates = parsed(data, "google").need("candidates").get("candidates").items()
    for candidate in candidates[:1]:
        parts = candidate.get("content").get("parts").items()
        pieces = [answer.begin(part.get("text").text("") if not part.get("thought").value else "") for part in parts]
        metadata = candidate.get("groundingMetadata", "grounding_metadata")
        chunks = metadata.get("groundingChunks", "grounding_chunks").items()
        for support in metadata.get("groundingSupports", "grounding_supports").items():
            _google(answer, pieces, chunks, support)
    return answer.answer()


def _google(answer: Collected, pieces: Sequence[Piece], chunks: Sequence[Node], support: Node) -> None:
    segment = support.get("segment")
    part = segment.get("partIndex", "part_index").count(0)
    start, end = segment.get("startIndex", "start_index").count(0), segment.get("endIndex", "end_index").count(0)
    if not 0 <= part < len(pieces):
        answer.drop(support.place, f"there is no part {part}")
        return
    for index in support.get("groundingChunkIndices", "grounding_chunk_indices").items():
        number = index.count()
        if not 0 <= number < len(chunks):
            answer.drop(index.place, f"there is no chunk {number}")
            continue
        chunk = chunks[number].get("web", "retrievedContext", "retrieved_context", "maps")
        address, title = chunk.get("uri").text(""), chunk.get("title").text("")
        if not address and not title:
            answer.drop(index.place, f"chunk {number} names no source")
            continue
        source = _web_or_asset(address or title, title, chunk.get("text").text(""))
        pieces[part].cite(support.place, (start, end), segment.get("text").text(""), Unit.UTF_8, source)


def read_text_quote_selector(data: Json, documents: Mapping[str, str] | None = None) -> ProvidedAnswer:
    """A W3C Web Annotation, or an AnnotationPage with `items[]`.

    The answer is the `value` of the annotation's textual bodies. Each `target` has a `source` and a `selector` (one
    or several) of type TextQuoteSelector (`exact`, `prefix`, `suffix`); a TextPositionSelector beside it (`start`,
    `end` in code points) says which of several places is meant. `documents` has the text of each source: with it,
    `exact` must stand there between its context, at the position or alone.
    """
    answer = Collected()
    root = parsed(data, "annotation").need("target", "items")
    texts = {name: Offsets(text) for name, text in (documents or {}).items()}
    for annotation in root.get("items").items() or (root,):
        words = "".join(body.get("value").text("") for body in _one_or_more(annotation.get("body")))
        piece = answer.begin(words)
        for target in _one_or_more(annotation.get("target")):
            _w3c(answer, piece.span, target, texts)
    return answer.answer()


def _w3c(answer: Collected, span: Span, target: Node, documents: Mapping[str, Offsets]) -> None:
    name = target.get("source").text()
    selectors = {selector.get("type").text(): selector for selector in _one_or_more(target.get("selector"))}
    quoted = selectors.get("TextQuoteSelector")
    if quoted is None:
        answer.drop(target.place, "it has no TextQuoteSelector")
        return
    exact, prefix, suffix = (quoted.get(part).text("") for part in ("exact", "prefix", "suffix"))
    if not exact:
        answer.drop(quoted.place, "it quotes nothing")
        return
    source = _web_or_asset(name, name, exact)
    if name not in documents:
        answer.cite(span, source, is_verified=False)
        return
    text = documents[name].text
    places = _places(text, exact, prefix, suffix)
    position = selectors.get("TextPositionSelector")
    wanted = position.get("start").count() if position else None
    is_moved = wanted is not None and wanted not in places
    if wanted in places:
        places = [wanted]
    if len(places) != 1:
        answer.drop(quoted.place, "the words stand there more than once" if places else "the words do not stand there")
        return
    found = Span(places[0], places[0] + len(exact))
    answer.cite(span, moved(source, found), is_verified=True, is_moved=is_moved)


def _places(text: str, exact: str, prefix: str, suffix: str) -> list[int]:
    found: list[int] = []
    at = text.find(exact)
    while at >= 0:
        if text.endswith(prefix, 0, at) and text.startswith(suffix, at + len(exact)):
            found.append(at)
        at = text.find(exact, at + 1)
    return found


def _one_or_more(node: Node) -> tuple[Node, ...]:
    if node.value is None:
        return ()
    return node.items() if isinstance(node.value, list) else (node,)


def _web_or_asset(address: str, title: str, snippet: str) -> RawSource:
    is_web = address.lower().startswith(("http://", "https://"))
    kind = SourceType.WEB if is_web else SourceType.ASSET
    return RawSource(kind, address, title or address, snippet, address if is_web else None)


PROVIDERS: dict[str, Callable[[Json], ProvidedAnswer]] = {
    "anthropic": read_anthropic,
    "openai": read_openai,
    "google": read_google,
    "w3c": read_text_quote_selector,
}
"""Each provider's name to its reader."""
