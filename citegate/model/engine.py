"""Engine: where browsers differ, one profile each; each difference is one field with a measured row behind it."""

from __future__ import annotations

from dataclasses import dataclass

WHITE_SPACE = "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
"""Unicode's White_Space."""


@dataclass(frozen=True, slots=True)
class Engine:
    """The measured behaviour of one engine. A field is read where the difference lies, and nowhere else."""

    name: str
    """What `--engine` and the `engines` setting call it."""

    # The directive (fragment/syntax.py)
    max_directives: int = 0
    """Valid text directives of one link that count; 0 for no limit."""
    allows_bare_hyphen: bool = False
    """A `-` inside a term is text; otherwise the directive is ignored."""
    allows_bare_percent: bool = False
    """A `%` without two hex digits is text; otherwise the directive is ignored."""
    ignores_empty_suffix: bool = False
    """`a,-` is read as `a`; otherwise the directive is ignored."""

    # The search (fragment/)
    hangs_on_repeated_candidates: bool = False
    """A candidate that is not word bounded, and that the search finds again one unit behind it, hangs the browser."""

    ignores_blank_terms: bool = False
    """A prefix, end or suffix of white space alone is as if it were not there; otherwise it is found nowhere."""
    context_spaces: str = WHITE_SPACE
    """Characters that may stand between a prefix and a match, or a match and a suffix."""
    counts_source_spaces: bool = False
    """A run of white space in a term matches one that has at least as many characters in the page's source."""

    searches_anew: bool = False
    """Behind a prefix or a match, words and characters are told apart as if the text began there."""

    # The text (parse/html/)
    empty_blocks_cut: bool = True
    """A block ends the run around it even when it is empty; otherwise a run ends where the block of its text does."""
    boxes_in_line_cut: bool = True
    """Text in an inline-block, a button, a cell in a line stands in a run of its own."""
    floats_cut: bool = True
    """Text that is floated or positioned stands in a run of its own; otherwise only its edges are word boundaries."""
    images_bound_words: bool = False
    """An image, a frame or a checkbox is a word boundary, and keeps the spaces on its two sides apart."""
    unloaded_images_cut: bool = False
    """An image without a source and with an `alt` ends the run, and its `alt` is searched."""
    videos_start_words: bool = False
    """A match may begin behind a video, whatever stands before it; one with controls ends the run."""
    spaces_part_cells: bool = True
    """White space between cells that style sheets make is text; otherwise the words in the cells are joined."""
    br_is_newline: bool = True
    """`<br>` is a line feed in the run; otherwise it ends the run."""
    keeps_white_space: bool = True
    """`white-space: pre` and its like are heeded; otherwise all white space collapses."""
    joins_ideographs: bool = False
    """A line end between two wide characters vanishes."""
    foreign_text_cuts: bool = True
    """Each text of an svg or math element stands in a run of its own."""
    masks_text: bool = True
    """`-webkit-text-security` puts bullets in place of the text."""
    matches_across_hidden: bool = False
    """Hidden or inert text is part of the run, though no match begins or ends in it; otherwise it is not there."""
    searches_inert: bool = False
    """Inert text is text."""
    searches_content_visibility_hidden: bool = False
    """Text under `content-visibility: hidden` is text."""
    looks_through_closed: bool = True
    """Closed details and boxes without size are no obstacle between context and match."""
    searches_closed_details_text: bool = True
    """Text that stands directly in a closed details element is searched; otherwise only that of elements in it."""
    searches_ruby_annotations: bool = True
    """`<rt>` is text."""
    searches_fallback: bool = False
    """The content of `<canvas>`, and that of an `<object>` without data, is text in the run."""
    searches_generated: bool = False
    """What style sheets put before and behind an element is searched by itself: no match goes on from it, and one
    that passes it does not see it; but it decides whether a word begins behind it."""
    searches_shown_scripts: bool = False
    """The text of a script or style element that a style sheet displays is text."""
    searches_placeholders: bool = True
    """The placeholder of an empty field is text."""
    searches_browser_texts: bool = True
    """Buttons that are inputs, date fields, options of a list box, the label of details without summary are text."""
    submit_label: str = "Submit"
    """What stands on a submit button without a value, in English."""
    file_labels: tuple[str, ...] = ("Choose File", "No file chosen")
    """What is found in a file input, in English."""
    searches_shadow_trees: bool = True
    """Shadow trees and what is slotted into them are searched; otherwise only open ones of hosts without children."""
    leaves_trees: bool = True
    """A search goes on from a match in a shadow tree or a text field; otherwise no prefix stands there, and no match
    that begins there has an end or a suffix."""
    shadow_trees_apart: bool = False
    """In one line, the text of each tree is a run of its own, and no context stands in a shadow tree."""

    # The comparison (unicode/)
    compares_by_collation: bool = True
    """Text is compared by the root collation's search tailoring; otherwise folded character by character."""
    counts_accents_of_term: bool = False
    """An accent in the term must be in the text, too; a term without one finds both."""
    full_stop_joins_letters: bool = False
    """`node.js` is one word."""
    at_sign_is_letter: bool = False
    """`me@site` is one word."""
    breaks_words_by_pairs: bool = False
    """A word boundary is decided by the two characters beside it alone: `It` stands in `It's`."""
    dictionary_additions: tuple[str, ...] = ()
    """Words of the engine's Chinese dictionary that ICU's own lacks."""
    separators_start_words: bool = False
    """A term that begins with punctuation, a symbol, a space or a format character needs no word boundary before it."""
    ideographs_start_words: bool = False
    """A match that begins with a Chinese or Japanese character needs no word boundary before it."""


