"""What hostile or broken projects have in the place of an honest file: each evil by its name."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path

SECRET = "root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n"
DEEP = int(os.environ.get("CITEGATE_DEEP", "30000"))  # levels of nesting; no honest file has a hundredth of it
LARGE = 4_000_000  # bytes of the large files
PASSAGE = "The last ferry leaves at half past nine on weekdays."
ODD_NAMES = ("", "\0", "/", "//", "a" * 5000, "a\nb", "\u202e", "%2e%2e")


def _bytes(data: bytes) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        path.write_bytes(data)

    return make


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        here = Path.cwd()
        os.chdir(path.parent)  # a socket's name has little room
        try:
            listener.bind(path.name)
        finally:
            os.chdir(here)


def _nested_json() -> bytes:
    return b"[" * DEEP + b"]" * DEEP


def _yaml_bomb() -> bytes:
    lines = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
    lines += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    return "\n".join([*lines, "citations: *a11"]).encode()


def outside(path: Path) -> Path:
    """A file beside the project that `path` is in, which nothing may show or change."""
    folder = next(each for each in path.parents if each.name == "site")
    secret = folder.with_name("outside")
    secret.write_text(SECRET, encoding="utf-8")
    return secret


EVILS: dict[str, Callable[[Path], None]] = {
    # what bytes cannot be
    "empty": _bytes(b""),
    "not-utf-8": _bytes(b"caf\xe9 " + PASSAGE.encode()),
    "nul": _bytes(PASSAGE.encode() + b"\n\n\0\n\nmore\n"),
    "surrogate": _bytes(b"\xed\xa0\x80 " + PASSAGE.encode()),
    "bom": _bytes(b"\xef\xbb\xbf" + PASSAGE.encode()),
    "utf-16-cut": _bytes(b"\xff\xfea\x00b"),
    "cr": _bytes(b"# a\r\r" + PASSAGE.encode() + b"\r"),
    "controls": _bytes(PASSAGE.encode() + b"\n\n\x1b[2J\x1b]0;owned\x07 \x08\x9b31m ::error::x\n"),
    "one-line": _bytes(b"word " * (LARGE // 5)),
    # what a file system can have in a file's place
    "fifo": os.mkfifo,
    "socket": _socket,
    "folder": lambda path: path.mkdir(),
    "circle": lambda path: path.symlink_to(path.name),
    "dangling": lambda path: path.symlink_to("gone"),
    "device": lambda path: path.symlink_to("/dev/zero"),
    "outside": lambda path: path.symlink_to(outside(path)),
    # markup
    "deep-html": _bytes(b"<div>" * DEEP + PASSAGE.encode()),
    "deep-inline": _bytes(b"<b><i>" * DEEP + PASSAGE.encode()),
    "deep-table": _bytes(b"<table><tr><td>" * (DEEP // 3) + PASSAGE.encode()),
    "deep-select": _bytes(b"<select><option>" * (DEEP // 2)),
    "deep-quotes": _bytes(b">" * DEEP + b" " + PASSAGE.encode()),
    "deep-lists": _bytes(b"- " * DEEP + PASSAGE.encode()),
    "deep-brackets": _bytes(b"[" * DEEP + PASSAGE.encode() + b"](x)" * DEEP),
    "deep-stars": _bytes(b"*a **b " * DEEP),
    "backticks": _bytes(b" ".join(b"`" * n for n in range(1, 1500))),
    "deep-jsx": _bytes(b"<A>" * DEEP + PASSAGE.encode() + b"</A>" * DEEP),
    "deep-braces": _bytes(b"{" * DEEP),
    "deep-expression": _bytes(b"{" + b"(" * DEEP + b")" * DEEP + b"}"),
    "open-comment": _bytes(b"<!--" * DEEP),
    "front-matter-bomb": _bytes(b"---\n" + _yaml_bomb() + b"\n---\n\n" + PASSAGE.encode()),
    "front-matter-deep": _bytes(b"---\na: " + b"[" * DEEP + b"\n---\n\n" + PASSAGE.encode()),
    "deep-css": _bytes(b"<style>" + b"a{" * DEEP + b"</style>" + PASSAGE.encode()),
    "long-selector": _bytes(b"<style>" + b"a>" * DEEP + b"b{display:none}</style>" + PASSAGE.encode()),
    "deep-not": _bytes(b"<style>" + b":not(" * DEEP + b"a" + b")" * DEEP + b"{display:none}</style>"),
    "deep-calc": _bytes(b"<style>a{width:" + b"calc(" * DEEP + b"</style>" + PASSAGE.encode()),
    "entities": _bytes(b"&#0;&#xD800;&#x110000;&#99999999999999999999;&amp" * 1000 + PASSAGE.encode()),
    "many-attributes": _bytes(b"<p " + b" ".join(b"a%d" % n for n in range(20_000)) + b">" + PASSAGE.encode()),
    "base-away": _bytes(b'<base href="file:///etc/"><a href="passwd#:~:text=root">x</a><p>' + PASSAGE.encode()),
    "import-away": _bytes(b'import A from "../../../../etc/passwd.mdx"\nimport B from "/etc/passwd"\n\n<A/>\n<B/>\n'),
    "import-itself": _bytes(b'import A from "./evil.mdx"\n\n<A/>\n<A/>\n'),
    "link-away": _bytes(
        b'<link rel=stylesheet href="../../../../../etc/passwd"><link rel=stylesheet href="file:///dev/zero"><p>'
        + PASSAGE.encode()
    ),
    "many-directives": _bytes(b"[x](#:~:text=" + b"&text=".join([b"a,b"] * 5000) + b")\n\na b a b\n"),
    "scripts": _bytes(b"<script>while(1){}</script><p onclick=x>" + PASSAGE.encode()),
    # manifests, settings, lists
    "deep-json": _bytes(_nested_json()),
    "deep-objects": _bytes(b'{"a":' * DEEP),
    "deep-yaml": _bytes(b"- " * DEEP),
    "deep-flow": _bytes(b"[" * DEEP),
    "bomb": _bytes(_yaml_bomb()),
    "merge-key": _bytes(b"base: &b {docId: a, passage: x}\ncitations:\n- <<: *b\n"),
    "itself": _bytes(b"&a [*a]"),
    "two-documents": _bytes(b"[]\n---\n[]\n"),
    "yaml-tag": _bytes(b"!!python/object/apply:os.system ['touch owned']"),
    "double-keys": _bytes(b'[{"docId":"a","docId":"b","passage":"x"}]'),
    "nan": _bytes(b'[{"docId":NaN,"passage":Infinity,"occurrence":-Infinity}]'),
    "number-keys": _bytes(b"- 1: a\n  2.5: b\n  true: c\n  null: d\n  [x]: e\n"),
    "huge-number": _bytes(b'[{"docId":"a","passage":"x","occurrence":' + b"9" * 10_000 + b"}]"),
    "half-a-pair": _bytes(b'[{"docId":"\\ud800","passage":"\\udfff"}]'),
    "scalar": _bytes(b"7"),
    "null": _bytes(b"null"),
    "text": _bytes(b'"text"'),
    "doc-away": _bytes(json.dumps([{"docId": "../../etc/passwd", "passage": PASSAGE}]).encode()),
    "doc-odd": _bytes(
        json.dumps(
            [
                {"docId": name, "passage": PASSAGE}
                for name in ("", "\0", "/", "//", "a" * 5000, "a\nb", "\u202e", "%2e%2e")
            ]
        ).encode()
    ),
    "many-entries": _bytes(json.dumps([{"docId": "a", "passage": PASSAGE}] * 20_000).encode()),
    "huge-passage": _bytes(json.dumps([{"docId": "a", "passage": "ferry " * 100_000}]).encode()),
    "deep-toml": _bytes(b"a = " + b"[" * DEEP),
    "dotted-toml": _bytes(b".".join([b"a"] * DEEP) + b" = 1"),
    "toml-dates": _bytes(b"content = [1979-05-27]\n"),
}


def put(path: Path, evil: str) -> None:
    """Put this evil in the place of a file; what stood there is gone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    EVILS[evil](path)
