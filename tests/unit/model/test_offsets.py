"""OffsetMap and SourceText.point."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citegate.model import OffsetMap, Point, SourceText, Span

AMP = OffsetMap.from_segments([(2, 0, 2), (1, 2, 7), (3, 10, 13)])  # "ab&amp;<b>cde" as "ab&cde"


def test_linear_segments_map_point_by_point_and_atomic_ones_as_a_whole() -> None:
    assert [AMP.source_of(index) for index in range(6)] == [
        Span(0, 1), Span(1, 2), Span(2, 7), Span(10, 11), Span(11, 12), Span(12, 13),
    ]  # fmt: skip


def test_a_span_ends_with_its_last_character_not_before_the_next() -> None:
    assert AMP.source_span(Span(0, 3)) == Span(0, 7)
    assert AMP.source_span(Span(3, 3)) == Span(10, 10)
    assert AMP.source_span(Span(6, 6)) == Span(13, 13)


def test_outside_the_text_is_an_error() -> None:
    with pytest.raises(IndexError):
        AMP.source_of(6)


def test_touching_linear_segments_are_joined() -> None:
    assert OffsetMap.from_segments([(2, 0, 2), (3, 2, 5)]) == OffsetMap.identity(5)


def test_then_composes() -> None:
    outer = OffsetMap.from_segments([(8, 100, 108), (20, 200, 220)])
    assert AMP.then(outer).source_of(2) == Span(102, 107)
    assert AMP.then(outer).source_of(5) == Span(204, 205)


pieces = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3), st.booleans()), max_size=12)


@given(pieces)
def test_a_map_never_decreases_and_covers_its_text(parts: list[tuple[int, int, bool]]) -> None:
    segments, at = [], 0
    for length, extra, linear in parts:
        start = at + extra
        at = start + (length if linear else length + 2)
        segments.append((length, start, at))
    made = OffsetMap.from_segments(segments)
    assert made.length == sum(length for length, _, _ in segments)
    spans = [made.source_of(index) for index in range(made.length)]
    assert spans == sorted(spans)
    assert sum(length for length, _, _ in made.segments()) == made.length
    assert made.then(OffsetMap.identity(at + 1)) == made


@pytest.mark.parametrize(
    ("text", "offset", "point"),
    [
        ("a\nb", 2, Point(2, 1)),
        ("a\r\nb", 3, Point(2, 1)),
        ("a\rb", 2, Point(2, 1)),
        ("a\r\nb", 2, Point(1, 3)),
        ("😀x", 1, Point(1, 2)),
        ("a\n", 99, Point(2, 1)),
        ("", 0, Point(1, 1)),
    ],
)
def test_lines_end_at_any_line_end_and_columns_count_code_points(text: str, offset: int, point: Point) -> None:
    assert SourceText("f", text).point(offset) == point
