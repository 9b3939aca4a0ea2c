// An answer as a reader sees it: a little Markdown, chips, a panel of sources. Nodes are made, never HTML.

import { SAFE_URL } from "./read.js";

const LINE = /^( *)(?:(#{1,6} )|([-+*]|(\d{1,9})[.)])\s+|(>)|((?:[-_*] *){3,}$)|([`~]{3,}).*)/;
const INLINE =
  /\\([!-/:-@[-`{-~])|(`+)(?!`)([^]{1,999}?)(?<!`)\2(?!`)|(\*\*?|(?<!\w)__?)(?=\S)([^]{0,999}?\S)\4(?!\w)|!?\[([^[\]]{0,999})\]\((?:[^()\n]|\([^()\n]{0,99}\)){0,999}\)|<(https?:[^\s<>]*)>|\uFFFC(\d+)\uFFFC|(  \n)/;

function make(name, parent, text = "", properties) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(text);
  parent.append(node);
  return node;
}

// A view of one answer in `container`: `show` takes the events of a reader, as they come.
export function createView(container, { words } = {}) {
  const say = { sources: "Sources", open: "Open at the passage", cut: "The answer was cut off.", dropped: "Citations left out:", ...words };
  const marks = [];
  const cards = {}; // by the number of their source
  const boxes = {}; // the passages in them
  let text = ""; // from the first line on that may still change
  let gap = ""; // white space behind it
  let isGap; // where a citation was left out: the space before a full stop goes with it
  let kept = 0; // nodes before it
  let frame;
  let from; // the chip that the reader came from

  container.replaceChildren();
  container.className += " citegate";
  const body = make("div", container, "", { ariaBusy: "true" });
  const status = make("p", container, "", { role: "status" });
  const panel = make("section", container, "", { ariaLabel: say.sources, onkeydown: ({ key }) => key !== "Escape" || leave() });
  const link = (parent, label, href) => make("a", parent, label, { href, target: "_blank", rel: "noreferrer" });
  const leave = () => from?.focus();

  // The passage of a record, in the card of its source.
  function box({ index, title, document_id, snippet, url }) {
    const ariaLabel = `${index} ${title || document_id}`;
    if (!cards[index]) {
      panel.firstChild ?? make("h2", panel, say.sources);
      make("button", (cards[index] = make("article", panel, "", { ariaLabel })), ariaLabel, { className: "citegate-chip", onclick: leave });
      panel.append(...Object.values(cards));
    }
    const key = index + snippet + url;
    if (!boxes[key]) {
      make("mark", (boxes[key] = make("blockquote", cards[index], "", { ariaLabel, tabIndex: -1 })), snippet);
      if (SAFE_URL.test(url)) link(make("p", boxes[key]), say.open, url);
    }
    return boxes[key];
  }

  function inline(words, parent) {
    const parts = words.split(INLINE);
    for (let at = 0; at < parts.length; at += 10) {
      const [plain, escaped, , code, mark, marked, label, url, number, end] = parts.slice(at, at + 10);
      parent.append(plain);
      if (code) make("code", parent, code);
      else if (number) {
        const { records, text } = marks[number];
        let last;
        if (text) SAFE_URL.test(records[0].url) ? link(parent, text, records[0].url) : parent.append(text);
        for (const record of records) {
          const { index, title } = record;
          if (index !== last)
            make("button", parent, index, { ariaLabel: `${say.sources} ${index} ${title}`, className: "citegate-chip", title, onclick() {
              from = this;
              box(record).focus();
            } });
          last = index;
        }
      } else if (mark) inline(marked, make(mark[1] ? "strong" : "em", parent));
      else if (label ?? url) inline(label ?? url, make("u", parent));
      else if (escaped) parent.append(escaped);
      else if (end) make("br", parent);
    }
  }

  function paint() {
    while (body.childNodes.length > kept) body.lastChild.remove();
    let at = 0;
    let done = 0;
    let before = kept;
    let fence;
    let leaf; // the element that lines go on to, and what it has
    let held = "";
    let lists = []; // those that go on, and the columns that they stand at
    const flush = () => {
      if (leaf && !fence) inline(held, leaf);
      leaf = fence = held = "";
    };
    for (const line of text.split("\n")) {
      const [whole, { length: indent } = "", hashes, bullet, number, quote, rule, run] = LINE.exec(line) ?? [""];
      const rest = line.slice(whole.length);
      if (fence) {
        if (run && !rest && run.startsWith(fence)) flush();
        else leaf.append(line, "\n");
      } else if (!line.trim()) {
        flush();
        lists = [];
        if (text.length > at + line.length) [done, before] = [at, body.childNodes.length];
      } else if (hashes ?? bullet ?? rule ?? run ?? (quote && leaf?.localName !== "blockquote")) {
        flush();
        if (bullet) {
          while (lists[0]?.depth > indent) lists.shift();
          if (!(lists[0]?.depth > indent - 2)) lists.unshift(make(number ? "ol" : "ul", lists[0]?.lastChild ?? body, "", { depth: indent }));
          leaf = make("li", lists[0], "", number && { value: number });
        } else leaf = make(run ? "pre" : rule ? "hr" : quote ? "blockquote" : "h3", body);
        held = rest;
        fence = run;
        if (hashes ?? rule) flush();
      } else {
        leaf ||= make("p", body);
        held += (held && "\n") + (quote ? rest : line);
      }
      at += line.length + 1;
    }
    flush();
    text = text.slice(done);
    kept = before;
  }

  return {
    show(events) {
      for (const event of [events].flat()) {
        const { kind, records, text: words } = event;
        records?.forEach(box);
        if (kind === "citation" && records[0]) {
          text += gap + `\uFFFC${marks.push(event) - 1}\uFFFC`;
          gap = isGap = "";
        } else if (words) {
          const shown = words.trimEnd();
          if (shown) {
            gap += shown.replaceAll("\uFFFC", "\uFFFD");
            text += isGap && /^ *[.,;:!?)。，、；：！？）]/.test(gap) ? gap.trim() : gap;
            gap = isGap = "";
          }
          gap += words.slice(shown.length);
        } else isGap = 1;
        if (kind === "end") {
          paint();
          body.ariaBusy = null;
          status.append(event.is_complete ? "" : say.cut, event.dropped ? ` ${say.dropped} ${event.dropped}.` : "");
        }
      }
      cancelAnimationFrame(frame);
      if (body.ariaBusy) frame = requestAnimationFrame(paint);
    },
  };
}
