"""RENDERERS maps a format to its renderer."""

from citegate.report.renderer import Renderer

RENDERERS: dict[str, Renderer] = {
    name: Renderer(name) for name in ("text", "json", "sarif", "junit", "github", "gitlab", "html")
}
"""A report in, a string with its last line end out."""

__all__ = ["RENDERERS"]
