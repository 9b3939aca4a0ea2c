// The citation tokens of a model's answer, read while it arrives: the same as answers/tokens.py, in less code. Where
// that file asks what may still become something, this one waits a little longer; what comes out is the same.

import { CODE, FENCE_END, HTML, LIMIT, PROSE, REMARK, readLine } from "./blocks.js";

const BREAK = 0; // a paragraph ends
const MARK_LIMIT = 200; // code units of a mark without words of its own
const RANGE_LIMIT = 100; // numbers that a range may stand for
const SPECIAL = /[\\`[\]{【\uE200-\uE202]|<(?=[a-z/!]|$)|#(?=#|$)|:(?=\/|$)/gi;
const LATIN = /[A-Za-z0-9_\u0300-\u036f\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]/;
const TAG =
  /^<(?:!(?=--)[^]*?--|(\/?)([A-Z][A-Z0-9-]*)(?:\s+[A-Z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*(\/?)|[A-Z][A-Z0-9+.-]{1,31}:[^\s<>]*)>/i;
const DESTINATION =
  /^\((?:(kb:[^()<>"\n]*)(?:"[^"]*"\s*)?|\s*(?:<([^<>\n]*)>|((?:[^\s()<\\]|\\[^\s]|\([^\s()]*\))*))(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*)\)/;
const URL_REST = /(?:[!#-%&'*-;=?@A-Z_a-z~]+|(?<=[A-Za-z0-9_=/&\]-])\[[\w.-]{0,32}\])*/y;
const RUN = /^(?:\[{1,2}\s?\d[\d\s,;，、；–-]*\]{1,2})+/;
const CLAUSE_END =
  /^[*_~]*(?:[ \t\r]*\n|[.,;:!?…]+(?![A-Za-z0-9_])|[—。，、；：！？'"’”»)\]}」』）】》〉|]|<(?:\/|br))/;
const RANGE = "\\d{1,9}(?:\\s?[-–]\\s?\\d{1,9})?";
const LIST = `(${RANGE}(?:\\s?[,;，、；]\\s?(?:\\^|citation:\\s?|ID:\\s?)?${RANGE})*)`;
const BRACKETED = RegExp(`^\\[(?:\\s?${LIST}\\s?|(\\^|citation:\\s?|ID:\\s?)${LIST})\\]$`);
const LENTICULAR = RegExp(`^【\\s?(?:${LIST}|(\\d{1,9}:\\d{1,9}))\\s?(?:†[^【】\\n]*)?】$`);
const NAMES = "(?:(?:source|reference|ref|doc|document|footnote|chunk|passage|citation|cite)s?|src|cit|fn)";
const UNKNOWN = RegExp(
  `^(?:\\[(?:${NAMES}\\s?[:#=]?\\s?${LIST}|cite_(?:start|end))\\]|\\{\\{\\s?(?:${NAMES}\\s?[:|=#_ -][^{}\\n]*|${LIST})\\}\\})$`,
  "i",
);
const CITE = "[[cite:";
export const UNFINISHED = "unfinished";
export const UNKNOWN_FORM = "unknown-form";

export const oneLine = (words) => words.replace(/[ \t\r]*\n[ \t>]*/g, " ").trim();
const refer = (kind, value, passage = "") => ({ kind, value, passage });

// One reference for each number of a list, each once; a range that is too long stands for its ends.
function numbers(listed, kind = "number") {
  const found = new Set();
  for (const [, first, last = first] of listed.matchAll(/(\d+)(?:\s?[-–]\s?(\d+))?/g)) {
    if (+first > +last) return;
    const step = last - first < RANGE_LIMIT ? 1 : last - first;
    for (let each = +first; each <= last; each += step) found.add(each);
  }
  return [...found].map((each) => refer(kind, `${each}`));
}

// `feed` takes a piece of an answer, and gives back its words (texts) and its tokens, in order, as far as they are
// decided. `known` has hasPassage and beginsPassage: where a passage that has brackets of its own ends.
export function createScanner(known) {
  let text = "\n"; // from `base` on; the line end stands before the answer
  let base = -1;
  let seen = ""; // the text up to `high`
  let pos = 0; // what stands before it has been read
  let high = 0; // what is known of the paragraph ends here
  let emitted = 0;
  let isClosed, isOver, isLast, items, openers, raw, isUrl, escaped, indexEnd, runEnd, isRunIndex;
  let waiting = []; // tokens behind a bracket that may turn out to open a link
  let at = 0; // what stands before it has been told apart
  let line = { containers: [] };
  let rest = BREAK; // how the rest of the line is taken; BREAK at the beginning of one
  let block; // the end of a raw element or comment
  const starts = new Set(); // places at which a line of prose begins

  const view = (start, size = LIMIT) => seen.substr(start - base, size);
  const isWhole = (start, size = LIMIT) => isClosed || high - start >= size;
  const reset = () => {
    openers = [];
    raw = isUrl = isRunIndex = false;
    escaped = indexEnd = runEnd = -1;
  };
  reset();

  // What comes next: its kind; undefined when more must be seen.
  function* pieces() {
    for (;;) {
      const left = text.slice(at - base);
      const end = left.indexOf("\n") + 1;
      if (block) {
        const found = block.exec(left);
        at += found ? found.index + found[0].length : isLast ? left.length : Math.max(0, left.length - 12);
        yield CODE;
        if (found) {
          block = null;
          line.isParagraph = true;
          rest = PROSE;
        } else yield;
      } else if (!left) yield;
      else if (rest) {
        at += end || left.length;
        yield rest;
        if (end) rest = BREAK;
        if (end && line.isSingle) {
          line.isSingle = false;
          yield BREAK;
        }
      } else {
        const next = readLine(left.slice(0, end ? Math.min(end - 1, LIMIT) : LIMIT), isLast || end || left.length >= LIMIT, line);
        if (!next) {
          yield;
          continue;
        }
        if (!next.isContinued) yield BREAK;
        line = next;
        const { kind } = line;
        const length = Math.min(end ? end - 1 : left.length, LIMIT) - (left[end - 2] === "\r") - line.rest.trimStart().length;
        if (kind >= HTML) {
          block = kind === HTML ? /<\/(?:pre|script|style|textarea)>/i : /-->/;
          at += length + 4;
          yield CODE;
        } else if (kind <= FENCE_END) rest = CODE;
        else {
          at += length;
          rest = PROSE;
          if (line.rest[0] !== " ") starts.add(at);
        }
      }
    }
  }
  const reading = pieces();

  function take(chunk, last) {
    const cut = Math.min(emitted, pos, at) - 8 - base;
    if (cut > 0) {
      text = text.slice(cut);
      base += cut;
    }
    text += chunk;
    isLast = last;
    items = [];
    for (let kind = PROSE; kind !== undefined; ) {
      while ((kind = reading.next().value) === PROSE) high = at;
      if (kind === undefined && rest === PROSE) high = at;
      seen = text.slice(0, high - base);
      isOver = last && kind === undefined;
      isClosed = last || kind !== undefined;
      read();
      if (isClosed) {
        openers = [];
        flush();
        reset();
      }
      if (kind === CODE) {
        pos = high = at;
        flush();
      }
    }
    flush();
    return items;
  }

  function put(stop) {
    if (stop > emitted) items.push(text.slice(emitted - base, stop - base));
    emitted = Math.max(emitted, stop);
  }

  function flush() {
    while (openers[0] && pos - openers[0].at > LIMIT) openers.shift();
    const stop = openers[0]?.at ?? pos;
    while (waiting[0]?.end <= stop) {
      const token = waiting.shift();
      put(token.start);
      items.push(token);
      emitted = token.end;
    }
    put(stop);
  }

  function read() {
    while (pos < high) {
      let after;
      if (raw) {
        const found = raw.exec(seen.slice(pos - base));
        if (found) {
          after = pos + found.index + found[0].length;
          raw = null;
        } else pos = isClosed ? high : Math.max(pos, high - 10);
      } else if (isUrl) {
        URL_REST.lastIndex = pos - base;
        pos += URL_REST.exec(seen)[0].length;
        isUrl = !isClosed && /^(?:\[[\w.-]{0,32})?$/.test(view(pos));
        if (!isUrl) after = pos;
      } else {
        SPECIAL.lastIndex = pos - base;
        const found = SPECIAL.exec(seen);
        pos = found ? found.index + base : high;
        if (found) after = steps[found[0]](pos);
      }
      if (after === undefined) return;
      pos = after;
      if (openers[3000] || waiting[3000]) flush(); // long arrays are slow to shift
    }
  }

  function add(start, end, form, references = [], label = "") {
    waiting.push({ start, end, form, text: view(start, end - start), references, label });
    return end;
  }

  const forget = (start) => {
    while (waiting.at(-1)?.start >= start) waiting.pop();
  };

  // A step for marks that one pattern tells, within `size`; without it the character is text.
  const marks = (pattern, size, make) => (here) => {
    const found = pattern.exec(view(here, size));
    return found ? make(here, here + found[0].length, found) : isWhole(here, size) ? here + 1 : undefined;
  };
  const stray = (here) => add(here, here + 1, UNFINISHED);

  // One step for each special character: to the place behind what stands there, undefined when more must come.
  const steps = {
    "\\": (here) =>
      isWhole(here, 2) ? (escaped = here + (/[!-/:-@[-`{-~]/.test(view(here + 1, 1)) ? 2 : 1)) : undefined,
    "`": (here) => {
      const words = view(here);
      const [run] = /^`+/.exec(words);
      const found = RegExp(`(?<!\`)${run}(?!\`)`).exec(words.slice(run.length));
      const end = run.length + (found ? found.index + run.length : 0);
      return end < words.length || isWhole(here) ? (found || isWhole(here) ? here + end : undefined) : undefined;
    },
    "<": marks(TAG, LIMIT, (here, end, [, isEnd, name, isEmpty]) => {
      if (/^(?:code|pre|button|a)$/i.test(name) && !isEnd && !isEmpty) raw = RegExp(`</${name}>`, "i");
      return end;
    }),
    "[": (here) => {
      const words = view(here, CITE.length).toLowerCase();
      if (words === CITE) return cite(here);
      if (!isClosed && CITE.startsWith(words)) return;
      openers.push({ at: here, isImage: view(here - 1, 1) === "!" && here !== escaped });
      return here + 1;
    },
    "]": close,
    "{": marks(/^(?:\{\{[^{}\n]*\}\}|\{[0-9a-f]{12}\})/, MARK_LIMIT, (here, end, [found]) => {
      const [id] = /^\{?\{[0-9a-f]{12}\}/.exec(found) ?? [];
      if (id) return add(here, end, "brace-id", [refer("citation-id", found.replace(/[{}]/g, ""))]);
      return UNKNOWN.test(found) ? add(here, end, UNKNOWN_FORM) : here + 1;
    }),
    "#": marks(/^##(\d{1,9})\$\$/, 13, (here, end, found) => add(here, end, "dollar", [refer("id", `${+found[1]}`)])),
    ":": marks(/^:\/\//, 3, (here, end) => {
      isUrl = /[a-z]/i.test(view(here - 1, 1));
      return end;
    }),
    "【": marks(/^【[^【】\n]*】/, MARK_LIMIT, (here, end, [whole]) => {
      const [found, listed, id] = LENTICULAR.exec(whole) ?? [];
      const references = id ? [refer("id", id)] : found && numbers(listed);
      return references ? add(here, end, "lenticular", references) : here + 1;
    }),
    "\uE200": (here) => {
      const words = view(here, MARK_LIMIT);
      const [whole] = /^\uE200[^\uE200\uE201\s]*\uE201/.exec(words) ?? [];
      if (whole) {
        const [name, ...parts] = whole.slice(1, -1).split("\uE202");
        const ids = parts.filter((part) => /^turn\d+[a-z]+\d+$/.test(part)).map((part) => refer("id", part));
        return add(here, here + whole.length, ...(name.endsWith("cite") && ids[0] ? ["private", ids] : [UNKNOWN_FORM]));
      }
      if (isWhole(here, MARK_LIMIT) || /\s|.\uE200/.test(words)) {
        return add(here, here + /^\uE200[\w:\uE202-]*/.exec(words)[0].length, UNFINISHED);
      }
    },
    "\uE201": stray,
    "\uE202": stray,
  };
  function cite(here) {
    const start = here + CITE.length;
    const words = view(start, LIMIT - CITE.length);
    const first = words.indexOf("]]");
    if (first < 0 && !isWhole(here)) return;
    if (first < 0 || words.slice(0, first).includes(CITE)) {
      // At the end of the answer half a token is not shown; elsewhere its mark is not, and its words stay.
      if (first < 0 && isOver && words.length === high - start && !words.includes(CITE)) return add(here, high, UNFINISHED);
      const [head] = /^[^|[\]\n]*\|/.exec(words.slice(0, MARK_LIMIT)) ?? [""];
      return add(here, start + head.length, UNFINISHED);
    }
    let end = first;
    const parts = () => {
      const [document, ...passage] = words.slice(0, end).split("|");
      return [document.trim(), oneLine(passage.join("|")), passage[0] !== undefined];
    };
    while (!known?.hasPassage(...parts())) {
      const next = known?.beginsPassage(...parts()) ? words.indexOf("]]", end + 1) : -2;
      if (next === -1 && !isWhole(here)) return;
      end = next < 0 ? first : next;
      if (next < 0) break;
    }
    if (end === first) {
      // "]]]" behind an open bracket of the passage
      for (; words.slice(0, end).split("[").length > words.slice(0, end).split("]").length; end++) {
        if (end + 2 >= words.length && !isWhole(here)) return;
        if (words[end + 2] !== "]") break;
      }
    }
    const [document, passage, isPassage] = parts();
    const stop = start + end + 2;
    if (!document || (isPassage && !passage)) return add(here, stop, UNKNOWN_FORM);
    if (isPassage) return add(here, stop, "cite-passage", [refer("passage", document, passage)]);
    return add(here, stop, "cite-id", [refer("citation-id", document)]);
  }

  function close(here) {
    const opener = openers.at(-1);
    if (!opener) return here + 1;
    if (!isWhole(here, 2)) return;
    const next = view(here + 1, 1);
    let after = 0;
    if (/[({]/.test(next) && here - opener.at < LIMIT) after = link(opener, here, next);
    if (after === 0) after = mark(opener.at, here + 1, next);
    if (after !== undefined && openers.at(-1) === opener) openers.pop();
    return after;
  }

  function link({ at: start, isImage }, here, next) {
    const found = (next === "(" ? DESTINATION : /^\{(https?:\/\/[^\s{}]+)\}/).exec(view(here + 1, start + LIMIT - here - 1));
    if (!found) return isWhole(start) ? 0 : undefined;
    forget(start);
    const stop = here + 1 + found[0].length;
    const target = found[1] ?? found[2] ?? found[3];
    const label = view(start + 1, here - start - 1);
    if (next === "(" && isImage) return stop;
    openers = [];
    if (next === "{") return add(start, stop, "quoted-url", [refer("url", target, oneLine(label))], label);
    if (!/^kb:/i.test(target)) return stop;
    let document = target.slice(3).split(/[#?]/)[0];
    try {
      document = decodeURIComponent(document);
    } catch {
      // left as it is written
    }
    return add(start, stop, "kb-link", [refer("document", document.trim())], label);
  }

  function mark(start, end, next) {
    if ((next === ":" && starts.has(start)) || end - start > MARK_LIMIT) return end;
    const words = view(start, end - start);
    const [found, plain, prefix, listed] = BRACKETED.exec(words) ?? [];
    let form = prefix ? { "^": "footnote", c: "citation", I: "id" }[prefix[0]] : "number";
    let references = found && numbers(plain ?? listed, form === "id" ? form : "number");
    if (!found && UNKNOWN.test(words)) [form, references] = [UNKNOWN_FORM, []];
    const inner = waiting.at(-1);
    const isDoubled = !references && inner?.start > start && words.slice(1, -1).replace(/^ | $/g, "") === inner.text;
    if (isDoubled) {
      ({ form, references } = inner);
      if (/^(?:number|index)$/.test(form)) form = "double";
    }
    const isGlued = start === indexEnd || LATIN.test(view(start - 1, 1));
    if (!references) {
      if (isGlued) indexEnd = end;
      return end;
    }
    if (/^(?:number|double)$/.test(form) && (isGlued || start < runEnd)) {
      if (start >= runEnd) {
        const [run] = RUN.exec(view(start, MARK_LIMIT)) ?? [""];
        const stop = start + run.length;
        if (!isWhole(start, MARK_LIMIT) && /^(?:\[{1,2}[\d\s,;，、；–-]*)?\]?$/.test(view(stop))) return;
        if (!isWhole(stop, 8)) return;
        runEnd = stop;
        isRunIndex = !CLAUSE_END.test(view(stop, 8).padEnd(8, "\n"));
      }
      if (isRunIndex) {
        form = "index";
        indexEnd = end;
      }
    }
    if (isDoubled) waiting.pop();
    return add(start, end, form, references);
  }

  return { feed: (chunk) => take(chunk, false), end: () => take("", true) };
}
