"""Sentences of an answer, the citations that belong to them, which of them state something, and what they quote."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citegate.answers.audit import Turn, audit
from citegate.answers.audit_quotes import has_quotation, quotations
from citegate.answers.audit_sentences import split
from citegate.answers.audit_text import read
from citegate.answers.coverage import asserts, is_talk
from citegate.answers.resolve import Resolver
from citegate.answers.sources import TurnSources
from citegate.answers.stream import citations, read_answer
from citegate.model import SourceText
from citegate.model.answer import SourceRecord, SourceType

RECORDS = [SourceRecord(number, SourceType.DOCUMENT, f"d{number}", "T", f"Words {number}.") for number in range(1, 10)]

SENTENCES = [
    ("Dr. Holm came. He left at 5 p.m. It was late.", ["Dr. Holm came.", "He left at 5 p.m.", "It was late."]),
    ("See Fig. 3 and No. 5. Version v1.2 is out.", ["See Fig. 3 and No. 5.", "Version v1.2 is out."]),
    ("It is 3.5 m, e.g. here. Smith et al. say so.", ["It is 3.5 m, e.g. here.", "Smith et al. say so."]),
    ("Really?! Yes. Nice 🎉", ["Really?!", "Yes.", "Nice 🎉"]),
    ("他来了。第二句！“你好。”他说。", ["他来了。", "第二句！", "“你好。”", "他说。"]),
    ("これは文です。次の文です。", ["これは文です。", "次の文です。"]),
    ("1. Do it. 2. Then go.", ["1. Do it.", "2. Then go."]),
]

PLACES = [
    ("Alpha is one [1]. Beta is two [2].", [("Alpha is one.", "1"), ("Beta is two.", "2")]),
    ("Alpha is one. [1] Beta is two. [2]", [("Alpha is one.", "1"), ("Beta is two.", "2")]),
    ("Alpha is one.[1][2] Beta is two.", [("Alpha is one.", "12"), ("Beta is two.", "")]),
    ("Alpha is one [1]. [2] says that beta is two.", [("Alpha is one.", "1"), ("says that beta is two.", "2")]),
    ("[1] says that alpha is one.", [("says that alpha is one.", "1")]),
    ("Alpha [1] is one, and beta [2] is two.", [("Alpha is one, and beta is two.", "12")]),
    ("He said “alpha.” [1] Then he left.", [("He said “alpha.”", "1"), ("Then he left.", "")]),
    ("甲是一。[1]乙是二。【2】", [("甲是一。", "1"), ("乙是二。", "2")]),
    ("- alpha [1]\n- beta\n  [2]\n", [("alpha", "1"), ("beta", "2")]),
    ("| a | b |\n|---|---|\n| one | x [1] |\n| two | y |\n", [("a\tb", ""), ("one\tx", "1"), ("two\ty", "")]),
    ("| a |\n|---|\n| [[cite:d1|Words 1]] one |\n", [("a", ""), ("one", "1")]),
    ("---\ntitle: no front matter\n---\n\nAlpha [1].", [("title: no front matter", ""), ("Alpha.", "1")]),
    ("**Alpha** is `x[2]` one [1].", [("Alpha is x[2] one.", "1")]),
    ("> Alpha is one [1].\n> Beta is two.", [("Alpha is one.", "1"), ("Beta is two.", "")]),
    ("# Head [1]\n\nAlpha.", [("Head", "1"), ("Alpha.", "")]),
    ("```\ncode [1]\n```\n\nAlpha [2].", [("Alpha.", "2")]),
]

STATEMENTS = [
    ("The ferry leaves at nine.", True),
    ("The fee is 12 crowns.", True),
    ("Yes.", False),
    ("Of course!", False),
    ("Does the ferry leave at nine?", False),
    ("Would you like to know more about the ferry?", False),
    ("Hello, and welcome to the harbour!", False),
    ("History shows that the pier was moved.", True),
    ("Hidden rocks lie before the entrance.", True),
    ("Here is a summary of the rules:", False),
    ("The rules are as follows:", False),
    ("I could not find anything about the museum.", False),
    ("I couldn’t find that in the sources provided.", False),
    ("Unfortunately, the documents do not mention the price.", False),
    ("Sorry, but I don't know when it opens.", False),
    ("The provided sources contain no information about parking.", False),
    ("There is no information about this in the context.", False),
    ("I could not find the price, but the ferry leaves at nine every day.", True),
    ("However, keep in mind that prices aren't listed in the sources.", False),
    ("The opening hours are not given in any of the provided documents.", False),
    ("No swimming is allowed in the harbour basin.", True),
    ("Let me know if you need anything else.", False),
    ("Feel free to ask for more details.", False),
    ("If you need more details, just ask.", False),
    ("If the lamp is red, the bridge is closed to all traffic.", True),
    ("Please contact the harbour office for the exact times.", False),
    ("You may want to check with the harbour office first.", False),
    ("I hope this helps with your trip!", False),
    ("Note that the pier is closed in winter.", True),
    ("Based on the documents, the fee is due in May.", True),
    ("船票价格是十二元。", True),
    ("末班船几点开出？", False),
    ("您好！", False),
    ("很抱歉，我没有找到相关信息。", False),
    ("提供的资料中没有提到博物馆。", False),
    ("上传的文件不得超过五兆。", True),
    ("请注意，潜水者必须持有许可证。", True),
    ("如果您还有其他问题，请随时告诉我。", False),
    ("希望以上信息对您有所帮助。", False),
    ("以下是相关规定：", False),
]

FORM = "Form is emptiness. Fees are due monthly, and “late” fees are 5 % more. 空即是色，色即是空。"
QUOTED = [
    ('The page says "fees are due monthly” [1].', True),
    ("The page says “Fees are due monthly.”", True),
    ("The page says „fees are due monthly“.", True),
    ("The page says «fees are due monthly».", True),
    ("The page says »fees are due monthly«.", True),
    ("The page says ‘fees are due monthly’.", True),
    ("The page says “[f]ees are due … 5 % more”.", True),
    ("书中说“空即是色，色即是空”。", True),
    ("书中说「空即是色，色即是空」。", True),
    ("It states “form is never empty at all”【1】.", False),
    ('It states "form is never empty at all".', False),
    ("It states ‘form is never empty at all’.", False),
    ("It states “5 % more … fees are due”.", False),
    ("It states “ees are due month”.", False),
    ("书中说「空不是色，色不是空」。", False),
    ("书中说『一切都是真实的』。", False),
]


@pytest.mark.parametrize(("text", "expected"), SENTENCES)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [text[span.start : span.end] for span in split(text)] == expected


@pytest.mark.parametrize(("text", "expected"), PLACES)
def test_a_citation_belongs_to_its_sentence(text: str, expected: list[tuple[str, str]]) -> None:
    taken = read(SourceText("a.md", text), citations(read_answer(text, Resolver(RECORDS))))
    found = [
        (each.text.strip(), "".join(str(event.records[0].index) for event in each.events)) for each in taken.statements
    ]
    assert found == expected
    assert taken.loose == ()
    for each in taken.statements:
        written = text[each.span.start : each.span.end]
        assert each.text.split()[0].strip("*.,。") in written


@pytest.mark.parametrize(("text", "expected"), STATEMENTS)
def test_what_states_something(text: str, expected: bool) -> None:
    taken = read(SourceText("a.md", text), ())
    assert asserts(taken.statements) == (expected,) * len(taken.statements)


def test_a_list_of_sources_states_nothing() -> None:
    text = (
        "The ferry leaves at nine.\n\n## Sources\n\n1. The guide to the ferry and its harbour\n2. The book of the sea\n"
    )
    assert asserts(read(SourceText("a.md", text), ()).statements) == (True, False, False, False)


def test_talk_is_told_by_whole_words() -> None:
    assert is_talk("Hi there, how are you")
    assert not is_talk("Hikers cross the pass in June")


@pytest.mark.parametrize(("sentence", "expected"), QUOTED)
def test_quotations(sentence: str, expected: bool) -> None:
    (words,) = quotations(sentence)
    assert has_quotation(words, ["Something else.", FORM]) is expected


def test_a_term_is_no_quotation() -> None:
    assert quotations('Click "Save", or the word “late”; it is 5" wide and 6" high. ‘Tis the boat’s bell.') == ()


REPORTED = Path(__file__).parents[2] / "answers" / "data" / "reports.jsonl"


def test_quotations_that_people_met() -> None:
    rows = [json.loads(line) for line in REPORTED.read_text(encoding="utf-8").split("\n") if line]
    rows = [row for row in rows if row["kind"] == "answer-quotes"]
    assert len(rows) == 2
    for row in rows:
        records = [
            SourceRecord(int(number), SourceType.DOCUMENT, number, "", html.removeprefix("<p>").removesuffix("</p>"))
            for number, html in row["input"]["sources"].items()
        ]
        report = audit(SourceText("a.md", row["input"]["answer"]), Turn(Resolver(TurnSources(records))))
        codes = {finding.rule.code for finding in report.findings}
        assert codes == ({"CG101"} if row["outcome"] == "not_found" else set()), row["case"]
