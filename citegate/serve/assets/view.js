// An answer as a reader sees it: a little Markdown, chips, a panel of sources. Nodes are made, never HTML.

import { safeUrl } from "./read.js";

const WORDS = {
  sources: "Sources",
  open: "Open at the passage",
  unlinked: "A link of the model, taken out",
  cut: "The answer was cut off.",
  dropped: "Citations left out:",
  links: "Links taken out:",
};
const MARK = "\uFFFC"; // around the number of a citation; the model's own are replaced
const LINE = /^( *)(?:(#{1,6})\s|([-+*]|(\d{1,9})[.)])\s+|(>)|((?:[-_*] *){3,}$)|(`{3,}|~{3,}).*)/;
const INLINE =
  /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)([^]{1,999}?)(?<!`)\2(?!`)|(\*\*|__)(?=\S)([^]{0,999}?\S)\4|(\*|(?<!\w)_)(?=\S)([^]{0,999}?\S)\6(?!\w)|!?\[([^[\]]{0,999})\]\((?:[^()\n]|\([^()\n]{0,99}\)){0,999}\)|<(https?:[^\s<>]{0,999})>|\uFFFC(\d+)\uFFFC|\s{2,}\n/g;
let views = 0; // so that two answers on a page have ids of their own

function make(name, parent, text, attributes) {
  const node = document.createElement(name);
  if (text) node.textContent = text;
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  parent.append(node);
  return node;
}

// A view of one answer in `container`: `show` takes the events of a reader, as they come.
export function createView(container, { words, prefix = `citegate-${++views}` } = {}) {
  const say = { ...WORDS, ...words };
  const marks = [];
  const cards = new Map(); // number of a source: its card
  const passages = new Map(); // record: the node that shows it
  let text = ""; // from the first line on that may still change
  let kept = 0; // nodes before it
  let frame;
  let from; // the chip that the reader came from

  container.replaceChildren();
  container.classList.add("citegate");
  const body = make("div", container, "", { class: "citegate-text", "aria-busy": true });
  const status = make("p", container, "", { role: "status" });
  const panel = make("section", container, "", { class: "citegate-sources", "aria-label": say.sources });
  const link = (parent, label, url) =>
    safeUrl(url) ? make("a", parent, label, { href: url, target: "_blank", rel: "noopener noreferrer" }) : parent.append(label);

  function card(record) {
    const { index, title, document_id: name, snippet, url } = record;
    const id = `${prefix}-${index}`;
    let node = cards.get(index);
    if (!node) {
      if (!cards.size) make("h2", panel, say.sources);
      node = make("article", panel, "", { id, tabindex: -1, "aria-label": `${index} ${title || name}` });
      const head = make("h3", node);
      make("button", head, index, { class: "citegate-chip" }).onclick = leave;
      head.append(" ", title || name);
      cards.set(index, node);
      panel.append(...[...cards].sort(([one], [other]) => one - other).map(([, each]) => each));
    }
    const key = id + snippet + url;
    if (!passages.has(key)) {
      const box = make("blockquote", node);
      make("mark", box, snippet);
      if (safeUrl(url)) link(make("p", box), say.open, url);
      passages.set(key, box);
    }
    return [node, passages.get(key)];
  }

  function leave() {
    for (const each of panel.querySelectorAll(".citegate-at")) each.classList.remove("citegate-at");
    from?.focus();
  }

  panel.onkeydown = ({ key }) => {
    if (key === "Escape") leave();
  };

  function chip(parent, { records, text: label }) {
    if (label) link(parent, label, records[0].url);
    for (const [index, record] of new Map(records.map((each) => [each.index, each]).reverse())) {
      const attributes = { class: "citegate-chip", href: `#${prefix}-${index}`, title: record.title, "aria-label": `${say.sources} ${index}: ${record.title}` };
      const node = make("a", parent, index, attributes);
      node.onclick = (event) => {
        event.preventDefault();
        from = null;
        leave();
        from = node;
        const shown = card(record);
        for (const each of shown) each.classList.add("citegate-at");
        shown[0].focus();
      };
    }
  }

  function inline(words, parent) {
    let at = 0;
    for (const found of words.matchAll(INLINE)) {
      const [whole, escaped, , code, , strong, , em, label, url, number] = found;
      parent.append(words.slice(at, found.index));
      at = found.index + whole.length;
      if (escaped) parent.append(escaped);
      else if (code) make("code", parent, code);
      else if (strong) inline(strong, make("strong", parent));
      else if (em) inline(em, make("em", parent));
      else if (number) chip(parent, marks[number]);
      else if (label ?? url) inline(label ?? url, make("span", parent, "", { class: "citegate-unlinked", title: say.unlinked }));
      else if (whole.trim()) parent.append(whole);
      else make("br", parent);
    }
    parent.append(words.slice(at));
  }

  function paint() {
    while (body.childNodes.length > kept) body.lastChild.remove();
    let at = 0;
    let done = 0;
    let before = kept;
    let fence;
    let leaf; // the element that lines go on to, and what it has
    let held = "";
    let lists = [];
    const flush = () => {
      if (leaf) inline(held, leaf);
      leaf = null;
      held = "";
    };
    for (const line of text.split("\n")) {
      const [whole, indent, hashes, bullet, number, quote, rule, run] = LINE.exec(line) ?? [""];
      const rest = line.slice(whole.length);
      if (fence) {
        if (run && !rest && run.startsWith(fence)) fence = null;
        else leaf.append(line, "\n");
        if (!fence) leaf = null;
      } else if (run) {
        flush();
        fence = run;
        leaf = make("code", make("pre", body, "", { tabindex: 0 }));
      } else if (!line.trim()) {
        flush();
        lists = [];
        if (text.length > at + line.length) [done, before] = [at, body.childNodes.length];
      } else if (rule) {
        flush();
        make("hr", body);
      } else if (bullet) {
        flush();
        lists = lists.filter(([depth]) => depth <= indent.length);
        const last = lists.at(-1);
        const deeper = !last || last[0] < indent.length - 1;
        const list = deeper ? make(number ? "ol" : "ul", last ? last[1].lastChild : body) : last[1];
        if (deeper) lists.push([indent.length, list]);
        leaf = make("li", list);
        if (number) leaf.value = number;
        held = rest;
      } else if (hashes || quote) {
        if (hashes || leaf?.localName !== "blockquote") flush();
        leaf ??= make(hashes ? "h3" : "blockquote", body);
        held += (held && "\n") + rest;
        if (hashes) flush();
      } else {
        leaf ??= make("p", body);
        held += (held && "\n") + line;
      }
      at += line.length + 1;
    }
    if (!fence) flush();
    text = text.slice(done);
    kept = before;
  }

  function take(event) {
    const { kind, records, text: words } = event;
    if (records) records.forEach(card);
    if (kind === "citation" && records[0]) text += MARK + (marks.push(event) - 1) + MARK;
    else if (words) text += words.replaceAll(MARK, "\uFFFD");
    if (kind === "end") {
      paint();
      body.ariaBusy = null;
      const links = body.querySelectorAll(".citegate-unlinked").length;
      status.append(
        [event.is_complete || say.cut, event.dropped && `${say.dropped} ${event.dropped}.`, links && `${say.links} ${links}.`]
          .filter((each) => each && each !== true)
          .join(" "),
      );
    }
  }

  return {
    show(events) {
      [].concat(events).forEach(take);
      cancelAnimationFrame(frame);
      if (body.ariaBusy) frame = requestAnimationFrame(paint);
    },
  };
}
