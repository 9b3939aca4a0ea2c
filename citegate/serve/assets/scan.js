// The citation tokens of a model's answer, read while it arrives: the same as answers/tokens.py, in less code. Where
// that file asks what may still become something, this one waits a little longer; what comes out is the same.

import { CODE, END, LIMIT, createBlocks } from "./blocks.js";

const RANGE_LIMIT = 100; // numbers that a range may stand for

// What may begin something; the end of the text is followed by who knows what.
const SPECIAL =
  /[[【\uE200-\uE202\uFFFE]|\\(?=[!-~]|$)|`+|!(?=\[|$)|\{(?=[{\da-f]|$)|<(?=[a-z/!]|$)|#(?=#|$)|(?<=[a-z]):(?=\/\/|\/?$)/gi;
// What is passed over as a whole: what is escaped, code, elements that hold no token, tags, comments, URLs.
const ATTRIBUTES = `(?:\\s(?:"[^"]*"|'[^']*'|[^"'<>[\\]])*)?`;
const PASSED = `\\\\[^]|(?<!\`)(\`+)(?!\`)[^]*?(?<!\`)\\1(?=[^\`])|<!(?=--)[^]*?-->|<(code|pre|button|a)${ATTRIBUTES}(?<!/)>[^]*?(?:</\\2>|\uFFFF|$)|</?[A-Z][A-Z0-9-]*${ATTRIBUTES}/?>|<[A-Z][A-Z0-9+.-]{1,31}:[^\\s<>]*>|://(?:[!#-'*-;=?-Z_a-z~]+|(?<=[\\w=/&\\]-])\\[[\\w.-]{0,32}\\])*(?:\\[[\\w.-]{0,32}$)?`;
const ALL_PASSED = RegExp(PASSED, "gi");
const PASSED_HERE = RegExp(`^(?:${PASSED})`, "i");
const DESTINATION =
  /^(?:\((?:\s*(?:<([^<>\n]*)>|(kb:[^()<>"\n]*|(?:[^\s()<\\]|\\\S|\([^\s()]*\))*))(?:\s*(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*)\)|\{(https?:\/\/[^\s{}]+)\})/;
const GLUED = /[\wÀ-\u036fḀ-ỿ](?:\[+[^[\]^:]*\]+)*$/;
const DEFINES = /[\n\uFFFF](?:[ >*+-]|\d+[.)])*$/;
const UNDECIDED = /^[\d\s,;，、；[\]–-]*[^]{0,7}$/;
const CLAUSE_END =
  /^(?:\[{1,2}\s?\d[\d\s,;，、；–-]*\]{1,2})+(?!\])[*_~]*(?:[ \t\r]*[\n\uFFFF]|[.,;:!?]+(?!\w)|['")\]}|\x7f-\uffff]|<[/b])/;
const RANGE = "\\d{1,9}(?:\\s?[-–]\\s?\\d{1,9})?";
const LIST = `(${RANGE}(?:\\s?[,;，、；]\\s?(?:\\^|citation:\\s?|ID:\\s?)?${RANGE})*)`;
// One group for each of FORMS.
const TOKEN = RegExp(
  `^(?:\\[(?:\\s?${LIST}\\s?|\\^${LIST}|citation:\\s?${LIST}|ID:\\s?${LIST})\\]|##(\\d{1,9})\\$\\$|【\\s?(?:${LIST}|(\\d{1,9}:\\d{1,9}))\\s?(?:†[^【】\\n]*)?】|\uE200[^\uE200-\uE202\\s]*cite\uE202([^\uE200\uE201\\s]*)\uE201|\\{([\\da-f]{12})}|\\{\\{([\\da-f]{12})}})`,
);
const FORMS = ["number", "footnote", "citation", "id", "dollar", "lenticular", "lenticular", "private", "brace-id", "brace-id"];
const NAMES = "(?:(?:source|reference|ref|doc|document|footnote|chunk|passage|citation|cite)s?|src|cit|fn)";
const UNKNOWN = RegExp(
  `^(?:\\[(?:${NAMES}\\s?[:#=]?\\s?${LIST}|cite_(?:start|end))\\]|\\{\\{\\s?(?:${NAMES}\\s?[:|=#_ -][^{}\\n]*|${LIST})}}|\uE200[^\uE200\uE201\\s]*\uE201)`,
  "i",
);

export const oneLine = (words) => words.replace(/[ \t\r]*\n[ \t>]*/g, " ").trim();
// A token is [its size, its references, its form, its label]; one that is malformed has no references. A reference is
// [how it is looked up, what, passage]: by number, passage, citation id, document, URL, or any id.
const malformed = (size) => [size, []];

// One reference for each number of a list, each once; a range that is too long stands for its ends. None when a range
// runs backwards.
function numbers(listed, kind) {
  const found = new Set();
  for (const [, first, last = first] of listed.matchAll(/(\d+)(?:\s?[-–]\s?(\d+))?/g)) {
    if (+first > +last) return [];
    for (let each = +first; each <= last; each += last - first < RANGE_LIMIT ? 1 : last - first) found.add(each);
  }
  return [...found].map((each) => [kind, `${each}`]);
}

// A mark without words of its own that stands at the beginning, or one in brackets.
function readMark(words) {
  const [open] = /^\[ ?(?=[[【{#])/.exec(words) ?? [];
  const inner = open && readMark(words.slice(open.length));
  if (inner) {
    const size = open.length + inner[0];
    const [close] = /^ ?\]/.exec(words.slice(size)) ?? [];
    if (close) return [size + close.length, inner[1], inner[2] === "number" ? "double" : inner[2]];
  }
  const [whole, ...found] = TOKEN.exec(words) ?? [];
  if (whole) {
    const at = found.findIndex((each) => each);
    const kind = "nnniiniicc"[at];
    const references =
      at < 6
        ? numbers(found[at], kind)
        : found[at]
            .split("\uE202")
            .filter((each) => at !== 7 || /^turn\d+[a-z]+\d+$/.test(each))
            .map((each) => [kind, each]);
    if (references[0]) return [whole.length, references, FORMS[at]];
  }
  const other = UNKNOWN.exec(words);
  return other && malformed(other[0].length);
}

// A function that takes the next piece of an answer, and whether it is the last. What is decided goes to `add`, in
// order: words, or a token's words and parts. Where a passage that has brackets of its own ends is told by
// `hasPassage`, in the documents of `bracketed`.
export function createScanner(hasPassage, bracketed, add) {
  const blocks = createBlocks();
  let text = "\n".repeat(99); // what is not decided, behind the 99 code units before it; line ends before the answer
  let pos = 99;
  let isLast, isWhole, words;

  function scan(chunk, last) {
    text = text.slice(pos - 99) + blocks(chunk, last);
    pos = 99;
    isLast = last;
    let from = pos;
    for (;;) {
      SPECIAL.lastIndex = pos;
      const found = SPECIAL.exec(text);
      pos = found ? found.index : text.length;
      const next = found && step(found[0]);
      if (next == null) break;
      if (next[0]) {
        add(text.slice(from, pos));
        from = pos + next[0];
        add(text.slice(pos, from), ...next);
      }
      pos += next[0] ?? next;
    }
    add(text.slice(from, pos));
  }

  // What stands at `pos`, and begins with `mark`: a token, or the size of a text; nothing when more must come.
  function step(mark) {
    const size = mark.length;
    if (mark === CODE) return text.indexOf(END, pos) + 1 - pos;
    words = text.substr(pos, LIMIT);
    const end = words.indexOf(END) + 1;
    if (end) words = words.slice(0, end);
    isWhole = end || words.length === LIMIT;
    const passed = PASSED_HERE.exec(words)?.[0].length;
    if (passed) return passed < words.length || isWhole ? passed : null;
    if (/^\[\[cite:/i.test(words)) return cite();
    if (mark === "!") {
      const link = readLink(words.slice(1));
      if (link?.[2] === "quoted-url") return 1; // no image
      return link == null ? link : 1 + (link[0] ?? link);
    }
    if (mark === "[") {
      const link = readLink(words);
      if (link !== 0) return link;
    }
    const found = readMark(words);
    if (found) {
      const before = text.slice(pos - 99, pos);
      if (mark === "[" && words[found[0]] === ":" && DEFINES.test(before)) return 1;
      if (/^nu|^dou/.test(found[2]) && GLUED.test(before)) {
        if (!isWhole && UNDECIDED.test(words)) return;
        if (!CLAUSE_END.test(words)) return found[0];
      }
      return found;
    }
    if (isWhole || /^(?:\[|【[^【】]*】|\{[^{}]*\}|\{\{[^{}]*\}[^]|[\uE201\uE202]|\uE200[^]*[\s\uE200])/.test(words)) return /[\uE200-\uE202]/.test(mark) ? malformed(/^(?:\uE200[\w:\uE202-]*|.)/.exec(words)[0].length) : size;
  }

  // The link that the words begin with, or the size of one that is no token; 0 when they begin with none.
  function readLink(words) {
    const plain = words.replace(ALL_PASSED, (found) => "-".repeat(found.length));
    let depth = 0;
    for (const { 0: char, index } of plain.matchAll(/[[\]]/g)) {
      depth += char === "[" ? 1 : -1;
      if (depth > 9) return 0;
      if (!depth) {
        const next = plain[index + 1];
        const inner = plain.slice(0, index);
        if (!isWhole && (!next || /[`<]/.test(inner))) return;
        if (!/[({]/.test(next) || /[^!]\[[^[\]]*\]\(/.test(inner)) return 0;
        const [found, ...parts] = DESTINATION.exec(words.slice(index + 1)) ?? [];
        if (!found) break;
        const label = words.slice(1, index);
        const target = parts.find((each) => each) ?? "";
        const size = index + 1 + found.length;
        if (parts[2]) return [size, [["u", target, oneLine(label)]], "quoted-url", label];
        if (!/^kb:/i.test(target)) return size;
        let document = target.slice(3).split(/[#?]/)[0];
        try {
          document = decodeURIComponent(document);
        } catch {
          // left as it is written
        }
        return [size, [["d", document.trim()]], "kb-link", label];
      }
    }
    return isWhole ? 0 : null;
  }

  function cite() {
    const rest = words.slice(7);
    const first = rest.search(/]]|\[\[cite:/);
    let end = first;
    if (end < 0 && !isWhole) return;
    // At the end of the answer half a token is not shown; elsewhere its mark is not, and its words stay.
    if (rest[end] !== "]")
      return malformed(end < 0 && isLast && pos + words.length === text.length ? words.length - 1 : 7 + /^(?:[^|[\]\n]{0,199}\||)/.exec(rest)[0].length);
    const parts = () => {
      const [document, ...passage] = rest.slice(0, end).split("|");
      return [document.trim(), oneLine(passage.join("|")), passage[0] != null];
    };
    while (!hasPassage(...parts())) {
      end = bracketed[parts()[0]] ? rest.indexOf("]]", end + 1) : -2;
      if (end === -1 && !isWhole) return;
      if (end < 0) {
        // "]]]" behind an open bracket of the passage
        for (end = first; /\[[^\]]*$/.test(rest.slice(0, end)); end++) {
          const after = rest[end + 2];
          if (!after && !isWhole) return;
          if (after !== "]") break;
        }
        break;
      }
    }
    const [document, passage, isPassage] = parts();
    return document && (passage || !isPassage)
      ? [end + 9, [[isPassage ? "p" : "c", document, passage]], isPassage ? "cite-passage" : "cite-id"]
      : malformed(end + 9);
  }

  return scan;
}
