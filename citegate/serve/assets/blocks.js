// The blocks of a Markdown text, line by line: quotes, list items, code, prose. The same as answers/code.py.

export const LIMIT = 2000; // code units of a line that are looked at to say what it is
const MAX_DEPTH = 32; // quotes and list items inside each other; the mark of a deeper one is text

// Kinds of lines. What a fence or an indent makes code comes first.
export const CODE = 1;
export const FENCED = 2;
export const FENCE_END = 3;
export const PROSE = 4;
export const BAR = 5;
export const TITLE = 6;
export const ROW = 7;
export const HTML = 8;
export const REMARK = 9;

const MARKER = /^(?:[-+*]|(\d{1,9})[.)])(?=\s|$)/;
const RULE = /^([-_*=])[ \t]*(?:\1[ \t]*){2,}\r?$/;
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const RAW = /^<(?:(pre|script|style|textarea)(?=[\s>]|$)|!--)/i;
const UNDECIDED = /^(?:[-+*_=][-+*_= \t]*|\d{1,9}[.)]?|#{1,6}|``?|```.*|~~?|<[a-z!-]{0,9})?\r?$/is;

// What a line is, with the state of the line before it: {kind, containers, rest, fence, isParagraph, ...}; undefined
// when more of it must be seen. A container is {width, mark}: a width of 0 for a quote, else the columns that a list
// item's lines are indented by. `rest` is what stands behind their marks, with spaces for the tabs before it.
export function readLine(text, isWhole, { containers: outer, isParagraph, fence }) {
  let column = 0;
  let rest = "";
  let width; // columns of white space before what stands there
  let line; // what stands there
  let isBlank;
  const skip = (count) => {
    column += count;
    let place = column;
    rest = rest.slice(count).replace(/^[ \t]+/, (space) =>
      space.replace(/[ \t]/g, (char) => {
        const size = char === " " ? 1 : 4 - (place % 4);
        place += size;
        return " ".repeat(size);
      }),
    );
    line = rest.trimStart();
    width = rest.length - line.length;
    isBlank = !line;
  };
  const quote = () => {
    skip(width + 1);
    if (width) skip(1);
  };
  const taken = (kind, containers, more) => ({ kind, containers, rest, ...more });

  rest = text.replace(/\r$/, "");
  skip(0);
  let matched = 0;
  for (const each of outer) {
    if (isBlank && !isWhole) return;
    if (!each.width) {
      if (width > 3 || line[0] !== ">") break;
      quote();
    } else if (isBlank ? each.isEmpty : width < each.width) break;
    else if (!isBlank) {
      skip(each.width);
      each.isEmpty = false;
    }
    matched++;
  }
  if (fence && matched >= fence.depth) {
    const isEnd = width < 4 && !line.trimEnd().replaceAll(fence.run[0], "");
    if (isEnd && !isWhole) return;
    const isClosed = isEnd && line.trimEnd().length >= fence.run.length;
    return taken(isClosed ? FENCE_END : FENCED, outer, { fence: !isClosed && fence, isContinued: true });
  }
  let inside = outer.slice(0, matched);
  if (isBlank) return isWhole ? taken(PROSE, inside) : undefined;
  let canContinue = isParagraph && !fence;
  for (;;) {
    if (width > 3) {
      if (canContinue) break;
      skip(4);
      return taken(CODE, inside);
    }
    if (!isWhole && UNDECIDED.test(line)) return;
    if (RULE.test(line) || (canContinue && matched === outer.length && /^(?:=+|-+)\s*$/.test(line))) {
      return taken(BAR, inside, { isSingle: true });
    }
    const [mark, number] = MARKER.exec(line) ?? [];
    const isEmpty = mark && !line.slice(mark.length).trim();
    if (isEmpty && !isWhole) return;
    const isText = canContinue && matched >= outer.length && (number ? +number !== 1 || isEmpty : isEmpty);
    if (line[0] === ">" && inside.length < MAX_DEPTH) {
      quote();
      inside = [...inside, { width: 0 }];
      if (isBlank) return isWhole ? taken(PROSE, inside) : undefined;
    } else if (mark && inside.length < MAX_DEPTH && !isText) {
      const indent = width + mark.length;
      skip(indent);
      const space = isBlank || width > 4 ? 1 : width;
      inside = [...inside, { width: indent + space, mark, isEmpty: isBlank }];
      skip(space);
      if (isBlank) return isWhole ? taken(PROSE, inside) : undefined;
    } else {
      skip(width);
      const [run] = FENCE.exec(line) ?? [];
      const raw = RAW.exec(line);
      if (run) return taken(FENCED, inside, { fence: { depth: inside.length, run } });
      if (raw) return taken(raw[1] ? HTML : REMARK, inside);
      if (/^#{1,6}(?=\s|$)/.test(line)) return taken(TITLE, inside, { isSingle: true });
      if (line[0] === "|") return taken(ROW, inside, { isSingle: true, isParagraph: true });
      if (canContinue) break;
      return taken(PROSE, inside, { isParagraph: true });
    }
    canContinue = false;
  }
  return taken(PROSE, outer, { isParagraph: true, isContinued: true });
}
