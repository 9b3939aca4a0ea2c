// From a model's answer to events: its tokens resolved through the turn's sources and allowlist.json, as
// answers/resolve.py, stream.py and trailer.py do it.

import { createScanner, oneLine } from "./scan.js";

// Where a click may lead: the site's own paths, and http(s).
const SAFE_URL = /^(?:https?:\/\/[^/?#]|\/(?!\/))[^\s\\<>"\x00-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/i;
const TRACKING = /^(?:utm_\w+|[gdtym]+clid|[gw]braid|fbclid|msclkid|twclid|ttclid|igshid|mc_[ce]id|_g[al]|_hsenc|_hsmi|mkt_tok|srsltid)$/i;
const PLAIN = /^(?:number|double|footnote|citation|lenticular)$/; // forms that stay as text when they name no source
const AROUND = { double: ["[[", "]]"], footnote: ["[^", "]"], citation: ["[citation:", "]"], lenticular: ["【", "】"] };
const TRAILER_LIMIT = 4e6; // code units
const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/;

export const safeUrl = (url) => (SAFE_URL.test(url ?? "") ? url : "");

const fold = (text) =>
  text
    .normalize("NFC")
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "")
    .replace(/[“”„‟״]/g, '"')
    .replace(/[‘’‚‛׳]/g, "'")
    .replace(/\s+/g, " ")
    .replace(/^ | $/g, "")
    .toLowerCase();
const key = (text) => fold(text).replace(/[.!?。！？．…\s]+$/, "");
const isAlone = (text, words) => {
  for (let at = -1; (at = text.indexOf(words, at + 1)) >= 0; ) {
    if (!/[\p{L}\p{N}]/u.test((text[at - 1] ?? "") + (text[at + words.length] ?? ""))) return true;
  }
};

// The URL of a page without what does not change the page.
function plainUrl(url) {
  try {
    const { protocol, username, host, pathname, search } = new URL(url);
    if (!/^https?:$/.test(protocol)) return url;
    const pairs = search.slice(1).split("&").filter((pair) => pair && !TRACKING.test(pair.split("=")[0]));
    const path = pathname.replace(/\/+$/, "") || "/";
    return `${protocol}//${username && `${username}@`}${host.replace(/\.$/, "")}${path}${pairs.length ? `?${pairs.join("&")}` : ""}`.replace(
      /%[\da-f]{2}/gi,
      (escape) => (/[\w.~-]/.test(decodeURIComponent(/%[2-7]/.test(escape) ? escape : "%20")) ? decodeURIComponent(escape) : escape.toUpperCase()),
    );
  } catch {
    return url.trim();
  }
}

const put = (map, name, value) => map.get(name)?.push(value) ?? map.set(name, [value]);

// Who reads one answer. `sources` are the records of the turn, `allowlist` is the content of allowlist.json, `routes`
// the URL of each document, `nonce` that of a trailer, and `expects` the form that the model was asked for.
export function createReader({ sources = [], allowlist = {}, routes = {}, nonce, expects } = {}) {
  const byNumber = new Map();
  const byDocument = new Map();
  const byId = new Map();
  const byUrl = new Map();
  const passages = new Map(); // "document\n" + key of a passage: its record
  const bracketed = new Map(); // document: folded passages with brackets
  const numbers = new Map();
  const documents = new Set(Object.keys(routes));
  const records = [...(sources.sources ?? sources)].sort((one, other) => one.index - other.index);

  function note(record, words) {
    const name = `${record.document_id}\n${key(words)}`;
    if (!passages.has(name)) passages.set(name, record);
    if (words.includes("]")) put(bracketed, record.document_id, fold(words));
  }
  for (const record of records) {
    put(byNumber, `${record.index}`, record);
    put(byDocument, record.document_id, record);
    documents.add(record.document_id);
    numbers.set(record.document_id, record.index);
    if (record.citation_id && !byId.has(record.citation_id)) byId.set(record.citation_id, record);
    const address = record.type === "web" ? record.document_id : record.url;
    if (address) put(byUrl, plainUrl(address), record);
    if (record.type === "document" && record.snippet) note(record, record.snippet);
  }
  for (const [name, { href, quote, citation_id, source_span }] of Object.entries(allowlist)) {
    const [document, ...rest] = name.split("::");
    const record = { index: 0, type: "document", document_id: document, title: document, snippet: quote, url: href, citation_id, source_span };
    if (!byId.has(citation_id)) byId.set(citation_id, record);
    if (/^\d+$/.test(rest.at(-1)) && name.slice(0, name.lastIndexOf("::")) in allowlist) continue;
    documents.add(document);
    note(record, rest.join("::"));
    note(record, quote);
  }

  let following = Math.max(0, ...numbers.values()) + 1;
  const cited = new Map();
  const counts = { resolved: 0, dropped: 0, "out-of-range": 0, malformed: 0 };

  function documentOf(name) {
    const plain = name.normalize("NFC").trim().replace(/^\/+|\/+$/g, "");
    return [name, plain, plain.replace(/\.(?:mdx?|markdown|html?)$/i, "")].find((each) => documents.has(each)) ?? name;
  }

  function passageOf(document, words) {
    const name = documentOf(document);
    const wanted = key(words);
    const found = passages.get(`${name}\n${wanted}`);
    if (found || wanted.length < (DENSE.test(wanted) ? 8 : 24)) return found;
    return byDocument.get(name)?.find(({ type, snippet }) => type === "document" && isAlone(fold(snippet), wanted));
  }

  const known = {
    hasPassage: (document, words) => passageOf(document, words),
    beginsPassage(document, words) {
      const begin = fold(words);
      return bracketed.get(documentOf(document))?.some((other) => other.length > begin.length && other.startsWith(begin));
    },
  };

  // The record with its number; a source that has none yet gets the next one.
  function one(record) {
    if (!record || records.includes(record)) return record ? [record] : [];
    const { document_id: document } = record;
    if (!numbers.has(document)) numbers.set(document, following++);
    return [{ ...record, index: numbers.get(document), title: byDocument.get(document)?.[0].title ?? record.title }];
  }

  const find = {
    number: ({ value }) => byNumber.get(value),
    passage: ({ value, passage }) => one(passageOf(value, passage)),
    "citation-id": ({ value }) => one(byId.get(value)),
    document({ value }, { label }) {
      const document = documentOf(value);
      const url = Object.hasOwn(routes, document) ? routes[document] : undefined;
      const all = byDocument.get(document);
      const first = all?.find((record) => record.citation_id && record.url);
      if (first) return [first];
      if (all) return [{ ...all[0], url: all[0].url ?? url }];
      return one(url && { index: 0, type: "document", document_id: document, title: label.trim() || document, snippet: "", url });
    },
    url({ value, passage }) {
      const all = byUrl.get(plainUrl(value)) ?? [];
      const wanted = key(passage);
      const having = wanted ? all.find(({ snippet }) => fold(snippet).includes(wanted)) : undefined;
      return having ? [having] : all.slice(0, 1);
    },
    id: ({ value }) => byDocument.get(value) ?? (byId.has(value) ? one(byId.get(value)) : byNumber.get(value)),
  };

  function* resolve(token) {
    const say = (outcome, text, references, records = [], reason = "") => {
      counts[outcome]++;
      return { kind: "citation", outcome, text, records, reason, token: { ...token, references } };
    };
    const { form, label, references } = token;
    const isPlain = PLAIN.test(form);
    if (form === "unfinished" || form === "unknown-form") return yield say("malformed", label, references, [], form);
    if (expects && form !== expects) return yield say("malformed", isPlain ? token.text : label, references, [], "wrong-form");
    const found = new Map();
    const good = [];
    const bad = [];
    for (const reference of references) {
      const all = find[reference.kind](reference, token) ?? [];
      (all.length ? good : bad).push(reference);
      for (const record of all) found.set(JSON.stringify(record), record);
    }
    for (const [name, record] of found) cited.set(name, record);
    if (good.length) yield say("resolved", label, good, [...found.values()]);
    if (bad.length) {
      const isNumber = bad[0].kind === "number";
      const [before, after] = AROUND[form] ?? ["[", "]"];
      const rest = good.length ? before + bad.map(({ value }) => value).join(", ") + after : token.text;
      yield say(isNumber ? "out-of-range" : "dropped", isNumber ? rest : label, bad);
    }
  }

  const scanner = createScanner(known);
  const trailer = nonce ? createTrailer(nonce) : null;
  let offset = 0; // code points of the answer before what comes next, and code units
  let units = 0;

  function* events(items) {
    for (const item of items) {
      const isText = typeof item === "string";
      const words = isText ? item : item.text;
      const start = offset;
      units += words.length;
      offset += words.length - (words.match(/[\uDC00-\uDFFF]/g)?.length ?? 0);
      if (isText) yield { kind: "text", text: item };
      else yield* resolve({ ...item, start, end: offset });
    }
  }

  return {
    feed: (chunk) => [...events(scanner.feed(trailer ? trailer.take(chunk) : chunk))],
    end() {
      const all = trailer ? [...events(scanner.feed(trailer.take("", true)))] : [];
      all.push(...events(scanner.end()));
      for (const record of trailer?.records ?? []) cited.set(JSON.stringify(record), record);
      const records = [...cited.values()].sort((one, other) => one.index - other.index);
      const { resolved, dropped, malformed } = counts;
      const end = { is_complete: trailer?.isComplete ?? true, resolved, dropped, out_of_range: counts["out-of-range"], malformed };
      return [...all, { kind: "sources", records }, { kind: "end", ...end, unread: scanner.unread }];
    },
  };
}

// Takes the trailer with the sources off an answer that arrives in pieces.
function createTrailer(nonce) {
  const trailer = { records: [], isComplete: false, take };
  let mark = `<<<citegate-sources ${nonce}>>>`;
  let held = "";
  let isLineStart = true;
  let inside = null; // what the trailer holds, once it has begun
  let isOver = false;

  function take(chunk, isLast) {
    let words = "";
    let text = held + chunk;
    held = "";
    while (text) {
      if (isOver) {
        trailer.isComplete &&= !text.trim();
        break;
      }
      const end = text.indexOf("\n") + 1;
      const line = end ? text.slice(0, end - 1) : text;
      const isMark = isLineStart && line.replace(/\r+$/, "") === mark;
      if (isLineStart && !end && !isLast && (isMark || mark.startsWith(line))) {
        held = text;
        break;
      }
      const piece = text.slice(0, end || text.length);
      text = text.slice(piece.length);
      if (isMark && inside === null) {
        inside = "";
        mark = `<<<end ${nonce}>>>`;
      } else if (isMark) close();
      else {
        if (inside === null) words += piece;
        else if (inside.length <= TRAILER_LIMIT) inside += piece;
        isLineStart = end > 0;
      }
    }
    return words;
  }

  function close() {
    isOver = true;
    try {
      const data = JSON.parse(inside);
      const listed = data.sources ?? data;
      const isSound = ({ index, document_id, title, snippet, url }) =>
        index >= 0 && [document_id, title, snippet].every((each) => typeof each === "string") && (url == null || safeUrl(url));
      if (!listed.every(isSound) || inside.length > TRAILER_LIMIT) return;
      trailer.records = listed;
      trailer.isComplete = true;
    } catch {
      // told by isComplete
    }
  }

  return trailer;
}
