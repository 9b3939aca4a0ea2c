"""The stage that opens every link in real browsers: questions gathered page by page, then asked all at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from citegate.fragment.match import Page
from citegate.index.built import BuiltSite
from citegate.index.site import Site
from citegate.model import ENGINES, Finding, SourceText, Status, Verdict
from citegate.model.proof import Answer, Outcome, Question
from citegate.verify.passage import Decision
from citegate.verify.target import Target

if TYPE_CHECKING:
    from citegate.proof.ask import Proof

Progress = Callable[[int, int], None]
DISAGREE = frozenset({Outcome.NOTHING, Outcome.ELSEWHERE, Outcome.UNEXPECTED})
HTML = (".html", ".htm", ".xhtml")


class Prover:
    """Real browsers, and what they are to be asked."""

    def __init__(self, site: Site, built: BuiltSite | None, browsers: Sequence[str], folder: Path | None) -> None:
        """`folder` is where pictures and cut-down pages go; None to write nothing."""
        self.site = site
        self.built = built
        self.folder = folder
        self.shown = folder.name if folder is not None else ""
        self.questions: dict[str, list[Question]] = {name: [] for name in browsers}

    def gather(self, target: Target, decisions: Sequence[Decision]) -> None:
        """Take in what was decided of one page."""
        from citegate.verify.proof import questions  # noqa: PLC0415 - a run that asks no browser needs none of this

        pages = {page.engine.name: page for page in reversed(target.pages)}
        for name, asked in self.questions.items():
            page = pages.get(name, target.pages[0])
            asked.extend(questions(decisions, page, has_offsets=page.document.source.path.endswith(HTML)))

    def ask(self, progress: Progress, *, cuts_down: bool) -> tuple[list[Finding], list[str]]:
        """Ask every browser; the findings, and a line on each browser. Raises MissingBrowser and MissingExtra.

        With `cuts_down` a page on which a browser disagrees is written in its shortest form.
        """
        from citegate.proof.ask import agreement, ask_browser  # noqa: PLC0415 - as above
        from citegate.proof.serve import serve_documents, serve_site  # noqa: PLC0415
        from citegate.verify.proof import finding_of  # noqa: PLC0415

        findings: list[Finding] = []
        notes: list[str] = []
        serve = serve_documents(self.site) if self.built is None else serve_site(self.built)
        for name, asked in self.questions.items():
            if not asked:
                continue
            proof = ask_browser(name, asked, serve, self.folder, progress)
            notes.append(agreement(proof))
            for answer in proof.answers:
                finding = finding_of(answer, self.shown)
                if finding is None:
                    continue
                cut = self._cut_down(answer, name, proof) if cuts_down else ""
                findings.append(replace(finding, help=f"{finding.help}; {cut}") if cut else finding)
        return findings, notes

    def _cut_down(self, answer: Answer, name: str, proof: Proof) -> str:
        """Write the shortest page on which the browser disagrees; where it is, in words."""
        from citegate.parse.html import parse_html_document  # noqa: PLC0415 - as above
        from citegate.proof.minimise import inlined, minimise  # noqa: PLC0415
        from citegate.proof.pictures import picture_name  # noqa: PLC0415
        from citegate.proof.serve import serve_site  # noqa: PLC0415
        from citegate.verify.proof import questions  # noqa: PLC0415

        question = answer.question
        page = self.built.find(question.url) if self.built is not None else None
        if self.folder is None or page is None or self.built is None or answer.outcome not in DISAGREE:
            return ""
        engine = ENGINES[name]

        def predict(markup: str, url: str) -> Question | None:
            documents = parse_html_document(SourceText("page.html", markup), id="page", url=url, engines=(engine,))
            citation = replace(question.citation, quote=None, fragment=f":~:{question.directive}")
            decision = Decision(Verdict(citation, Status.SKIPPED))
            return next(questions([decision], Page(documents[0], engine), has_offsets=True), None)

        markup = inlined(self.built.source(page.path).text, self.built.stylesheets(page))
        shortest = minimise(markup, question, predict, name, serve_site(self.built))
        if shortest is None:
            return "the page cannot be cut down: by itself it does not disagree"
        file = self.folder / picture_name(question, name).replace(".png", ".html")
        file.parent.mkdir(parents=True, exist_ok=True)
        note = f"<!-- {proof.browser} disagrees on #:~:{question.directive} -->\n"
        file.write_text(shortest + "\n" + note, encoding="utf-8", errors="backslashreplace")
        return f"the page, cut down: {self.shown}/{file.name}"
