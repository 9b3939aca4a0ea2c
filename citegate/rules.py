"""Every rule on one sheet."""

from __future__ import annotations

from citegate.model import Rule, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

UNREADABLE_SOURCE = Rule(
    "CG001",
    "unreadable-source",
    _E,
    "a file cannot be read, or is not text",
    "A document or manifest could not be opened or decoded, so nothing in it was checked. Save it as UTF-8, or "
    "leave it out of the content. The run ends with exit code 2, because a pass would say more than is known.",
)
MALFORMED_MARKUP = Rule(
    "CG002",
    "malformed-markup",
    _E,
    "a document does not compile",
    "The document's own compiler (MDX, YAML front matter) would reject it, so it has no page that a reader could "
    "be sent to. Mend the syntax at the place shown.",
)
UNUSED_SUPPRESSION = Rule(
    "CG003",
    "unused-suppression",
    _W,
    "a suppression silences nothing",
    "A comment or key asks citegate to ignore a rule here, but nothing of that kind is found here any more. Remove "
    "it, so that it does not hide the next fault.",
)
MALFORMED_MANIFEST = Rule(
    "CG004",
    "malformed-manifest",
    _E,
    "a citation manifest does not have the form that it should",
    "A manifest is a JSON or YAML array of entries, or an object with the key `citations` that holds one. An entry "
    "has `docId` and `passage`, and may have `occurrence` (a count from 0), `prefix`, `suffix`, `claim`, `id` and "
    "`ignore`. What can be read is still checked, and the run ends with exit code 2.",
)
NOTHING_CHECKED = Rule(
    "CG005",
    "nothing-checked",
    _E,
    "the run had no citation to check",
    "A gate that looked at nothing must not say that all is well. Usually a path is wrong, or the manifests are "
    "not where they are looked for. If a site really has no citations yet, pass `--allow-empty`.",
)

PASSAGE_NOT_FOUND = Rule(
    "CG101",
    "passage-not-found",
    _E,
    "the quoted words are not on the page",
    "No browser finds these words in the cited document, and nothing there is close enough to be what was meant. "
    "Cite words that the page has, cite another document, or remove the quotation.",
)
PASSAGE_DRIFTED = Rule(
    "CG102",
    "passage-drifted",
    _E,
    "the page says nearly this, but not this",
    "One passage of the cited document is clearly the closest, and it differs from the quotation. The page may have "
    "been edited since, or the quotation was changed. A near miss is a miss: a browser indicates nothing. Cite the "
    "page's own words, and look first whether they still support the claim.",
)
PASSAGE_REPEATS = Rule(
    "CG103",
    "passage-repeats",
    _W,
    "the passage stands more than once, and the first is taken",
    "A browser goes to the first of several equal passages. The entry does not say which one is meant, so the first "
    "was pinned. Say `occurrence` (from 0), `prefix` or `suffix` to choose. Case, accents and width do not tell "
    "passages apart: a browser finds them equal.",
)
PASSAGE_NOT_DISTINGUISHABLE = Rule(
    "CG104",
    "passage-not-distinguishable",
    _E,
    "no link can single this passage out",
    "The passage repeats, and what stands around it is the same each time as well, so that no text directive finds "
    "this one first and alone. Cite a longer passage, or change the page so that the places differ.",
)
PASSAGE_CROSSES_BLOCK = Rule(
    "CG105",
    "passage-crosses-block",
    _E,
    "the passage runs over the end of a block",
    "All the words are on the page, but they stand in more than one paragraph, list item, table cell or heading, or "
    "on both sides of a line break. A browser looks for a term inside one run of text. Cite a passage of one block.",
)
PASSAGE_NOT_SEARCHABLE = Rule(
    "CG106",
    "passage-not-searchable",
    _E,
    "the words stand only where a browser does not search",
    "The words are in hidden text, in an attribute such as `alt`, or in content that is known only once the page is "
    "built. A browser's text search passes these by. Cite words that a reader sees.",
)
PASSAGE_NOT_WORD_BOUNDED = Rule(
    "CG107",
    "passage-not-word-bounded",
    _E,
    "the passage starts or ends inside a word",
    "A browser finds whole words only, by the word boundaries of Unicode (UAX #29). Extend the passage to the edge "
    "of the word, or cut it back.",
)
PASSAGE_TOO_SHORT = Rule(
    "CG108",
    "passage-too-short",
    _E,
    "the passage is too short to stand as evidence",
    "A few words support nothing, and they turn up again with the next edit. Cite at least 24 characters (8 in "
    "scripts that write no spaces), best a whole sentence. The setting `min_length` changes the limit.",
)
OCCURRENCE_OUT_OF_RANGE = Rule(
    "CG109",
    "occurrence-out-of-range",
    _E,
    "the passage does not stand that many times",
    "`occurrence` counts from 0: the first of three places is 0, the last is 2. Only places that a browser would "
    "find count, and of these only those that `prefix` and `suffix` admit.",
)
PASSAGE_NOT_VERBATIM = Rule(
    "CG110",
    "passage-not-verbatim",
    _N,
    "the passage is found, but not letter for letter",
    "A browser takes case, accents, width and the shape of quotation marks as equal, so the link works. The quoted "
    "words are still not the page's own. `allowlist.json` carries the page's words.",
)
PASSAGE_TRUNCATED = Rule(
    "CG111",
    "passage-truncated",
    _W,
    "the quotation stops right before a condition",
    "The sentence goes on with `unless`, `except`, `but not` or the like, which may turn what it says into its "
    "opposite. Quote the condition too.",
)
PASSAGE_STITCHED = Rule(
    "CG112",
    "passage-stitched",
    _E,
    "an ellipsis joins passages that stand apart",
    "The parts around the ellipsis are on the page, but not the whole as written, so no browser finds it. Cite each "
    "part by itself, or the full passage.",
)

