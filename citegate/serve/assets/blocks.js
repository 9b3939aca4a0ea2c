// The blocks of a Markdown text, line by line: quotes, list items, code, prose. The same as answers/code.py.

export const LIMIT = 2000; // code units of a line that are looked at to say what it is
export const END = "\uFFFF"; // stands where a paragraph ends; the model's own is replaced
export const CODE = "\uFFFE"; // stands before code, which an END ends

const QUOTE = /^ {0,3}> ?/;
const RULE = /^ *([-_*=]) *(?:\1 *){2,}$/;
const MARKER = /^ *(?:[-+*]|(\d{1,9})[.)])(?: {1,4}(?! )| |$)/;
// A line that is told by what has come of it: a letter stands there, and no fence or element may begin before it.
const IS_TOLD = /^(?!.*```).*\p{L}.{9}/u;

// A function that takes the text as it comes, and gives it back as far as it is told apart, with END and CODE in it.
export function createBlocks() {
  let text = "";
  let containers = []; // 0 for a quote, else the columns that a list item's lines are indented by, below 0 while it is empty
  let isParagraph, isSingle, fence, depth;
  let kind; // how the rest of the line is taken: CODE, or END for prose; nothing at the beginning of one
  let block; // the end of a raw element or comment

  // Tells what the line is that begins with `rest`; gives back END when a block begins.
  function begin(rest) {
    const inside = [];
    for (const each of containers) {
      const [found] = (each ? RegExp(`^ {${Math.abs(each)}}|^$`) : QUOTE).exec(rest) ?? [];
      if (found == null || (each < 0 && !rest)) break;
      inside.push(Math.abs(each));
      rest = rest.slice(found.length);
    }
    kind = END;
    if (fence && inside.length >= depth) {
      kind = CODE;
      if (fence.test(rest)) fence = 0;
      return "";
    }
    let isNew = !isParagraph || !rest;
    const isLazy = inside.length < containers.length;
    fence = isParagraph = isSingle = 0;
    while (rest) {
      const [quote] = QUOTE.exec(rest) ?? [];
      const [item, number = 1] = MARKER.exec(rest) ?? [];
      const isEmpty = item === rest;
      if (/^ {4}/.test(rest)) {
        if (isNew) kind = CODE;
        else isParagraph = 1;
      } else if (RULE.test(rest) || (!isNew && !isLazy && /^ *(?:=+|-+)$/.test(rest))) isNew = isSingle = 1;
      else if ((quote || (item && (isNew || isLazy || (number == 1 && !isEmpty))))) {
        inside.push(quote ? 0 : isEmpty ? -1 - item.length : item.length);
        rest = rest.slice((quote ?? item).length);
        isNew = 1;
        continue;
      } else {
        const [, run, , raw, single] =
          /^ *(?:((`|~)\2{2,})(?!\2|(?<=`)[^]*`)|<(pre|script|style|textarea|!--)(?=[\s>]|$|(?<=--))|(\||#{1,6}(?: |$)))/i.exec(rest) ?? [];
        isNew ||= run || raw || single;
        if (run) {
          kind = CODE;
          fence = RegExp(`^ {0,3}${run}${run[0]}*$`);
          depth = inside.length;
        } else if (raw) block = raw[0] === "!" ? /-->/ : /<\/(?:pre|script|style|textarea)>/i;
        else {
          isSingle = single;
          isParagraph = !single || single === "|";
        }
      }
      break;
    }
    containers = isNew ? inside : [...inside, ...containers.slice(inside.length)];
    return isNew ? END : "";
  }

  return (chunk, isLast) => {
    let out = "";
    const take = (size) => {
      const piece = text.slice(0, size);
      out += block || kind === CODE ? CODE + piece + END : piece;
      text = text.slice(size);
    };
    text += chunk.replace(/[\uFFFE\uFFFF]/g, "\uFFFD");
    while (text) {
      const end = text.indexOf("\n") + 1;
      if (block) {
        const found = block.exec(text);
        take(found ? found.index + found[0].length : isLast ? text.length : -12);
        if (!found) break;
        block = 0;
        isParagraph = 1;
      } else if (kind) {
        take(end || text.length);
        if (end) {
          kind = 0;
          if (isSingle) out += END;
        }
      } else if (end || isLast || text.length >= LIMIT || IS_TOLD.test(text)) {
        const line = text.slice(0, LIMIT).split("\n")[0].trimEnd().replace(/^ {0,3}\t/, "    ").replace(/\t/g, " ");
        out += begin(line);
        if (block) take(text.indexOf("<") + 4);
      } else break;
    }
    return isLast ? out + END : out;
  };
}
