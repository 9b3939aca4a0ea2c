"""HTML to blocks: block-level, search invisible; the one text model."""

from citegate.parse.html.decode import decode_html
from citegate.parse.html.read import HtmlContent, parse_html_document, read_html
from citegate.parse.html.tags import OPAQUE_TAG, PATH_ATTRIBUTE

__all__ = ["OPAQUE_TAG", "PATH_ATTRIBUTE", "HtmlContent", "decode_html", "parse_html_document", "read_html"]
