// An answer as a reader sees it: a little Markdown, chips, a panel of sources. Nodes are made, never HTML.

import { safeUrl } from "./read.js";

const WORDS = {
  sources: "Sources",
  open: "Open at the passage",
  cut: "The answer was cut off.",
  dropped: "Citations left out:",
  links: "Links taken out:",
};
const MARK = "\uFFFC"; // around the number of a citation; the model's own are replaced
const LINE = /^( *)(?:(#{1,6})\s|([-+*]|(\d{1,9})[.)])\s+|(>)|((?:[-_*] *){3,}$)|(`{3,}|~{3,}).*)/;
const INLINE =
  /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)([^]{1,999}?)(?<!`)\2(?!`)|(\*\*|__)(?=\S)([^]{0,999}?\S)\4|(\*|(?<!\w)_)(?=\S)([^]{0,999}?\S)\6(?!\w)|!?\[([^[\]]{0,999})\]\((?:[^()\n]|\([^()\n]{0,99}\)){0,999}\)|<(https?:[^\s<>]{0,999})>|\uFFFC(\d+)\uFFFC|\s{2,}\n/g;
let views = 0; // so that two answers on a page have ids of their own

function make(name, parent, text = "", properties) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(text);
  parent.append(node);
  return node;
}

// A view of one answer in `container`: `show` takes the events of a reader, as they come.
export function createView(container, { words, prefix = `citegate-${++views}` } = {}) {
  const say = { ...WORDS, ...words };
  const marks = [];
  const cards = {}; // by the number of their source
  const boxes = {}; // the passages in them
  let text = ""; // from the first line on that may still change
  let kept = 0; // nodes before it
  let lit = []; // the card and the passage that are shown
  let frame;
  let from; // the chip that the reader came from

  container.replaceChildren();
  container.classList.add("citegate");
  const body = make("div", container, "", { className: "citegate-text", ariaBusy: true });
  const status = make("p", container, "", { role: "status" });
  const panel = make("section", container, "", { className: "citegate-sources", ariaLabel: say.sources });
  const link = (parent, label, href) =>
    safeUrl(href) ? make("a", parent, label, { href, target: "_blank", rel: "noopener noreferrer" }) : parent.append(label);

  function card({ index, title, document_id: name, snippet, url }) {
    const id = `${prefix}-${index}`;
    const label = title || name;
    if (!cards[index]) {
      if (!panel.children[0]) make("h2", panel, say.sources);
      const node = (cards[index] = make("article", panel, "", { id, tabIndex: -1, ariaLabel: `${index} ${label}` }));
      const head = make("h3", node);
      make("button", head, index, { className: "citegate-chip", onclick: leave });
      head.append(" ", label);
      panel.append(...Object.values(cards));
    }
    const key = index + snippet + url;
    if (!boxes[key]) {
      const box = (boxes[key] = make("blockquote", cards[index]));
      make("mark", box, snippet);
      if (safeUrl(url)) link(make("p", box), say.open, url);
    }
    return [cards[index], boxes[key]];
  }

  function light(nodes) {
    for (const each of [...lit, ...nodes]) each.classList.toggle("citegate-at");
    lit = nodes;
  }

  function leave() {
    light([]);
    from?.focus();
  }

  panel.onkeydown = ({ key }) => {
    if (key === "Escape") leave();
  };

  function chip(parent, { records, text: label }) {
    if (label) link(parent, label, records[0].url);
    for (const [index, record] of new Map(records.map((each) => [each.index, each]).reverse())) {
      const ariaLabel = `${say.sources} ${index}: ${record.title}`;
      const node = make("a", parent, index, { className: "citegate-chip", href: `#${prefix}-${index}`, title: record.title, ariaLabel });
      node.onclick = (event) => {
        event.preventDefault();
        from = node;
        light(card(record));
        lit[0].focus();
      };
    }
  }

  function inline(words, parent) {
    let at = 0;
    for (const found of words.matchAll(INLINE)) {
      const [whole, escaped, , code, , strong, , em, label, url, number] = found;
      parent.append(words.slice(at, found.index));
      at = found.index + whole.length;
      if (code) make("code", parent, code);
      else if (number) chip(parent, marks[number]);
      else if (strong) inline(strong, make("strong", parent));
      else if (em) inline(em, make("em", parent));
      else if (label ?? url) inline(label ?? url, make("span", parent, "", { className: "citegate-unlinked", title: say.links }));
      else if (whole.trim()) parent.append(escaped ?? whole);
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
    let lists = []; // those that go on, and the columns that they stand at
    const flush = () => {
      if (leaf && !fence) inline(held, leaf);
      leaf = fence = null;
      held = "";
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
        if (run) leaf = make("code", make("pre", body, "", { tabIndex: 0 }));
        else if (bullet) {
          lists = lists.filter(([depth]) => depth <= indent);
          let last = lists.at(-1);
          if (!last || last[0] < indent - 1) lists.push((last = [indent, make(number ? "ol" : "ul", last ? last[1].lastChild : body)]));
          leaf = make("li", last[1], "", number && { value: number });
        } else leaf = make(rule ? "hr" : quote ? "blockquote" : "h3", body);
        held = rest;
        fence = run;
        if (hashes ?? rule) flush();
      } else {
        leaf ??= make("p", body);
        held += (held && "\n") + (quote ? rest : line);
      }
      at += line.length + 1;
    }
    flush();
    text = text.slice(done);
    kept = before;
  }

  function take(event) {
    const { kind, records, text: words } = event;
    records?.forEach(card);
    if (kind === "citation" && records[0]) text += MARK + (marks.push(event) - 1) + MARK;
    else if (words) text += words.replaceAll(MARK, "\uFFFD");
    if (kind === "end") {
      paint();
      body.ariaBusy = null;
      const links = body.querySelectorAll(".citegate-unlinked").length;
      status.append(
        [!event.is_complete && say.cut, event.dropped && `${say.dropped} ${event.dropped}.`, links && `${say.links} ${links}.`]
          .filter(Boolean)
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
