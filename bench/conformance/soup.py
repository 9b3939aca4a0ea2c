"""Random HTML: block and inline soup with everything that changes what a page's text is."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from random import Random

from bench.conformance import sentences
from bench.conformance.styles import declarations, stylesheet

INLINE = (
    "b",
    "i",
    "em",
    "strong",
    "code",
    "a",
    "span",
    "mark",
    "small",
    "sub",
    "sup",
    "kbd",
    "abbr",
    "q",
    "cite",
    "time",
    "u",
    "s",
    "ins",
    "del",
    "dfn",
    "var",
    "samp",
    "bdi",
    "bdo",
    "label",
    "font",
    "tt",
    "big",
    "x-chip",
    "nobr",
    "data",
    "output",
)
BLOCK = (  # p and div stand more often, as they do in the wild
    "p",
    "p",
    "p",
    "div",
    "div",
    "section",
    "article",
    "h1",
    "h2",
    "h3",
    "h4",
    "blockquote",
    "header",
    "footer",
    "nav",
    "main",
    "aside",
    "address",
    "center",
    "figure",
    "fieldset",
    "form",
    "hgroup",
    "search",
    "x-card",
    "dir",
    "listing",
)
HIDERS = (
    "hidden",
    "inert",
    "style=display:none",
    "style=visibility:hidden",
    "aria-hidden=true",
    "style=opacity:0",
    "style=font-size:0",
    "hidden=until-found",
    "style='position:absolute;left:-9999px'",
    "style='height:0;overflow:hidden'",
    "popover",
    "style='clip:rect(0,0,0,0);position:absolute'",
    "style=content-visibility:hidden",
    "style=content-visibility:auto",
    "style=visibility:collapse",
    "style='transform:scale(0)'",
    "style='width:0;overflow:hidden'",
    "style=text-indent:-999px",
    "style='max-height:0;overflow:hidden'",
    "style='color:transparent'",
    "style='user-select:none'",
)
VOID_WIDGETS = (
    *("<br>", "<wbr>") * 3, "<img alt=picture>", "<img>", "<input type=checkbox>", "<input placeholder='type here'>",
    "<i></i>", "<script>var scripted = 1</script>", "<style>.none{color:red}</style>",
    "<svg width=9 height=9><title>t</title></svg>", "<math><mi>x</mi><mo>=</mo><mn>42</mn></math>",
    "<iframe></iframe>", "<hr>", "<span style=display:inline-block></span>", "<picture><img alt=p></picture>",
    "<embed>",
)  # fmt: skip
"""Things between words."""
WIDGETS = (
    "<textarea>{}</textarea>", "<select><option>{}<option>two</select>",
    "<select size=2><option>{}<option>two</select>", "<template>{}</template>", "<noscript>{}</noscript>",
    "<svg width=9 height=9><text y=9>{}</text></svg>", "<math><mtext>{}</mtext></math>", "<object>{}</object>",
    "<video>{}</video>", "<audio>{}</audio>", "<canvas>{}</canvas>", "<progress>{}</progress>", "<meter>{}</meter>",
    "<span style=display:inline-block>{}</span>", "<span style=float:left>{}</span>", "<span hidden>{}</span>",
    "<span style=visibility:hidden>{}</span>", "<span inert>{}</span>", "<i style=position:absolute>{}</i>",
    "<datalist><option>{}</datalist>", "<button>{}</button>", "<label><input type=radio>{}</label>",
    "<span style=display:contents>{}</span>", "<select><optgroup label='og'>{}</select>",
    "<details><summary>{}</summary></details>",
)  # fmt: skip
"""Things between words that hold text."""
MAX_DEPTH = 4  # of nested blocks


@dataclass(slots=True)
class Soup:
    """Writes one page's body. The taste says how often each ingredient is taken, 0 to 1."""

    random: Random
    css: float = 0.1
    hidden: float = 0.06
    widgets: float = 0.05
    marks: float = 0.35
    invisible: float = 0.02
    foreign: float = 0.3
    shadow: float = 0.0
    astral: bool = False
    said: list[str] = field(default_factory=list)

    def chance(self, likelihood: float) -> bool:
        """True that often."""
        return self.random.random() < likelihood

    def phrase(self) -> str:
        """A few words, or a sentence, or a changed copy of one that was said before."""
        pick = self.random
        if self.astral and self.chance(0.3):
            return pick.choice(sentences.ASTRAL)
        if self.said and self.chance(0.15):
            return disguised(pick.choice(self.said), pick)
        if self.chance(0.2):
            text = " ".join(pick.choices(sentences.TRAPS, k=pick.randint(1, 4)))
        else:
            text = pick.choice(sentences.OTHERS if self.chance(self.foreign) else sentences.ENGLISH)
            if self.chance(0.5):
                words = text.split(" ")
                at = pick.randrange(len(words))
                text = " ".join(words[at : at + pick.randint(1, 6)])
        self.said.append(text)
        return text

    def text(self) -> str:
        """A phrase as an author may write it."""
        text = self.phrase()
        written = []
        for char in text:
            if char in "<&" or (char in sentences.ENTITIES and self.chance(0.1)):
                written.append(sentences.ENTITIES[char])
            elif char == " " and self.chance(0.05):
                written.append(self.random.choice(sentences.SPACES))
            else:
                written.append(char)
            if self.chance(self.invisible * 0.2):
                written.append(self.random.choice(sentences.INVISIBLE))
        return "".join(written)

    def gap(self) -> str:
        """What stands between two pieces."""
        return self.random.choice(("", " ", " ", " ", "\n", "\n  "))

    def attributes(self) -> str:
        """Attributes of an element."""
        parts = []
        if self.chance(self.hidden):
            parts.append(self.random.choice(HIDERS))
        elif self.chance(self.css):
            parts.append(f'style="{declarations(self.random)}"')
        if self.chance(self.css * 2):
            parts.append(f"class=c{self.random.randrange(8)}")
        if self.chance(0.03):
            parts.append("lang=" + self.random.choice(("ja", "de", "tr", "zh", "en", "sv", "th")))
        if self.chance(0.03):
            parts.append(f"id=i{self.random.randrange(9)}")
        if self.chance(0.01):
            parts.append("dir=rtl")
        return "".join(" " + part for part in parts)

    def inline(self, depth: int = 0) -> str:
        """Phrasing content."""
        parts = []
        for _ in range(self.random.randint(1, 4)):
            if depth < 3 and self.chance(self.marks):
                parts.append(self.marked(depth))
            elif self.chance(self.widgets):
                parts.append(self.widget())
            else:
                parts.append(self.text())
            parts.append(self.gap())
        return "".join(parts)

    def marked(self, depth: int) -> str:
        """An inline element; often round a part of a word or of a phrase."""
        name = self.random.choice(INLINE)
        text = self.inline(depth + 1) if self.chance(0.5) else self.text()
        if self.chance(0.3):
            at = self.random.randrange(len(text) + 1)
            before, inside = text[:at], text[at:]
            if not any(char in text for char in "<&"):
                return f"{before}<{name}{self.attributes()}>{inside}</{name}>"
        return f"<{name}{self.attributes()}>{text}</{name}>"

    def widget(self) -> str:
        """A thing between words that is no plain text."""
        text, pick = self.text, self.random
        words = pick.choice(sentences.ENGLISH)
        control = pick.choice(
            ("hidden", "submit", "reset", "button", "radio", "range", "color", "file", "search", "date")
        )
        makers = (
            f"<!-- {words} -->",
            f"<input value='{pick.choice(('some value', 'x', ''))}'>",
            f"<input type={control} value=vvv>",
            f"<ruby>漢字<rp>(</rp><rt>{pick.choice(('かんじ', 'kanji'))}</rt><rp>)</rp></ruby>",
            *VOID_WIDGETS,
            *(widget.replace("{}", text()) for widget in pick.choices(WIDGETS, k=20)),
        )
        return pick.choice(makers)

    def block(self, depth: int = 0) -> str:
        """Flow content."""
        pick = self.random
        roll = pick.random()
        if roll < 0.09:
            return self.listing(depth)
        if roll < 0.16:
            return self.table(depth)
        if roll < 0.20:
            return self.preformatted()
        if roll < 0.20 + self.widgets:
            return self.disclosure(depth)
        if roll < 0.20 + self.widgets + self.shadow:
            return self.host(depth)
        name = pick.choice(BLOCK)
        inner = self.inline() if name in ("p", "h1", "h2", "h3", "h4") or depth >= MAX_DEPTH else self.flow(depth + 1)
        return f"<{name}{self.attributes()}>{inner}</{name}>"

    def flow(self, depth: int = 0) -> str:
        """Blocks, or text, or both."""
        parts = []
        for _ in range(self.random.randint(1, 3 if depth else 6)):
            parts.append(self.inline() if depth and self.chance(0.45) else self.block(depth))
            parts.append(self.random.choice(("", "\n", " ")))
        return "".join(parts)

    def listing(self, depth: int) -> str:
        """A list of some kind."""
        kind = self.random.choice(("ul", "ol", "dl", "menu"))
        items = []
        for number in range(self.random.randint(1, 4)):
            tag = ("dt", "dd")[number % 2] if kind == "dl" else "li"
            inner = self.block(depth + 1) if depth < MAX_DEPTH and self.chance(0.2) else self.inline()
            items.append(f"<{tag}{self.attributes()}>{inner}" + self.random.choice((f"</{tag}>", "", "\n")))
        return f"<{kind}{self.attributes()}>{''.join(items)}</{kind}>"

    def table(self, depth: int) -> str:
        """A table; now and then with text where none may stand."""
        rows = []
        for _ in range(self.random.randint(1, 3)):
            cells = []
            for _ in range(self.random.randint(1, 3)):
                tag = self.random.choice(("td", "td", "th"))
                inner = self.block(depth + 1) if depth < MAX_DEPTH and self.chance(0.1) else self.inline(2)
                cells.append(f"<{tag}{self.attributes()}>{inner}" + self.random.choice((f"</{tag}>", "")))
            rows.append(f"<tr{self.attributes()}>" + self.gap().join(cells) + "</tr>")
        inner = "".join(rows)
        if self.chance(0.3):
            inner = f"<thead>{rows[0]}</thead><tbody>{''.join(rows[1:])}</tbody>"
        if self.chance(0.2):
            inner = f"<caption{self.attributes()}>{self.text()}</caption>" + inner
        if self.chance(0.08):
            inner = self.text() + inner
        return f"<table{self.attributes()}>{inner}</table>"

    def preformatted(self) -> str:
        """Text whose white space counts."""
        lines = "\n".join(
            self.text() + self.random.choice(("", "  # x", "\tend")) for _ in range(self.random.randint(1, 3))
        )
        name = self.random.choice(("pre", "pre", "textarea", "pre", "xmp"))
        if name == "pre" and self.chance(0.5):
            lines = f"<code>{lines}</code>"
        return f"<{name}{self.attributes()}>{self.random.choice(('', chr(10)))}{lines}</{name}>"

    def disclosure(self, depth: int) -> str:
        """What opens and closes."""
        inner = self.flow(min(depth + 2, MAX_DEPTH))
        opened = self.random.choice(("", " open"))
        captioned = f"{inner}<figcaption>{self.text()}</figcaption>"
        shapes = (
            f"<details{opened}><summary{self.attributes()}>{self.text()}</summary>{inner}</details>",
            f"<details{opened}>{inner}</details>",
            f"<dialog{opened}>{inner}</dialog>",
            f"<fieldset><legend>{self.text()}</legend>{inner}</fieldset>",
            f"<figure>{captioned}</figure>",
        )
        return self.random.choice(shapes)

    def host(self, depth: int) -> str:
        """A declarative shadow tree."""
        mode = self.random.choice(("open", "closed"))
        slot = self.random.choice(("<slot></slot>", "<slot name=a></slot>", "", f"<slot>{self.text()}</slot>"))
        inside = f"<p>{self.text()}</p>{slot}{self.inline(2)}"
        if self.chance(0.3):
            inside = f"<style>:host{{{declarations(self.random)}}} p{{{declarations(self.random)}}}</style>" + inside
        light = f"<b slot=a>{self.text()}</b> {self.inline(2)}"
        name = self.random.choice(("div", "x-host", "span", "p"))
        return f"<{name}><template shadowrootmode={mode}>{inside}</template>{light}</{name}>"

    def head(self) -> str:
        """A style sheet, on some pages."""
        return f"<style>{stylesheet(self.random)}</style>" if self.chance(self.css * 4) else ""


def disguised(text: str, random: Random) -> str:
    """The text again, or one that a careless reader takes for it."""
    kind = random.randrange(7)
    if kind == 0:
        return text.upper()
    if kind == 1:
        return text.lower()
    if kind == 2:
        return "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))
    if kind == 3:
        return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" and char not in "<&" else char for char in text)
    if kind == 4:
        return unicodedata.normalize(random.choice(("NFD", "NFC", "NFKC")), text)
    if kind == 5:
        return text.replace("'", "’").replace("-", "‑").replace("o", "0")
    return text
