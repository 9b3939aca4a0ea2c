"""The public names: cheap to import, and the same answers as the commands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import citegate
from citegate.errors import ConfigError, NoLink, UnreadableSource

PAGE = "<h1>Boats</h1><p>Six <b>boats</b> lie in the harbour.<p>Six boats are at sea.\n"


def test_every_public_name_is_there() -> None:
    for name in citegate.__all__:
        assert getattr(citegate, name) is not None
    with pytest.raises(AttributeError):
        _ = citegate.nothing


def test_importing_the_package_is_cheap() -> None:
    program = (
        "import sys, citegate; print([m for m in ('typer', 'turbohtml', 'markdown_it', 'icu4py') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_a_document_resolves_and_links() -> None:
    document = citegate.read_document("boats.html", PAGE)
    assert document.id == "boats"
    resolved = citegate.resolve(document, "#:~:text=Six%20boats,sea&text=a-b")
    assert resolved.is_found
    assert [found.text for found in resolved.directives] == ["Six boats lie in the harbour.\nSix boats are at sea"]
    assert resolved.directives[0].steps
    assert [invalid.raw for invalid in resolved.invalid] == ["text=a-b"]
    assert len(citegate.resolve(document, ":~:text=a-b", engine="firefox").directives) == 1
    href = citegate.link(document, "Six boats", occurrence=1)
    assert href.startswith("/boats#:~:text=")
    (found,) = citegate.resolve(document, href.partition("#")[2]).directives
    assert [document.text[span.start : span.end] for span in found.places] == ["Six boats"]
    assert found.places[0].start == document.text.rindex("Six boats")


@pytest.mark.parametrize(
    ("quote", "occurrence", "code"),
    [
        ("Seven ships", None, "CG101"),
        ("ix boats", None, "CG107"),
        ("harbour. Six boats", None, "CG105"),
        ("Six boats", 2, "CG109"),
    ],
)
def test_no_link_says_why(quote: str, occurrence: int | None, code: str) -> None:
    document = citegate.read_document("boats.html", PAGE)
    with pytest.raises(NoLink) as caught:
        citegate.link(document, quote, occurrence=occurrence)
    assert caught.value.code == code


def test_check_writes_only_when_it_is_asked_to(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content/a.md").write_text("Six boats lie in the harbour of the town.\n")
    (tmp_path / "content/a.citations.json").write_text('[{"docId": "a", "passage": "Six boats lie in the harbour"}]')
    report = citegate.check(tmp_path)
    assert [verdict.status for verdict in report.verdicts] == [citegate.Status.VERIFIED]
    assert not (tmp_path / "allowlist.json").exists()
    citegate.check(tmp_path, write=True, out="x.json")
    assert (tmp_path / "x.json").exists()
    assert citegate.check(tmp_path, [tmp_path / "content/a.md"], allow_empty=True).verdicts == ()


def test_wrong_arguments_are_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no engine 'gecko'"):
        citegate.read_document("a.md", "x", engine="gecko")
    with pytest.raises(UnreadableSource, match="neither Markdown"):
        citegate.read_document("a.txt", "x")
    with pytest.raises(UnreadableSource, match="cannot read"):
        citegate.read_document(tmp_path / "none.md")
    with pytest.raises(ConfigError, match="outside the project"):
        citegate.check(tmp_path, ["/"])
    with pytest.raises(ConfigError, match="unknown setting `contents`"):
        citegate.check(tmp_path, contents=["docs"])
