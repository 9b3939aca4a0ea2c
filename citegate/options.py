"""Every option once: type, default, flag, key, help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from citegate.model import ENGINES, Severity

OFF = "off"
ALL = "all"


@dataclass(frozen=True, slots=True)
class Option:
    """One setting: a key of the settings file and, where it has one, a flag of `citegate check`."""

    key: str
    kind: str
    """text, texts, number, truth, choice, choices or table."""
    default: Any
    help: str
    flag: str | None = None
    choices: tuple[str, ...] = ()
    metavar: str | None = None
    """How the help of the flag calls its value."""


OPTIONS: dict[str, Option] = {
    option.key: option
    for option in (
        Option(
            key="content",
            kind="texts",
            default=("content",),
            help="folders whose documents make the site",
            flag="--content",
            metavar="FOLDER",
        ),
        Option(
            key="manifests",
            kind="texts",
            default=(),
            help="folders or files with citation manifests, beside those in content",
            flag="--manifests",
            metavar="PATH",
        ),
        Option(
            key="engines",
            kind="choices",
            default=tuple(ENGINES),
            help="browsers in which each link has to work",
            flag="--engines",
            choices=tuple(ENGINES),
            metavar="ENGINE",
        ),
        Option(
            key="fail_on",
            kind="choice",
            default="error",
            help="lowest severity that makes the run fail",
            flag="--fail-on",
            choices=tuple(Severity),
            metavar="LEVEL",
        ),
        Option(
            key="allow_empty",
            kind="truth",
            default=False,
            help="do not fail when there is nothing to check",
            flag="--allow-empty",
        ),
        Option(
            key="out",
            kind="text",
            default="allowlist.json",
            help="where the verified citations are written",
            flag="--out",
            metavar="FILE",
        ),
        Option(
            key="baseline",
            kind="text",
            default="",
            help="list of the faults that were there before: they are counted, and only new ones fail",
            flag="--baseline",
            metavar="FILE",
        ),
        Option(
            key="min_length",
            kind="number",
            default=24,
            help="characters that a passage needs; a third in scripts without spaces",
        ),
        Option(
            key="max_bytes",
            kind="number",
            default=50_000_000,
            help="bytes of the largest file that is read; a larger one is reported",
        ),
        Option(
            key="site_url",
            kind="text",
            default="",
            help="address of the site, so that links to it are checked like relative ones",
        ),
        Option(
            key="site",
            kind="text",
            default="",
            help="folder of the built site, on whose pages the citations are decided",
            flag="--site",
            metavar="FOLDER",
        ),
        Option(key="generator", kind="text", default="", help="what built the site, when citegate does not see it"),
        Option(
            key="dialect",
            kind="text",
            default="",
            help="Markdown and MDX as this generator reads them, when citegate does not see it; gfm for GitHub's",
        ),
        Option(
            key="hard_breaks",
            kind="truth",
            default=False,
            help="every line end in a paragraph is a line break",
        ),
        Option(
            key="components",
            kind="components",
            default={},
            help='how MDX components stand on the page: Card = { block = true, text = ["title"] }',
        ),
        Option(
            key="base",
            kind="text",
            default="",
            help="path that the site is served under, when citegate does not see it",
        ),
        Option(
            key="pages",
            kind="patterns",
            default={},
            help='addresses of pages that citegate does not work out: "blog/*" = "/posts/{slug}/"',
        ),
        Option(
            key="external",
            kind="text",
            default="",
            help="folder of snapshots (`citegate snapshot`) on which links to other sites are checked",
            flag="--external",
            metavar="FOLDER",
        ),
        Option(
            key="prove",
            kind="browsers",
            default=(),
            help="open every link in these real browsers, chromium when none is named",
            flag="--prove",
            choices=(*ENGINES, ALL),
            metavar="BROWSER",
        ),
        Option(
            key="proof_folder",
            kind="text",
            default="citegate-proof",
            help="where pictures of pages on which a browser disagrees are written",
        ),
        Option(
            key="embeddings",
            kind="text",
            default="auto",
            help="what makes the vectors of citegate evidence: auto, wordllama, ngrams, endpoint or none",
        ),
        Option(
            key="embeddings_url",
            kind="text",
            default="",
            help="base URL of an OpenAI-compatible endpoint; its key is read from CITEGATE_API_KEY",
        ),
        Option(key="embeddings_model", kind="text", default="", help="the model that the endpoint is asked for"),
        Option(key="rerank_url", kind="text", default="", help="base URL of an endpoint that reranks"),
        Option(key="rerank_model", kind="text", default="", help="the model that it is asked for"),
        Option(
            key="model_url",
            kind="text",
            default="",
            help="base URL of an OpenAI-compatible endpoint that answers in `citegate serve`;"
            " its key is read from CITEGATE_MODEL_KEY",
        ),
        Option(key="model", kind="text", default="", help="the model that it is asked for"),
        Option(
            key="severity",
            kind="table",
            default={},
            help='a severity for a rule, or “off”: CG103 = "error"',
        ),
    )
}
"""Every setting by its key."""
