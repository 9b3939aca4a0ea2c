// The blocks of a Markdown text, line by line: quotes, list items, code, prose.

export const LIMIT = 2000; // code points of a line that are looked at to say what it is
const MAX_DEPTH = 32; // quotes and list items inside each other; the mark of a deeper one is text

const MARKER = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t\r\n]|$)/;
const RULE = /^([-_*=])[ \t]*(?:\1[ \t]*){2,}\r?$/;
const HEADING = /^#{1,6}(?=[ \t\r]|$)/;
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const RAW = /^<(?:(pre|script|style|textarea)(?=[\s>]|$)|!--)/i;
const UNDECIDED = /^(?:[-+*_=][-+*_= \t]*|\d{1,9}[.)]?|#{1,6}|`{1,2}|`{3}.*|~{1,2}|<[A-Za-z!-]{0,9})?\r?$/s;

export const PROSE = "", CODE = "code", FENCED = "fenced", FENCE_END = "fence-end", TITLE = "heading", BAR = "rule", ROW = "row";
export const HTML = "html", REMARK = "remark";

// What a line is, below the containers of the line before it; undefined when more of it must be seen.
// A container is {width, mark}: a width of 0 for a quote, else the columns that a list item's lines are indented by.
export function readLine(text, isWhole, outer, inParagraph, fence) {
  let at = 0;
  let column = 0;
  const step = () => (text[at++] === "\t" ? 4 - (column % 4) : 1);
  const isSpace = () => text[at] === " " || text[at] === "\t";
  const skip = (width) => {
    for (const stop = column + width; column < stop && isSpace(); ) column += step();
  };
  const indent = () => {
    const [place, before] = [at, column];
    skip(LIMIT);
    const found = column - before;
    [at, column] = [place, before];
    return found;
  };
  const rest = () => text.slice(at).replace(/^[ \t]+/, "");
  const isBlank = () => !/[^ \t\r]/.test(text.slice(at));
  const quote = () => {
    skip(LIMIT);
    at++;
    column++;
    if (indent()) skip(1);
  };
  const taken = (kind, containers, more) => ({ kind, containers, at, ...more });

  let matched = 0;
  for (const { width } of outer) {
    if (isBlank() && !isWhole) return;
    if (!width) {
      if (indent() > 3 || rest()[0] !== ">") break;
      quote();
    } else if (!isBlank()) {
      if (indent() < width) break;
      skip(width);
    }
    matched++;
  }
  if (fence && matched >= fence.depth) {
    const bare = rest().trimEnd();
    const couldClose = indent() < 4 && !bare.replaceAll(fence.run[0], "");
    if (couldClose && !isWhole) return;
    const isClose = couldClose && bare.length >= fence.run.length;
    return taken(isClose ? FENCE_END : FENCED, outer, { fence: isClose ? null : fence, isContinued: true });
  }
  let inside = outer.slice(0, matched);
  if (isBlank()) return isWhole ? taken(PROSE, inside) : undefined;
  inParagraph &&= !fence;
  for (let isNew = false; ; isNew = true) {
    const width = indent();
    const line = rest();
    const canContinue = inParagraph && !isNew;
    if (width > 3) {
      if (canContinue) break;
      skip(4);
      return taken(CODE, inside);
    }
    if (!isWhole && UNDECIDED.test(line)) return;
    if (line[0] === ">" && inside.length < MAX_DEPTH) {
      quote();
      inside = [...inside, { width: 0 }];
      continue;
    }
    if (RULE.test(line)) return taken(BAR, inside, { isSingle: true, sign: line[0] });
    const [mark, number] = MARKER.exec(line) ?? [];
    const isEmpty = mark && !/[^ \t\r]/.test(line.slice(mark.length));
    if (isEmpty && !isWhole) return;
    const isText = canContinue && matched >= outer.length && ((number && +number !== 1) || isEmpty);
    if (mark && inside.length < MAX_DEPTH && !isText) {
      skip(width);
      at += mark.length;
      column += mark.length;
      let space = indent();
      if (isBlank() || space > 4) space = 1;
      skip(space);
      inside = [...inside, { width: width + mark.length + space, mark }];
      if (isBlank()) return isWhole ? taken(PROSE, inside) : undefined;
      continue;
    }
    skip(width);
    const [run] = FENCE.exec(line) ?? [];
    if (run) return taken(FENCED, inside, { fence: { depth: inside.length, run } });
    const raw = RAW.exec(line);
    if (raw) return taken(raw[1] ? HTML : REMARK, inside);
    if (HEADING.test(line)) return taken(TITLE, inside, { isSingle: true });
    if (line[0] === "|") return taken(ROW, inside, { isSingle: true });
    if (canContinue) break;
    return taken(PROSE, inside, { isParagraph: true });
  }
  return taken(PROSE, outer, { isParagraph: true, isContinued: true });
}
