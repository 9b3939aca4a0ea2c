"""What a static host would answer for a built site, and citegate's own plain pages of a project without one."""

from __future__ import annotations

import html
import posixpath
from urllib.parse import unquote

from citegate.errors import MalformedMarkup, UnreadableSource
from citegate.index.built import BuiltSite
from citegate.index.site import Site
from citegate.parse.html import OPAQUE_TAG
from citegate.parse.render import rendered_html
from citegate.proof.server import Serve, Served, media_type_of

_PAGE = """<!doctype html>
<html><head><meta charset=utf-8><title>{title}</title>
<style>{tag} {{ display: inline-block }} {tag}::before {{ content: "\\2026" }}</style></head>
<body>
{body}
</body></html>
"""
"""What is not known before the page is built shows as three dots, in a box across which no term matches."""


def serve_site(built: BuiltSite) -> Serve:
    """The site under its base path: files, `index.html` for folders, `.html` left out, folders with their "/"."""

    def serve(path: str) -> Served | None:
        path = unquote(path.partition("?")[0].partition("#")[0])
        moved = built.forwards.get(path.rstrip("/") or "/")
        if moved:
            return Served(moved_to=moved)
        if built.base:
            if not (path + "/").startswith(built.base + "/"):
                return None
            path = path[len(built.base) :] or "/"
        name = posixpath.normpath("/" + path).lstrip("/")
        folder = f"{name}/index.html" if name else "index.html"
        if path.endswith("/"):
            tries = (folder, f"{name}.html", f"{name}/index.htm")
        elif name not in built.paths and f"{name}.html" not in built.paths and folder in built.paths:
            return Served(moved_to=f"{built.base}{path}/")
        else:
            tries = (name, f"{name}.html", f"{name}.htm")
        found = next((each for each in tries if each in built.paths), None)
        if found is None:
            return None
        try:
            body = built.files.read(built.prefix + found)
        except UnreadableSource:
            return None
        return Served(body, media_type_of(found, body))

    return serve


def serve_documents(site: Site) -> Serve:
    """Each document at its URL, as citegate renders it."""

    def serve(path: str) -> Served | None:
        route = site.routes.find_url(path.partition("?")[0])
        if route is None:
            return None
        try:
            source = site.source(route.path)
            if route.path.lower().endswith((".html", ".htm")):
                text = source.text
            else:
                body = rendered_html(source, site.reading.dialect, site.read_partial)
                text = _PAGE.format(title=html.escape(route.id), tag=OPAQUE_TAG, body=body)
        except (UnreadableSource, MalformedMarkup):
            return None
        return Served(text.encode("utf-8", "replace"), "text/html; charset=utf-8")

    return serve
