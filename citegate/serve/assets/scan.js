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
const token = (size, form, references = [], label = "") => ({ size, form, references, label });
const unknown = (size) => token(size, "unknown-form");
const unfinished = (size) => token(size, "unfinished");
const refer = (kind, value, passage = "") => [{ kind, value, passage }];

// One reference for each number of a list, each once; a range that is too long stands for its ends. None when a range
// runs backwards.
function numbers(listed, kind) {
  const found = new Set();
  for (const [, first, last = first] of listed.matchAll(/(\d+)(?:\s?[-–]\s?(\d+))?/g)) {
    if (+first > +last) return [];
    for (let each = +first; each <= last; each += last - first < RANGE_LIMIT ? 1 : last - first) found.add(each);
  }
  return [...found].flatMap((each) => refer(kind, `${each}`));
}

// A mark without words of its own that stands at the beginning, or one in brackets.
function readMark(words) {
  const [open] = /^\[ ?(?=[[【{#])/.exec(words) ?? [];
  const inner = open && readMark(words.slice(open.length));
  if (inner) {
    const size = open.length + inner.size;
    const [close] = /^ ?\]/.exec(words.slice(size)) ?? [];
    if (close) return token(size + close.length, inner.form === "number" ? "double" : inner.form, inner.references);
  }
  const [whole, ...found] = TOKEN.exec(words) ?? [];
  if (whole) {
    const at = found.findIndex((each) => each);
    const form = FORMS[at];
    const kind = at > 7 ? "citation-id" : /^[idp]/.test(form) || at === 6 ? "id" : "number";
    const references =
      at < 6
        ? numbers(found[at], kind)
        : found[at].split("\uE202").flatMap((each) => (at !== 7 || /^turn\d+[a-z]+\d+$/.test(each) ? refer(kind, each) : []));
    if (references[0]) return token(whole.length, form, references);
  }
  const other = UNKNOWN.exec(words);
  return other && unknown(other[0].length);
}

// `feed` takes a piece of an answer, and gives back its words (texts) and its tokens, in order, as far as they are
// decided. `known` has hasPassage and beginsPassage: where a passage that has brackets of its own ends.
export function createScanner(known) {
  const blocks = createBlocks();
  let text = "\n"; // what is not decided, and what stands before it; the line end stands before the answer
  let pos = 1;
  let isLast, isWhole, words;

  function* scan(chunk, last) {
    text = text.slice(Math.max(0, pos - 99)) + blocks(chunk, last);
    pos = Math.min(pos, 99);
    isLast = last;
    let from = pos;
    for (;;) {
      SPECIAL.lastIndex = pos;
      const found = SPECIAL.exec(text);
      pos = found ? found.index : text.length;
      const next = found && step(found[0]);
      if (next == null) break;
      if (next.form) {
        yield text.slice(from, pos);
        from = pos + next.size;
        yield { ...next, text: text.slice(pos, from) };
      }
      pos += next.size ?? next;
    }
    yield text.slice(from, pos);
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
      if (link?.form === "quoted-url") return 1; // no image
      return link == null ? link : 1 + (link.size ?? link);
    }
    if (mark === "[") {
      const link = readLink(words);
      if (link !== 0) return link;
    }
    const found = readMark(words);
    if (found) {
      const before = text.slice(Math.max(0, pos - 99), pos);
      if (mark === "[" && words[found.size] === ":" && DEFINES.test(before)) return 1;
      if (/^(?:number|double)$/.test(found.form) && GLUED.test(before)) {
        if (!isWhole && UNDECIDED.test(words)) return;
        if (!CLAUSE_END.test(words)) return found.size;
      }
      return found;
    }
    if (isWhole || /^(?:\[|【[^【】]*】|\{[^{}]*\}|\{\{[^{}]*\}[^]|[\uE201\uE202]|\uE200[^]*[\s\uE200])/.test(words)) return /[\uE200-\uE202]/.test(mark) ? unfinished(/^(?:\uE200[\w:\uE202-]*|.)/.exec(words)[0].length) : size;
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
        if (parts[2]) return token(size, "quoted-url", refer("url", target, oneLine(label)), label);
        if (!/^kb:/i.test(target)) return size;
        let document = target.slice(3).split(/[#?]/)[0];
        try {
          document = decodeURIComponent(document);
        } catch {
          // left as it is written
        }
        return token(size, "kb-link", refer("document", document.trim()), label);
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
    if (rest[end] !== "]") return unfinished(end < 0 && isLast && pos + words.length === text.length ? words.length - 1 : 7 + /^(?:[^|[\]\n]{0,199}\||)/.exec(rest)[0].length);
    const parts = () => {
      const [document, ...passage] = rest.slice(0, end).split("|");
      return [document.trim(), oneLine(passage.join("|")), passage[0] != null];
    };
    while (!known.hasPassage(...parts())) {
      end = known.beginsPassage(...parts()) ? rest.indexOf("]]", end + 1) : -2;
      if (end === -1 && !isWhole) return;
      if (end < 0) {
        end = first;
        // "]]]" behind an open bracket of the passage
        while (1) {
          const after = rest[end + 2];
          if (!/\[[^\]]*$/.test(rest.slice(0, end))) break;
          if (!after && !isWhole) return;
          if (after !== "]") break;
          end++;
        }
        break;
      }
    }
    const [document, passage, isPassage] = parts(end);
    return document && (passage || !isPassage) ? token(end + 9, isPassage ? "cite-passage" : "cite-id", refer(isPassage ? "passage" : "citation-id", document, passage)) : unknown(end + 9);
  }

  return scan;
}
