// From a model's answer to events: its tokens resolved through the turn's sources and allowlist.json, as
// answers/resolve.py, stream.py and trailer.py do it.

import { UNFINISHED, UNKNOWN_FORM, createScanner } from "./scan.js";

// Where a click may lead: the site's own paths, and http(s).
const SAFE_URL = /^(?:https?:\/\/[^/?#[]|\/(?!\/))[^\s\\<>"\0-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/i;
const TRACKING = /^(?:utm_|mc_[ce]id|_g[al]$|_hs|.*clid$|.braid$|igshid|mkt_tok)/i;
const AROUND = { double: "[[N]]", footnote: "[^N]", citation: "[citation:N]", lenticular: "【N】", number: "[N]" };

export const safeUrl = (url) => url && SAFE_URL.test(url);

const fold = (text) =>
  text
    .normalize("NFC")
    .replace(/[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replace(/[“”„‟״]/g, '"')
    .replace(/[‘’‚‛׳]/g, "'")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
const key = (text) => fold(text).replace(/[.!?。！？．…\s]+$/, "");

// The URL of a page without what does not change the page.
function plainUrl(text) {
  try {
    const url = new URL(text);
    for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
    return url.origin + url.pathname.replace(/\/+$/, "") + url.search;
  } catch {
    return text;
  }
}

// Who reads one answer. `sources` are the records of the turn, `allowlist` is the content of allowlist.json, `routes`
// the URL of each document, `nonce` that of a trailer, and `expects` the form that the model was asked for.
export function createReader({ sources = [], allowlist = {}, routes = {}, nonce, expects } = {}) {
  const records = [...(sources.sources ?? sources)].sort((one, other) => one.index - other.index);
  const documents = new Set(Object.keys(routes));
  const numbers = new Map(); // document: its number
  const named = new Map(); // citation id, or document and key of a passage: the record
  const bracketed = []; // documents and folded passages that have brackets
  const cited = new Map();
  const unread = [];
  const counts = { resolved: 0, dropped: 0, "out-of-range": 0, malformed: 0 };
  let offset = 0; // code points before what comes next

  function note(record, words) {
    const { document_id: document, citation_id: id } = record;
    documents.add(document);
    for (const name of [id, words && `${document}\n${key(words)}`]) if (name && !named.has(name)) named.set(name, record);
    if (words.includes("]")) bracketed.push(`${document}\n${fold(words)}`);
  }
  for (const record of records) {
    numbers.set(record.document_id, record.index);
    note(record, record.type === "document" ? record.snippet : "");
  }
  for (const [name, { href: url, quote: snippet, ...more }] of Object.entries(allowlist)) {
    const [document, ...rest] = name.split("::");
    const record = { index: 0, type: "document", document_id: document, title: document, snippet, url, citation_id: more.citation_id };
    const isFurther = /^\d+$/.test(rest.at(-1)) && name.replace(/::\d+$/, "") in allowlist;
    note(record, isFurther ? "" : rest.join("::"));
    note(record, isFurther ? "" : snippet);
  }
  let following = Math.max(0, ...numbers.values()) + 1;

  const by = (field, value) => records.filter((record) => record[field] == value);
  const documentOf = (name) => {
    const plain = name.normalize("NFC").trim().replace(/^\/+|\/+$/g, "");
    return [name, plain, plain.replace(/\.(?:mdx?|markdown|html?)$/i, "")].find((each) => documents.has(each)) ?? name;
  };
  const known = {
    hasPassage(document, words) {
      const wanted = key(words);
      const found = named.get(`${documentOf(document)}\n${wanted}`);
      if (found || wanted.length < (/[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/.test(wanted) ? 8 : 24)) return found;
      return by("document_id", documentOf(document)).find(({ type, snippet }) => {
        const parts = fold(snippet).split(wanted);
        return type === "document" && parts.some((part, at) => at && !/[\p{L}\p{N}]$/u.test(parts[at - 1]) && !/^[\p{L}\p{N}]/u.test(part));
      });
    },
    beginsPassage(document, words) {
      const begin = `${documentOf(document)}\n${fold(words)}`;
      return bracketed.some((other) => other.length > begin.length && other.startsWith(begin));
    },
  };

  // The record with its number; a source that has none yet gets the next one.
  function one(record) {
    if (!record || records.includes(record)) return record ? [record] : [];
    const document = record.document_id;
    if (!numbers.has(document)) numbers.set(document, following++);
    return [{ ...record, index: numbers.get(document), title: by("document_id", document)[0]?.title ?? record.title }];
  }

  const find = {
    number: ({ value }) => by("index", value),
    passage: ({ value, passage }) => one(known.hasPassage(value, passage)),
    "citation-id": ({ value }) => one(named.get(value)),
    document({ value }, { label }) {
      const name = documentOf(value);
      const url = Object.hasOwn(routes, name) ? routes[name] : undefined;
      const all = by("document_id", name);
      const first = all.find((record) => record.citation_id && record.url);
      if (first || all[0]) return [first ?? { ...all[0], url: all[0].url ?? url }];
      return one(url && { index: 0, type: "document", document_id: name, title: label.trim() || name, snippet: "", url });
    },
    url({ value, passage }) {
      const all = records.filter(({ type, document_id: id, url }) => plainUrl(type === "web" ? id : url) === plainUrl(value));
      return [all.find(({ snippet }) => passage && fold(snippet).includes(key(passage))) ?? all[0]].filter(Boolean);
    },
    id: ({ value }) => [by("document_id", value), by("citation_id", value).slice(0, 1), by("index", value)].find((all) => all[0]) ?? [],
  };

  function* resolve(token) {
    const { form, label, references } = token;
    const say = (outcome, text, parts, found = [], reason = "") => {
      counts[outcome]++;
      return { kind: "citation", outcome, text, records: found, reason, token: { ...token, references: parts } };
    };
    if (form === UNFINISHED || form === UNKNOWN_FORM) yield say("malformed", label, references, [], form);
    else if (expects && form !== expects) yield say("malformed", AROUND[form] ? token.text : label, references, [], "wrong-form");
    else {
      const found = new Map();
      const good = [];
      const bad = references.filter((reference) => {
        const all = find[reference.kind](reference, token);
        for (const record of all) found.set(JSON.stringify(record), record);
        return !all[0] || !good.push(reference);
      });
      for (const [name, record] of found) cited.set(name, record);
      if (good[0]) yield say("resolved", label, good, [...found.values()]);
      const isNumber = bad[0]?.kind === "number";
      const left = good[0] ? AROUND[form]?.replace("N", bad.map(({ value }) => value).join(", ")) : token.text;
      if (bad[0]) yield say(isNumber ? "out-of-range" : "dropped", isNumber ? left : label, bad);
    }
  }

  function* events(items) {
    for (const item of items) {
      const text = item.text ?? item;
      const start = offset;
      offset += text.replace(/[\uDC00-\uDFFF]/g, "").length;
      if (item.form === "index") unread.push([start, offset]);
      if (item === text || item.form === "index") yield { kind: "text", text };
      else yield* resolve({ ...item, start, end: offset });
    }
  }

  const scanner = createScanner(known);
  const feed = nonce ? createTrailer(nonce) : (chunk) => chunk;
  return {
    feed: (chunk) => [...events(scanner.feed(feed(chunk)))],
    end() {
      const all = [...events([...scanner.feed(feed("", true)), ...scanner.end()])];
      for (const record of feed.records ?? []) cited.set(JSON.stringify(record), record);
      const { "out-of-range": out_of_range, ...rest } = counts;
      return [
        ...all,
        { kind: "sources", records: [...cited.values()].sort((one, other) => one.index - other.index) },
        { kind: "end", is_complete: !nonce || !!feed.records, ...rest, out_of_range, unread },
      ];
    },
  };
}

// Takes the trailer with the sources off an answer that arrives in pieces: the words of the answer come out, and
// `records` is there once the trailer has come to its end.
function createTrailer(nonce) {
  const mark = `\n<<<citegate-sources ${nonce}>>>`;
  let held = "\n"; // what may begin the mark; the line end stands before the answer
  let skipped = 1;
  let inside;

  return function feed(chunk, isLast) {
    let words = "";
    if (inside === undefined) {
      held += chunk;
      const at = held.search(RegExp(`${mark}\r*(?:\n${isLast ? "|$" : ""})`));
      const last = held.lastIndexOf("\n");
      const rest = held.slice(last).trimEnd();
      const stop = at >= 0 ? at + 1 : !isLast && (mark.startsWith(rest) || !rest) ? last : held.length;
      if (at >= 0) inside = held.slice(at + mark.length).replace(/^\r*\n?/, "");
      words = held.slice(0, stop);
      held = held.slice(stop);
    } else inside += chunk;
    if (isLast && inside) {
      const [, json, after] = RegExp(`^([^]*?)(?:^|\n)<<<end ${nonce}>>>\r*(?:\n([^]*))?$`).exec(inside) ?? [];
      try {
        const data = JSON.parse(json);
        const listed = data.sources ?? data;
        const isSound = ({ index, title, url }) => index >= 0 && title.at && (url == null || safeUrl(url));
        if (!after?.trim() && listed.every(isSound)) feed.records = listed;
      } catch {
        // told by the missing records
      }
    }
    const out = words.slice(skipped);
    skipped = Math.max(0, skipped - words.length);
    return out;
  };
}