READS_OTHERWISE = Rule(
    "CG113",
    "reads-otherwise",
    _E,
    "what is shown of the citation is not what it says",
    "The quotation, or the passage on the page, holds signs that turn the direction of the text, that steer a "
    "terminal, or that are not seen at all. Who reviews it sees other words than those that are checked. Write the "
    "words without these signs. Isolates that are closed, around text that is written from right to left, are honest, "
    "and so are the joiners of scripts and of emoji.",
)

MALFORMED_DIRECTIVE = Rule(
    "CG201",
    "malformed-directive",
    _E,
    "browsers ignore this text directive",
    "A text directive is `text=[prefix-,]start[,end][,-suffix]`, with each `-`, `,` and `&` inside a term "
    "percent-encoded. A browser drops one that it cannot read, without a word, and shows the top of the page.",
)
DIRECTIVE_NEEDS_ENCODING = Rule(
    "CG202",
    "directive-needs-encoding",
    _E,
    "the words are on the page, but the link does not encode them",
    "The directive finds its passage once `-` is written as `%2D`, `,` as `%2C`, `&` as `%26` and a bare `%` as "
    "`%25`. As it stands, browsers read these as syntax or cannot decode them.",
)
DIRECTIVE_NOT_FOUND = Rule(
    "CG203",
    "directive-not-found",
    _E,
    "the link's words are not on the page",
    "The page is there, but a browser finds no place for this text directive, and shows the top of the page. Link "
    "to words that the page has.",
)
DIRECTIVE_REPEATS = Rule(
    "CG204",
    "directive-repeats",
    _W,
    "the link could mean several places",
    "A browser goes to the first place that the directive fits, and the next edit of the page may put another one "
    "before it. Add words that stand right before (`prefix-,`) or after (`,-suffix`).",
)
DIRECTIVE_NOT_WORD_BOUNDED = Rule(
    "CG205",
    "directive-not-word-bounded",
    _E,
    "a term of the link starts or ends inside a word",
    "The letters are on the page, but a browser finds whole words only. Extend the term to the edge of the word.",
)
ENGINES_DIFFER = Rule(
    "CG206",
    "engines-differ",
    _W,
    "not every browser finds this passage",
    "The engines disagree about this page: one of those named in the setting `engines` does not find the place, or "
    "finds another one first. Cite words around which they agree, or name fewer engines.",
)

