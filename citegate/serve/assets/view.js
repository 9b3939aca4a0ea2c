// An answer as a reader sees it: Markdown, chips, and a panel of sources. Nodes are made, never HTML.

import { BAR, CODE, FENCED, FENCE_END, ROW, TITLE, readLine } from "./blocks.js";
import { safeUrl } from "./read.js";

const INLINE =
  /\\([!-/:-@[-`{-~])|(`+)|\uFFFC(\d+)\uFFFC|<((?:https?|mailto):[^\s<>]*)>|([*_]+)|(!?\[)|(\]\((?:<[^<>\n]{0,2000}>|[^\s()<]{0,2000}(?:\([^\s()]{0,500}\)[^\s()]{0,500})?)(?:\s+(?:"[^"]{0,500}"|'[^']{0,500}'))?\s*\))|(<br ?\/?>|(?: {2,}|\\)\n)/giu;
const WORD = /[\p{L}\p{N}]/u;
let views = 0; // so that two answers on a page have ids of their own

function make(name, parent, text, attributes) {
  const node = document.createElement(name);
  if (text) node.textContent = text;
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  parent?.append(node);
  return node;
}

// The inline content of a block. `mark` makes the node for a citation, `unlink` the one that a model's link becomes.
function inline(text, parent, mark, unlink) {
  const opened = []; // delimiters and brackets that wait for their other half: [sign, node that holds it, parent]
  const missing = new Set(); // lengths of backtick runs that have no partner further on
  let into = parent;
  let at = 0;
  const put = (words) => words && into.append(words.replace(/\n/g, " "));
  const undo = (to) => {
    while (opened.length > to) {
      const [sign, node] = opened.pop();
      if (sign[0] === "[" || sign[0] === "!") continue;
      into = node.parentNode;
      node.replaceWith(sign, ...node.childNodes);
    }
  };
  INLINE.lastIndex = 0;
  for (let found; (found = INLINE.exec(text)); at = INLINE.lastIndex) {
    const [whole, escaped, ticks, number, url, stars, open, destination, broken] = found;
    put(text.slice(at, found.index));
    const end = INLINE.lastIndex;
    if (escaped) put(escaped);
    else if (ticks) {
      const close = missing.has(ticks.length) ? null : text.slice(end).match(`(?<!\`)${ticks}(?!\`)`);
      if (close) {
        const code = text.slice(end, end + close.index).replace(/\n/g, " ");
        make("code", into, /^ .*\S.* $/.test(code) ? code.slice(1, -1) : code);
        INLINE.lastIndex = end + close.index + ticks.length;
      } else {
        missing.add(ticks.length);
        put(ticks);
      }
    } else if (number) into.append(mark(+number));
    else if (url) {
      into.append(unlink([url]));
    } else if (stars) {
      const before = text[found.index - 1] ?? " ";
      const after = text[end] ?? " ";
      const left = /\S/.test(after) && !(stars[0] === "_" && WORD.test(before));
      const right = /\S/.test(before) && !(stars[0] === "_" && WORD.test(after));
      let rest = Math.min(stars.length, 3);
      put(stars.slice(rest));
      while (rest) {
        const size = rest === 2 || (rest > 2 && opened.at(-1)?.[0] !== stars[0]) ? 2 : 1;
        const sign = stars.slice(0, size);
        const last = right ? opened.findLastIndex(([known]) => known === sign) : -1;
        if (last >= 0 && opened[last][1].hasChildNodes()) {
          undo(last + 1);
          into = opened.pop()[1].parentNode;
        } else if (left && opened.length < 50) {
          opened.push([sign, (into = make(size > 1 ? "strong" : "em", into))]);
        } else put(sign);
        rest -= size;
      }
    } else if (open) {
      const node = document.createTextNode(open);
      into.append(node);
      if (opened.length < 50) opened.push([open, node]);
    } else if (destination) {
      const last = opened.findLastIndex(([sign]) => sign === "[" || sign === "![");
      if (last < 0) put(whole);
      else {
        undo(last + 1);
        const [, bracket] = opened.pop();
        const label = [];
        for (let node = bracket.nextSibling; node; node = node.nextSibling) label.push(node);
        bracket.replaceWith(unlink(label));
      }
    } else if (broken) make("br", into);
  }
  put(text.slice(at));
  undo(0);
}

// The blocks of a text, made below `root`. Gives back where each node of `root` begins.
function build(text, root, write) {
  const starts = [];
  const kept = root.childNodes.length;
  let containers = [];
  let line = {};
  let leaf = null; // the element that lines go on to
  let words = ""; // what it has, when it is prose
  let at = 0;
  const flush = () => {
    if (words) write(words.trimEnd(), leaf);
    words = "";
  };
  for (const whole of text.split("\n")) {
    const before = line;
    line = readLine(whole, true, containers, before.isParagraph, before.fence);
    containers = line.containers;
    const own = whole.slice(line.at);
    if (!line.isContinued) flush();
    let parent = root;
    for (const each of containers) parent = each.node ??= contain(parent, each);
    const { kind } = line;
    if (kind === FENCED || kind === CODE) {
      if (!line.isContinued && (kind === FENCED || before.kind !== CODE)) {
        leaf = make("code", make("pre", parent, "", { tabindex: 0 }));
      }
      if (kind === CODE || line.isContinued) leaf.append(own, "\n");
    } else if (kind === BAR && before.isParagraph && /[=-]/.test(line.sign) && leaf.parentNode === parent) {
      const title = make(line.sign === "=" ? "h3" : "h4");
      title.append(...leaf.childNodes);
      leaf.replaceWith(title);
    } else if (kind === BAR && line.sign !== "=") make("hr", parent);
    else if (kind === ROW) row(parent, own);
    else if (own.trim() && kind !== FENCE_END) {
      const hashes = kind === TITLE ? own.match(/^#+/)[0].length : 0;
      if (!line.isContinued) leaf = make(hashes ? `h${Math.min(6, hashes + 2)}` : "p", parent);
      words += hashes ? own.slice(hashes).trim().replace(/(^|\s)#+$/, "") : own.trimStart() + "\n";
    }
    if (root.childNodes.length > kept + starts.length) starts.push(at);
    at += whole.length + 1;
  }
  flush();
  return starts;

  function contain(parent, { width, mark }) {
    if (!width) return make("blockquote", parent);
    let list = parent.lastChild;
    if (list?.mark !== mark.at(-1)) {
      list = make(mark[1] ? "ol" : "ul", parent);
      list.mark = mark.at(-1);
      if (mark[1] && +mark.slice(0, -1) !== 1) list.start = +mark.slice(0, -1);
    }
    return make("li", list);
  }

  function row(parent, own) {
    const cells = own.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/);
    const table = parent.lastChild?.localName === "table" ? parent.lastChild : make("table", parent);
    if (cells.every((cell) => /^\s*:?-+:?\s*$/.test(cell))) return;
    const tr = make("tr", table);
    for (const cell of cells) write(cell.trim().replace(/\\\|/g, "|"), make(table.firstChild === tr ? "th" : "td", tr));
  }
}

const WORDS = {
  sources: "Sources",
  source: "Source",
  open: "Open at the passage",
  visit: "Open the source",
  back: "Back to the text",
  unlinked: "The model wrote a link here. It was taken out, because nobody checked where it leads.",
  writing: "The answer is being written.",
  complete: "The answer is complete.",
  cut: "The answer was cut off before its end.",
  dropped: "Citations that lead nowhere and were left out:",
  unlinks: "Links of the model that were taken out:",
};

// A view of one answer in `container`. `show` takes the events of a reader, one by one or in an array.
export function createView(container, { words = {}, prefix = `citegate-${++views}` } = {}) {
  const say = { ...WORDS, ...words };
  const marks = [];
  const cards = new Map(); // number of a source: its card
  const passages = new Map(); // passage: the node that shows it
  let text = ""; // from the first block on that may still change
  let kept = 0; // nodes before it
  let frame = 0;
  let from = null; // the chip that the reader came from

  container.replaceChildren();
  container.classList.add("citegate");
  const body = make("div", container, "", { class: "citegate-text", "aria-busy": "true" });
  const status = make("p", container, say.writing, { class: "citegate-status", role: "status" });
  const panel = make("section", container, "", { class: "citegate-sources", "aria-labelledby": `${prefix}-title`, hidden: "" });
  make("h2", panel, say.sources, { id: `${prefix}-title` });
  const shelf = make("ol", panel, "", { role: "list" });

  function card(record) {
    let node = cards.get(record.index);
    if (!node) {
      const id = `${prefix}-${record.index}`;
      node = make("li", null, "", { class: "citegate-card", id, tabindex: -1, "aria-labelledby": `${id}-title` });
      const head = make("h3", node, "", { id: `${id}-title` });
      make("span", head, record.index, { class: "citegate-number" });
      head.append(" ", record.title || record.document_id);
      const back = make("button", node, "↩", { type: "button", class: "citegate-back", title: say.back, "aria-label": say.back });
      back.hidden = true;
      back.onclick = goBack;
      const after = [...cards].filter(([number]) => number > record.index).sort(([one], [other]) => one - other)[0];
      shelf.insertBefore(node, after?.[1] ?? null);
      cards.set(record.index, node);
      panel.hidden = false;
    }
    const key = JSON.stringify([record.index, record.citation_id || record.url, record.snippet]);
    if (!passages.has(key)) {
      const box = make("div", node, "", { class: "citegate-passage" });
      if (record.snippet) make("mark", make("blockquote", box), record.snippet);
      const url = safeUrl(record.url);
      const open = url.includes("#:~:") || url.includes(":~:text=") ? say.open : say.visit;
      if (url) make("a", box, open, { href: url, target: "_blank", rel: "noopener noreferrer" });
      passages.set(key, box);
    }
    return passages.get(key);
  }

  function flash(record, chip) {
    const box = card(record);
    const node = cards.get(record.index);
    for (const each of container.querySelectorAll(".citegate-at")) each.classList.remove("citegate-at");
    for (const each of cards.values()) each.querySelector(".citegate-back").hidden = each !== node;
    void box.offsetWidth; // so that the flash begins again
    node.classList.add("citegate-at");
    box.classList.add("citegate-at");
    from = chip;
    node.focus({ preventScroll: true });
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    node.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
  }

  function goBack() {
    for (const each of container.querySelectorAll(".citegate-at")) each.classList.remove("citegate-at");
    for (const each of cards.values()) each.querySelector(".citegate-back").hidden = true;
    const chip = from?.isConnected ? from : null;
    from = null;
    chip?.focus();
  }

  panel.onkeydown = (event) => {
    const all = [...shelf.children];
    const at = all.indexOf(event.target.closest(".citegate-card"));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && from) goBack();
    else if (step && at >= 0 && all[at + step]) all[at + step].focus();
    else return;
    event.preventDefault();
  };

  function mark(number) {
    const { records, label } = marks[number];
    const all = document.createDocumentFragment();
    if (label) {
      const url = safeUrl(records[0].url);
      if (url) make("a", all, label, { href: url, target: "_blank", rel: "noopener noreferrer" });
      else all.append(label);
    }
    const seen = new Set();
    for (const record of records) {
      if (seen.has(record.index)) continue;
      seen.add(record.index);
      const name = `${say.source} ${record.index}: ${record.title || record.document_id}`;
      const chip = make("a", all, record.index, {
        class: "citegate-chip",
        href: `#${prefix}-${record.index}`,
        title: record.title || record.document_id,
        "aria-label": name,
      });
      chip.onclick = (event) => {
        event.preventDefault();
        flash(record, chip);
      };
    }
    return all;
  }

  function unlink(nodes) {
    const span = make("span", null, "", { class: "citegate-unlinked", title: say.unlinked });
    span.append(...nodes);
    return span;
  }

  function paint() {
    frame = 0;
    while (body.childNodes.length > kept) body.lastChild.remove();
    const starts = build(text, body, (words, node) => inline(words, node, mark, unlink));
    // A block is final when the first line of the next one is there to its end.
    let last = starts.length - 1;
    if (last > 0 && !text.includes("\n", starts[last])) last -= 1;
    if (last > 0) {
      kept += last;
      text = text.slice(starts[last]);
    }
  }

  function take(event) {
    if (event.kind === "text") text += event.text.replace(/\uFFFC/g, "\uFFFD");
    else if (event.kind === "citation" && event.records.length) {
      event.records.forEach(card);
      text += `\uFFFC${marks.push({ records: event.records, label: event.text }) - 1}\uFFFC`;
    } else if (event.kind === "citation") text += event.text.replace(/\uFFFC/g, "\uFFFD");
    else if (event.kind === "sources") event.records.forEach(card);
    else if (event.kind === "end") end(event);
  }

  function end(event) {
    paint();
    body.removeAttribute("aria-busy");
    const links = body.querySelectorAll(".citegate-unlinked").length;
    const remarks = [event.is_complete ? say.complete : say.cut];
    if (event.dropped) remarks.push(`${say.dropped} ${event.dropped}.`);
    if (links) remarks.push(`${say.unlinks} ${links}.`);
    status.textContent = remarks.join(" ");
    status.classList.toggle("citegate-quiet", remarks.length === 1 && event.is_complete);
  }

  return {
    show(events) {
      for (const event of [].concat(events)) take(event);
      if (body.hasAttribute("aria-busy")) frame ||= requestAnimationFrame(paint);
      else cancelAnimationFrame(frame);
    },
  };
}