CHROMIUM = Engine(
    name="chromium",
    dictionary_additions=("五大湖", "五大连池", "五大連池", "七国集团", "七國集團", "春运", "调控"),
    max_directives=16,
    context_spaces="".join(char for char in WHITE_SPACE if char not in "\x85\u2029\u202f"),
    hangs_on_repeated_candidates=True,
    searches_anew=True,
)
FIREFOX = Engine(
    name="firefox",
    allows_bare_hyphen=True,
    allows_bare_percent=True,
    counts_source_spaces=True,
    ignores_blank_terms=True,
    context_spaces="\t\n\f\r \xa0",
    empty_blocks_cut=False,
    boxes_in_line_cut=False,
    unloaded_images_cut=True,
    videos_start_words=True,
    spaces_part_cells=False,
    br_is_newline=False,
    keeps_white_space=False,
    joins_ideographs=True,
    foreign_text_cuts=False,
    masks_text=False,
    matches_across_hidden=True,
    looks_through_closed=False,
    searches_ruby_annotations=False,
    searches_fallback=True,
    searches_generated=True,
    searches_shown_scripts=True,
    leaves_trees=False,
    shadow_trees_apart=True,
    searches_placeholders=False,
    submit_label="Submit Query",
    file_labels=(),
    compares_by_collation=False,
    breaks_words_by_pairs=True,
)
WEBKIT = Engine(
    name="webkit",
    allows_bare_percent=True,
    ignores_empty_suffix=True,
    searches_anew=True,
    boxes_in_line_cut=False,
    floats_cut=False,
    images_bound_words=True,
    searches_inert=True,
    searches_content_visibility_hidden=True,
    looks_through_closed=False,
    searches_closed_details_text=False,
    searches_placeholders=False,
    searches_browser_texts=False,
    searches_shadow_trees=False,
    leaves_trees=False,
    counts_accents_of_term=True,
    full_stop_joins_letters=True,
    at_sign_is_letter=True,
    separators_start_words=True,
    ideographs_start_words=True,
)

ENGINES: dict[str, Engine] = {engine.name: engine for engine in (CHROMIUM, FIREFOX, WEBKIT)}