UNKNOWN_DOCUMENT = Rule(
    "CG301",
    "unknown-document",
    _E,
    "the cited document does not exist",
    "A document's id is its path under the content folder without its suffix; `index` and `README` stand for their "
    "folder. No document has this id, or the link leads to a page that no document makes.",
)
DUPLICATE_DOCUMENT = Rule(
    "CG302",
    "duplicate-document",
    _E,
    "two files have one document id",
    "Both files would become the same page, so it is not known which one a citation means. Rename or remove one.",
)
PAGE_NOT_BUILT = Rule(
    "CG303",
    "page-not-built",
    _E,
    "the cited document has no page in the built site",
    "With `--site` a citation is decided on the page that ships, and no page was found for this document. It may be a "
    "draft, or the site was not built again, or the generator puts it at an address that citegate does not work out "
    "by itself. Build the site, or name the address in the setting `pages`.",
)
ELEMENT_ID_NOT_FOUND = Rule(
    "CG304",
    "element-id-not-found",
    _E,
    "the element id before the text directive does not exist",
    "In `#id:~:text=…` the id is where a browser goes when it cannot find the text, and all that it uses where text "
    "fragments are not known. No element of the page has it.",
)
TARGET_NOT_CHECKED = Rule(
    "CG305",
    "target-not-checked",
    _N,
    "links to other sites were not checked",
    "These links carry text directives, but lead to pages that are not part of this site. citegate reads only what "
    "it is given.",
)

ALLOWLIST_STALE = Rule(
    "CG401",
    "allowlist-stale",
    _E,
    "allowlist.json is not what this run would write",
    "With `--frozen` nothing is written; the file must already say what the content says. Run `citegate check` "
    "without `--frozen` and commit the result.",
)

CITATION_NOT_ALLOWED = Rule(
    "CG402",
    "citation-not-allowed",
    _E,
    "a citation of an answer names nothing that may be cited",
    "It is neither among the sources of the turn nor in allowlist.json, word for word. The reader gets no link for it.",
)

ABSENT_ON_PAGE = Rule(
    "CG501",
    "absent-on-page",
    _E,
    "the passage is in the source, but not on the page that ships",
    "A browser would find the passage in the document as it is written, but the built page does not have it: a "
    "component leaves it out, a style sheet hides it, or the site was built from an older source.",
)
REPEATS_ON_PAGE = Rule(
    "CG502",
    "repeats-on-page",
    _E,
    "the page that ships repeats the passage, and the source does not",
    "Navigation, a table of contents, a card or a footer says the same words, and a browser counts them too. Where the "
    "passage can still be singled out, its link carries context and this is a warning. Where it cannot, or where a "
    "link leads to the other place, it is an error.",
)
CHANGED_ON_PAGE = Rule(
    "CG503",
    "changed-on-page",
    _E,
    "the generator changed the words of the passage",
    "The built page says nearly this, but not this: quotation marks and dashes were set, an emoji or a footnote number "
    "was put in, or a block was cut in two. A browser finds what the page says. Cite the page's own words. Where "
    "browsers find the passage all the same, this is a note.",
)
BROWSER_INDICATES_NOTHING = Rule(
    "CG504",
    "browser-indicates-nothing",
    _E,
    "a real browser indicates nothing",
    "With `--prove` the link was opened in a real browser, which found no text for it. Scripts may build the page "
    "otherwise than it is served. If the page runs no script, citegate and the browser disagree: please report it, "
    "with the page that `--minimise` cuts down.",
)
BROWSER_INDICATES_OTHER_PASSAGE = Rule(
    "CG505",
    "browser-indicates-other-passage",
    _E,
    "a real browser indicates another passage",
    "With `--prove` the link was opened in a real browser, which indicated other words, or the same words in another "
    "place. Cite a longer passage, or add context.",
)
INDICATION_LOST = Rule(
    "CG506",
    "indication-lost",
    _E,
    "a real browser indicates the passage, and scripts then take it away",
    "With `--prove` the link was opened in a real browser, which found the passage as the page loaded. Scripts then "
    "replaced it (hydration that does not fit the served page, as a rule), so that the reader sees no mark.",
)
DIRECTIVE_LOST = Rule(
    "CG507",
    "directive-lost",
    _E,
    "the page that ships has the link, but without its text directive",
    "The document links to a passage; on the built page the same link leads to the page alone, or to an id that a "
    "generator made of the directive. Its reader is not shown the passage.",
)

