"""JSON and YAML with places: the values are those of the standard readers, and each span is its value's text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citegate.verify.located import MAX_DEPTH, Node, SyntaxFault, read_json
from citegate.verify.located_yaml import read_yaml

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def plain(node: Node) -> Any:
    if node.kind == "array":
        return [plain(item) for item in node.items]
    if node.kind == "object":
        return {member.key: plain(member.value) for member in node.members}
    return node.value


def check_spans(node: Node, text: str) -> None:
    assert json.loads(text[node.span.start : node.span.end]) == plain(node)
    for member in node.members:
        assert json.loads(text[member.key_span.start : member.key_span.end]) == member.key
        check_spans(member.value, text)
    for item in node.items:
        check_spans(item, text)


@given(VALUES, st.sampled_from([None, 1, 2]), st.booleans())
def test_json_is_read_as_the_standard_reader_does(value: Any, indent: int | None, ascii_only: bool) -> None:
    text = "\n " + json.dumps(value, indent=indent, ensure_ascii=ascii_only) + "\r\n"
    node = read_json(text)
    assert isinstance(node, Node)
    assert plain(node) == value
    check_spans(node, text)


@given(st.text(alphabet='[]{}:,"\\ \ntruefalsn0123456789.eE+-u\ud800', max_size=40))
def test_anything_is_a_value_or_a_fault(text: str) -> None:
    found = read_json(text)
    try:
        expected = json.loads(text)
    except ValueError:
        assert isinstance(found, SyntaxFault)
        assert 0 <= found.at <= len(text)
    else:
        assert isinstance(found, Node)
        assert repr(plain(found)) == repr(expected)


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("", 0, "the file ends where a value should stand"),
        ("[1 2]", 3, 'a "," or the "]" that closes the array should stand here'),
        ("[1,]", 3, "a value should stand here, not ']'"),
        ('{"a" 1}', 5, 'a ":" should stand behind the key "a"'),
        ("{a: 1}", 1, "a key in double quotation marks should stand here"),
        ('["a]', 1, "the string is not closed"),
        ('["a\nb"]', 3, "a line end or control character stands in a string; write it as an escape"),
        (r'["\q"]', 2, "an escape that JSON does not know"),
        ("[nope]", 1, "nope is not a JSON value"),
        ("[] x", 3, "the file goes on after its value"),
        ("[" * (MAX_DEPTH + 2), MAX_DEPTH + 1, f"values are nested more than {MAX_DEPTH} deep"),
        ("[" * 100_000, MAX_DEPTH + 1, f"values are nested more than {MAX_DEPTH} deep"),
    ],
)
def test_a_fault_has_its_place(text: str, at: int, message: str) -> None:
    assert read_json(text) == SyntaxFault(message, at)


def test_yaml_gives_the_same_nodes() -> None:
    text = "- docId: 'a b'\n  passage: \"x😀y\"\n  occurrence: 2\n- {docId: c, passage: plain}\r\n"
    node = read_yaml(text)
    assert isinstance(node, Node)
    assert plain(node) == [
        {"docId": "a b", "passage": "x😀y", "occurrence": 2},
        {"docId": "c", "passage": "plain"},
    ]
    inner = [member.value.inner for item in node.items for member in item.members]
    assert [text[span.start : span.end] for span in inner if span.length] == ["a b", "x😀y", "2", "c", "plain"]


@pytest.mark.parametrize(
    "text",
    ["a: [", "\x00", "- &a [*a]", "[" * 5_000, "a: b: c", "%", "!!python/object:os.system {}", "- \t- x", '"\\ud800"'],
)
def test_hostile_yaml_is_a_node_or_a_fault(text: str) -> None:
    assert isinstance(read_yaml(text), Node | SyntaxFault)


def test_aliases_that_multiply_are_a_fault() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{b}: &{b} [*{a}, *{a}, *{a}, *{a}, *{a}, *{a}, *{a}, *{a}, *{a}]"
        for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    assert isinstance(read_yaml("\n".join(lines)), SyntaxFault)


def test_a_key_that_is_no_text_stands_as_it_is_written() -> None:
    node = read_yaml("- {[1, 2]: a, {b: c}: d}\n")
    assert isinstance(node, Node)
    assert [member.key for member in node.items[0].members] == ["[1, 2]", "{b: c}"]


def test_a_merge_key_of_yaml_brings_members_in_that_give_way_to_the_own_ones() -> None:
    text = "- &a {docId: guide, passage: first words}\n- <<: *a\n  passage: other words\n- <<: [*a, {claim: c}]\n"
    tree = read_yaml(text)
    assert isinstance(tree, Node)
    found = [{member.key: member.value.value for member in entry.members} for entry in tree.items]
    assert found == [
        {"docId": "guide", "passage": "first words"},
        {"passage": "other words", "docId": "guide"},
        {"docId": "guide", "passage": "first words", "claim": "c"},
    ]


def test_a_merge_key_that_merges_no_table_is_a_key_like_others() -> None:
    tree = read_yaml("- <<: text\n  docId: a\n")
    assert isinstance(tree, Node)
    assert [member.key for member in tree.items[0].members] == ["<<", "docId"]
