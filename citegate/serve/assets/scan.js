// The citation tokens of a model's answer, read while it arrives: the same as answers/tokens.py, in less code. Where
// that file asks what may still become something, this one waits a little longer; what comes out is the same.

import { LIMIT, readLine, PROSE, HTML, REMARK, CODE, FENCED, FENCE_END } from "./blocks.js";

const MARK_LIMIT = 200; // code units of a mark without words of its own
const RANGE_LIMIT = 100; // numbers that a range may stand for
const SPECIAL = /[\\`<[\]{#:【\uE200-\uE202]/g;
const LATIN = /[A-Za-z0-9_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]/;
const ATTRIBUTE = `(?:\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'=<>\`]+))?)*`;
const TAG = RegExp(`^<(?:(/?)([A-Za-z][A-Za-z0-9-]*)${ATTRIBUTE}\\s*(/?)|[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\\s<>]*)>`);
const DESTINATION =
  /^\((?:(kb:[^()<>\n]*)|\s*(?:<([^<>\n]*)>|((?:[^\s()<\\]|\\[^\s]|\([^\s()]*\))*))(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*)\)/;
const URL_REST = /(?:[!#-%&'*-;=?@A-Z_a-z~]+|(?<=[A-Za-z0-9_=/&\]-])\[[\w.-]{0,32}\])*/y;
const RUN = /^(?:\[{1,2}\s?\d[\d\s,;，、；–-]*\]{1,2})+/;
const CLAUSE_END =
  /^[*_~]*(?:[ \t\r]*\n|[.,;:!?…]+(?![A-Za-z0-9_])|[。，、；：！？'"’”»)\]}」』）】》〉|]|<(?:\/|br))/;
const LIST = "(\\d{1,9}(?:\\s?[-–]\\s?\\d{1,9})?(?:\\s?[,;，、；]\\s?\\d{1,9}(?:\\s?[-–]\\s?\\d{1,9})?)*)";
const BRACKETED = RegExp(`^\\[(?:\\s?${LIST}\\s?|\\^${LIST}|citation:\\s?${LIST}|ID:\\s?${LIST})\\]$`);
const LENTICULAR = RegExp(`^【\\s?(?:${LIST}|(\\d{1,9}:\\d{1,9}))\\s?(?:†[^【】\\n]*)?】$`);
const NAMES = "(?:sources?|src|cit(?:e|es|ations?)|refs?|references?|docs?|documents?|fn|footnotes?|chunks?|passages?)";
const UNKNOWN = RegExp(
  `^(?:\\[(?:${NAMES}\\s?[:#=]?\\s?${LIST}|cite_(?:start|end))\\]|\\{\\{\\s?(?:${NAMES}\\s?[:|=#_ -][^{}\\n]*|${LIST})\\}\\})$`,
  "i",
);
const TURN_ID = /^turn\d+[a-z]+\d+$/;
const FORMS = ["number", "footnote", "citation", "id"];
const CITE = "[[cite:";
const UNFINISHED = "unfinished";

export const oneLine = (words) => words.replace(/[ \t\r]*\n[ \t>]*/g, " ").trim();
export const split = (content) => {
  const [document, ...passage] = content.split("|");
  return [document.trim(), oneLine(passage.join("|")), passage.length];
};

// One reference for each number of a list, each once; a range that is too long stands for its ends.
function numbers(listed, kind = "number") {
  const found = new Set();
  for (const [, first, last = first] of listed.matchAll(/(\d+)(?:\s?[-–]\s?(\d+))?/g)) {
    if (+first > +last) return;
    if (last - first >= RANGE_LIMIT) found.add(+first).add(+last);
    else for (let each = +first; each <= +last; each++) found.add(each);
  }
  return [...found].map((each) => ({ kind, value: `${each}`, passage: "" }));
}

function bracketed(text) {
  const found = BRACKETED.exec(text)?.slice(1);
  const at = found?.findIndex(Boolean);
  const references = found && numbers(found[at], FORMS[at] === "id" ? "id" : "number");
  return found ? references && [FORMS[at], references] : UNKNOWN.test(text) ? ["unknown-form", []] : undefined;
}

const refer = (kind, value, passage = "") => ({ kind, value, passage });

// `feed` takes a piece of an answer, and gives back its words (texts) and its tokens, in order, as far as they are
// decided. `known` has hasPassage and beginsPassage: where a passage that has brackets of its own ends.
export function createScanner(known) {
  let text = ""; // from `base` on
  let base = 0;
  let seen = ""; // the text up to `high`
  let pos = 0; // what stands before it has been read
  let high = 0; // what is known of the paragraph ends here
  let emitted = 0;
  let isClosed = false;
  let isLast = false;
  let items = [];
  let waiting = []; // tokens behind a bracket that may turn out to open a link
  let openers, runs, runsAt, citeEnd, citeAt, raw, isUrl, escapedEnd, indexEnd, runEnd, isRunIndex;
  // of the blocks
  let containers = [];
  let fence = null;
  let inParagraph = false;
  let isSingle = false;
  let rest = null; // how the rest of the line is taken; null at the beginning of one
  let block = null; // the end of a raw element or comment
  let at = 0; // what stands before it has been told apart
  let starts = new Set();

  const slice = (start, stop) => seen.slice(Math.max(0, start - base), Math.max(0, stop - base));
  const windowAt = (start, limit = LIMIT) => slice(start, Math.min(high, start + limit));
  const isWhole = (start, limit = LIMIT) => isClosed || high >= start + limit;
  const find = (words, start, stop = high) => {
    const found = seen.indexOf(words, start - base);
    return found < 0 || found + base + words.length > stop ? -1 : found + base;
  };

  const reset = () => {
    openers = [];
    runs = new Map();
    runsAt = citeAt = pos;
    citeEnd = escapedEnd = indexEnd = runEnd = -1;
    raw = null;
    isUrl = isRunIndex = false;
  };
  reset();

  // The next piece of the text: its kind, or "break" where a paragraph ends, undefined when more must come.
  function* pieces() {
    for (;;) {
      const line = text.slice(at - base);
      if (block) {
        const found = block.exec(line);
        if (found) {
          at += found.index + found[0].length;
          yield CODE;
          block = null;
          rest = PROSE;
          isSingle = false;
          inParagraph = true;
        } else {
          at = isLast ? at + line.length : Math.max(at, at + line.length - 12);
          yield CODE;
          yield;
        }
        continue;
      }
      if (!line) {
        yield;
        continue;
      }
      const end = line.indexOf("\n") + 1;
      if (rest !== null) {
        at += end || line.length;
        yield rest;
        if (!end) continue;
      } else {
        const length = end ? end - 1 : line.length;
        const taken = readLine(line.slice(0, Math.min(length, LIMIT)), isLast || end || length >= LIMIT, containers, inParagraph, fence);
        if (!taken) {
          yield;
          continue;
        }
        if (!taken.isContinued) yield "break";
        ({ containers, fence } = taken);
        inParagraph = taken.isParagraph;
        isSingle = taken.isSingle;
        const { kind } = taken;
        if (kind === HTML || kind === REMARK) {
          block = kind === HTML ? /<\/(?:pre|script|style|textarea)>/i : /-->/;
          at += taken.at + 4;
          yield CODE;
          continue;
        }
        rest = kind === CODE || kind === FENCED || kind === FENCE_END ? CODE : PROSE;
        if (rest === PROSE) {
          at += taken.at;
          yield PROSE;
          starts.add(at);
        }
        continue;
      }
      rest = null;
      if (isSingle) {
        inParagraph = isSingle = false;
        yield "break";
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
    for (let kind; ; ) {
      do {
        kind = reading.next().value;
        if (kind === PROSE) high = at;
      } while (kind === PROSE);
      const isEnd = kind === undefined;
      isClosed = !isEnd || last;
      seen = text.slice(0, high - base);
      isLast = last && isEnd;
      read();
      isLast = last;
      if (isClosed) {
        openers = [];
        flush();
        reset();
      }
      if (isEnd) break;
      if (kind === CODE) {
        pos = high = at;
        seen = text.slice(0, high - base);
        flush();
      }
    }
    flush();
    const taken = items;
    items = [];
    return taken;
  }

  function flush() {
    while (openers.length && pos - openers[0][0] > LIMIT) openers.shift();
    const stop = openers.length ? openers[0][0] : pos;
    while (waiting[0]?.end <= stop) {
      const token = waiting.shift();
      if (token.form === "index") continue;
      put(token.start);
      items.push(token);
      emitted = token.end;
    }
    put(stop);
  }

  function put(stop) {
    if (stop > emitted) items.push(slice(emitted, stop));
    emitted = Math.max(emitted, stop);
  }

  function read() {
    while (pos < high) {
      if (raw) {
        const found = raw.exec(slice(pos, high));
        if (!found) {
          pos = isClosed ? high : Math.max(pos, high - 10);
          return;
        }
        pos += found.index + found[0].length;
        raw = null;
      } else if (isUrl) {
        URL_REST.lastIndex = pos - base;
        pos += URL_REST.exec(seen)[0].length;
        if (!isClosed && /^(?:\[[\w.-]{0,32})?$/.test(windowAt(pos, MARK_LIMIT))) return;
        isUrl = false;
      } else {
        SPECIAL.lastIndex = pos - base;
        const found = SPECIAL.exec(seen);
        pos = found ? found.index + base : high;
        if (!found) return;
        const after = steps[found[0]](pos);
        if (after === undefined) return;
        pos = after;
      }
    }
  }

  function add(start, end, form, references = [], label = "") {
    waiting.push({ start, end, form, text: slice(start, end), references, label });
    return end;
  }

  const forget = (start) => {
    while (waiting.at(-1)?.start >= start) waiting.pop();
  };

  // One step for each special character: to the place behind what stands there, undefined when more must come.
  const steps = {
    "\\": (here) => {
      if (here + 1 >= high) return isClosed ? here + 1 : undefined;
      return (escapedEnd = here + (/[!-/:-@[-`{-~]/.test(slice(here + 1, here + 2)) ? 2 : 1));
    },
    "`": (here) => {
      const { length } = /^`+/.exec(windowAt(here))[0];
      if (here + length >= high && !isWhole(here)) return;
      noteRuns();
      const places = runs.get(length) ?? [];
      while (places[0] < here + length) places.shift();
      if (places[0] + length <= here + LIMIT) return places[0] + length;
      return isWhole(here) ? here + length : undefined;
    },
    "<": (here) => {
      const words = windowAt(here);
      if (words.startsWith("<!--")) {
        raw = /-->/;
        return here + 4;
      }
      const found = TAG.exec(words);
      if (!found) return isWhole(here) || /^<[^A-Za-z/!]/.test(words) ? here + 1 : undefined;
      const [whole, close, name, empty] = found;
      if (/^(code|pre|button|a)$/i.test(name) && !close && !empty) raw = RegExp(`</${name}>`, "i");
      return here + whole.length;
    },
    "[": (here) => {
      const words = windowAt(here, CITE.length);
      if (words === CITE) return cite(here);
      if (!isClosed && CITE.startsWith(words)) return;
      openers.push([here, slice(here - 1, here) === "!" && here !== escapedEnd]);
      return here + 1;
    },
    "]": close,
    "{": (here) => {
      const words = windowAt(here, MARK_LIMIT);
      const [found] = /^(?:\{\{[^{}\n]*\}\}|\{[0-9a-f]{12}\})/.exec(words) ?? [];
      if (!found) return isWhole(here, MARK_LIMIT) ? here + 1 : undefined;
      if (UNKNOWN.test(found)) return add(here, here + found.length, "unknown-form");
      return found[1] === "{" ? here + 1 : add(here, here + found.length, "brace-id", [refer("citation-id", found.slice(1, -1))]);
    },
    "#": (here) => {
      const words = windowAt(here, MARK_LIMIT);
      const found = /^##(\d{1,9})\$\$/.exec(words);
      if (!found) return isClosed || words[13] ? here + 1 : undefined;
      return add(here, here + found[0].length, "dollar", [refer("id", `${+found[1]}`)]);
    },
    ":": (here) => {
      const words = windowAt(here, 3);
      if (words !== "://") return isClosed || !"://".startsWith(words) ? here + 1 : undefined;
      isUrl = /[A-Za-z]/.test(slice(here - 1, here));
      return here + 3;
    },
    "【": (here) => {
      const words = windowAt(here, MARK_LIMIT);
      const [whole] = /^【[^【】\n]*】/.exec(words) ?? [];
      if (!whole) return isWhole(here, MARK_LIMIT) ? here + 1 : undefined;
      const [found, listed, id] = LENTICULAR.exec(whole) ?? [];
      const references = id ? [refer("id", id)] : found && numbers(listed);
      return references ? add(here, here + whole.length, "lenticular", references) : here + 1;
    },
    "\uE200": (here) => {
      const words = windowAt(here, MARK_LIMIT);
      const [whole] = /^\uE200[^\uE200\uE201\s]*\uE201/.exec(words) ?? [];
      if (whole) {
        const [name, ...parts] = whole.slice(1, -1).split("\uE202");
        const ids = parts.filter((part) => TURN_ID.test(part)).map((part) => refer("id", part));
        const isKnown = name.endsWith("cite") && ids.length;
        return add(here, here + whole.length, isKnown ? "private" : "unknown-form", isKnown ? ids : []);
      }
      if (!isWhole(here, MARK_LIMIT) && !/\s/.test(words)) return;
      return add(here, here + /^\uE200[\w:\uE202-]*/.exec(words)[0].length, UNFINISHED);
    },
    "\uE201": (here) => add(here, here + 1, UNFINISHED),
    "\uE202": (here) => add(here, here + 1, UNFINISHED),
  };

  function noteRuns() {
    const begin = Math.max(runsAt, base);
    runsAt = high;
    for (const found of seen.slice(begin - base).matchAll(/`+/g)) {
      const start = begin + found.index;
      const { length } = found[0];
      if (start + length === high && !isClosed) runsAt = start;
      else if (!runs.get(length)?.push(start)) runs.set(length, [start]);
    }
  }

  function nextCiteEnd(start, stop) {
    if (citeEnd < start) {
      const begin = Math.max(start, citeAt);
      citeEnd = find("]]", begin);
      citeAt = citeEnd < 0 ? Math.max(begin, high - 1) : citeEnd;
    }
    return start <= citeEnd && citeEnd <= stop - 2 ? citeEnd : -1;
  }

  function cite(here) {
    const start = here + CITE.length;
    const stop = Math.min(high, here + LIMIT);
    const first = nextCiteEnd(start, stop);
    let end = first;
    if (end < 0) return isWhole(here) ? unfinished(here, start) : undefined;
    if (slice(start, end).includes(CITE)) return unfinished(here, start);
    const ends = () => known?.hasPassage(...split(slice(start, end)));
    for (;;) {
      if (ends()) break;
      if (!known?.beginsPassage(...split(slice(start, end)))) {
        end = first;
        break;
      }
      const found = find("]]", end + 1, stop);
      if (found < 0 && !isWhole(here)) return;
      end = found < 0 ? first : found;
      if (found < 0) break;
    }
    if (end === first) {
      // "]]]" behind an open bracket of the passage
      for (let depth; (depth = slice(start, end).split("[").length - slice(start, end).split("]").length) > 0; end++) {
        if (end + 2 >= Math.min(high, here + LIMIT) && !isWhole(here)) return;
        if (end + 2 >= stop || slice(end + 2, end + 3) !== "]") break;
      }
    }
    const [document, passage, bars] = split(slice(start, end));
    if (!document || (bars && !passage)) return add(here, end + 2, "unknown-form");
    return add(here, end + 2, bars ? "cite-passage" : "cite-id", [
      bars ? refer("passage", document, passage) : refer("citation-id", document),
    ]);
  }

  function unfinished(here, start) {
    if (isLast && high <= here + LIMIT && !slice(start, high).includes(CITE)) return add(here, high, UNFINISHED);
    const [head] = /^[^|[\]\n]*\|/.exec(windowAt(start, MARK_LIMIT)) ?? [""];
    return add(here, start + head.length, UNFINISHED);
  }

  function close(here) {
    if (!openers.length) return here + 1;
    if (here + 1 >= high && !isClosed) return;
    const [opener, isImage] = openers.at(-1);
    const next = slice(here + 1, here + 2);
    let after = 0;
    if ((next === "(" || next === "{") && here - opener < LIMIT) after = link(opener, here, isImage, next);
    if (after === 0) after = mark(opener, here, next === ":" && starts.has(opener));
    if (after !== undefined && openers.at(-1)?.[0] === opener) openers.pop();
    return after;
  }

  function link(opener, here, isImage, next) {
    const words = windowAt(here + 1, opener + LIMIT - here - 1);
    const found = (next === "(" ? DESTINATION : /^\{(https?:\/\/[^\s{}]+)\}/).exec(words);
    if (!found) return isWhole(opener) ? 0 : undefined;
    forget(opener);
    const stop = here + 1 + found[0].length;
    if (isImage && next === "(") return stop;
    openers = [];
    const label = slice(opener + 1, here);
    if (next === "{") return add(opener, stop, "quoted-url", [refer("url", found[1], oneLine(label))], label);
    const target = found[1] ?? found[2] ?? found[3];
    if (!/^kb:/i.test(target)) return stop;
    let document = target.slice(3).split(/[#?]/)[0];
    try {
      document = decodeURIComponent(document);
    } catch {
      // left as it is written
    }
    return add(opener, stop, "kb-link", [refer("document", document.trim())], label);
  }

  function mark(opener, here, isDefinition) {
    const end = here + 1;
    if (isDefinition || end - opener > MARK_LIMIT) return end;
    const words = slice(opener, end);
    let read = bracketed(words);
    let inner = read ? undefined : waiting.at(-1);
    if (inner?.start > opener && words.slice(1, -1).replace(/^ +| +$/g, "") === inner.text && words.length <= inner.text.length + 4) {
      read = [inner.form === "number" || inner.form === "index" ? "double" : inner.form, inner.references];
    } else inner = undefined;
    const isGlued = opener === indexEnd || LATIN.test(slice(opener - 1, opener));
    if (!read) {
      if (isGlued) indexEnd = end;
      return end;
    }
    let [form, references] = read;
    if (/^(number|double)$/.test(form) && (isGlued || opener < runEnd)) {
      if (opener >= runEnd) {
        const [run] = RUN.exec(windowAt(opener, MARK_LIMIT)) ?? [""];
        const stop = opener + run.length;
        if (!isWhole(opener, MARK_LIMIT) && /^(?:\[{1,2}[\d\s,;，、；–-]*)?\]?$/.test(slice(stop, Math.min(high, opener + MARK_LIMIT)))) return;
        if (!isWhole(stop, 8)) return;
        runEnd = stop;
        const after = windowAt(stop, 8);
        isRunIndex = !CLAUSE_END.test(after.length < 8 ? after + "\n" : after);
      }
      if (isRunIndex) {
        form = "index";
        indexEnd = end;
      }
    }
    if (inner) waiting.pop();
    return add(opener, end, form, references);
  }

  return { feed: (chunk) => take(chunk, false), end: () => take("", true) };
}