NUMBER_OUT_OF_RANGE = Rule(
    "CG601",
    "number-out-of-range",
    _E,
    "an answer cites a number that no source has",
    "The model was given sources with numbers, and made up one. A reader sees the number as plain text.",
)
STATEMENT_UNCITED = Rule(
    "CG602",
    "statement-uncited",
    _W,
    "a statement of an answer has no citation",
    "A citation covers the sentence it stands in or behind; with `--coverage paragraph`, what stands before it too.",
)
NUMBER_DIFFERS = Rule(
    "CG603",
    "number-differs",
    _E,
    "a number or unit of a statement is not that of the cited passage",
    "They are compared exactly: 1,200 is twelve hundred, 1 km is 1000 m, and 5 MB is not 5 GB. Nothing is computed.",
)
NEGATION_OR_QUANTIFIER_DIFFERS = Rule(
    "CG604",
    "negation-or-quantifier-differs",
    _E,
    "a statement denies, generalises or restricts otherwise than the cited passage",
    "“Not”, “all”, “only”, “must”, “at least” or their like stand in one of the two, and not in the other.",
)
PASSAGE_DOES_NOT_SUPPORT = Rule(
    "CG605",
    "passage-does-not-support",
    _E,
    "the cited passage does not say what the statement says",
    "The passage is about something else, or has another name or word. Wording that is only too free is a warning.",
)
ANSWER_WITHOUT_EVIDENCE = Rule(
    "CG606",
    "answer-without-evidence",
    _E,
    "an answer states something and cites nothing",
    "The whole answer has no citation, and does not say that it found nothing: it comes from the model alone.",
)
MODEL_WROTE_URL = Rule(
    "CG607",
    "model-wrote-url",
    _E,
    "an answer has a link or address that the model wrote",
    "A model names sources; links come from citegate. What a model writes as an address may lead nowhere, or anywhere.",
)
ANSWER_CUT_OFF = Rule(
    "CG608",
    "answer-cut-off",
    _E,
    "an answer ends before it is complete",
    "It stops inside a sentence, a token, or a piece of code, or the mark that should end it is missing.",
)
CITATION_MALFORMED = Rule(
    "CG609",
    "citation-malformed",
    _E,
    "a mark of an answer looks like a citation and is none",
    "It is unfinished, or of another form than was asked for. A mark glued to a word (`items[1]`) is a note.",
)

RULES: dict[str, Rule] = {
    rule.code: rule for rule in sorted((v for v in globals().values() if isinstance(v, Rule)), key=lambda r: r.code)
}
"""Every rule by its code, in order of code."""

COULD_NOT_WORK = frozenset({UNREADABLE_SOURCE.code, MALFORMED_MANIFEST.code, NOTHING_CHECKED.code})
"""Findings of these mean that citegate could not do its work: exit code 2 whatever else is found."""
