"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const byId = id => document.getElementById(id);
  const cards = all(".card"), marks = all("mark"), pages = all(".page"), buttons = all("#states button");
  const rule = byId("rule"), search = byId("search"), site = byId("site");
  const fold = text => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = new Map(cards.map(card => {
    const header = card.closest(".page").querySelector("header");
    return [card, fold(card.textContent + " " + (header ? header.textContent : ""))];
  }));
  const cardsOf = mark => mark.dataset.cards.split(" ").map(number => byId("c" + number));

  function filter() {
    const states = new Set(buttons.filter(b => b.getAttribute("aria-pressed") === "true").map(b => b.dataset.state));
    const wanted = fold(search.value).split(/\s+/).filter(Boolean);
    for (const card of cards) {
      card.hidden = !states.has(card.dataset.state)
        || (rule.value !== "" && !card.dataset.rules.split(" ").includes(rule.value))
        || !wanted.every(word => words.get(card).includes(word));
    }
    for (const mark of marks) mark.classList.toggle("off", cardsOf(mark).every(card => card.hidden));
    for (const page of pages) page.hidden = all(".card", page).every(card => card.hidden);
    const left = cards.filter(card => !card.hidden).length;
    byId("shown").textContent = left === cards.length ? "" : `${left} of ${cards.length} shown`;
    byId("nothing").hidden = left > 0 || cards.length === 0;
  }

  function link() {
    const base = /^https?:\/\//i.test(site.value.trim()) ? site.value.trim().replace(/\/+$/, "") : "";
    for (const a of all("a[data-href]")) {
      const href = a.dataset.href;
      a.setAttribute("href", href.startsWith("/") ? base + href : href);
    }
  }

  let at = null;
  function go(card) {
    if (!card) return;
    all(".at").forEach(each => each.classList.remove("at"));
    at = card;
    const number = card.id.slice(1);
    marks.filter(m => m.dataset.cards.split(" ").includes(number)).forEach(m => m.classList.add("at"));
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: "nearest" });
  }
  function step(by) {
    const shown = cards.filter(card => !card.hidden);
    const now = shown.indexOf(document.activeElement.closest ? document.activeElement.closest(".card") || at : at);
    go(shown[now < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, now + by))]);
  }
  function reset() {
    search.value = rule.value = "";
    buttons.forEach(b => b.setAttribute("aria-pressed", "true"));
    filter();
  }

  for (const b of buttons) {
    b.addEventListener("click", () => {
      b.setAttribute("aria-pressed", String(b.getAttribute("aria-pressed") !== "true"));
      filter();
    });
  }
  rule.addEventListener("change", filter);
  search.addEventListener("input", filter);
  site.addEventListener("input", link);
  for (const mark of marks) mark.addEventListener("click", () => go(cardsOf(mark).find(card => !card.hidden)));
  for (const card of cards) card.addEventListener("focus", () => { if (at !== card) go(card); });
  document.addEventListener("keydown", event => {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "Escape") { reset(); if (isTyping) event.target.blur(); return; }
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") { event.preventDefault(); search.focus(); }
    if (event.key === "j") step(1);
    if (event.key === "k") step(-1);
    if (event.key === "o" && at) { const a = at.querySelector("a[data-href]"); if (a) a.click(); }
  });
  filter();
  link();
})();
