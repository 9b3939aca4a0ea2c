// From a model's answer to events: its tokens resolved through the turn's sources and allowlist.json, as
// answers/resolve.py, stream.py and trailer.py do it.

import { createScanner } from "./scan.js";

// Where a click may lead: the site's own paths, and http(s).
const SAFE_URL = /^(?:https?:\/\/[^/?#[]|\/(?!\/))[^\s\\<>"\0-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/i;
const TRACKING = /^(?:utm_|mc_[ce]id|_g[al]$|_hs|.*clid$|.braid$|igshid|mkt_tok)/i;

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
  const counts = { resolved: 0, dropped: 0, out_of_range: 0, malformed: 0 };
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
  for (const [name, { href: url, quote: snippet, citation_id }] of Object.entries(allowlist)) {
    const [document_id, ...rest] = name.split("::");
    const record = { index: 0, type: "document", document_id, title: document_id, snippet, url, citation_id };
    const base = name.replace(/::\d+$/, "");
    for (const words of base !== name && base in allowlist ? [""] : [rest.join("::"), snippet]) note(record, words);
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
      if (found || wanted.length < (/[぀-ヿ㐀-鿿豈-\ufaff]/.test(wanted) ? 8 : 24)) return found;
      return by("document_id", documentOf(document)).find(
        ({ type, snippet }) =>
          type === "document" && /(?<![\p{L}\p{N}])\0(?![\p{L}\p{N}])/u.test(fold(snippet).replaceAll(wanted, "\0")),
      );
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
    document({ value }, label) {
      const name = documentOf(value);
      const url = Object.hasOwn(routes, name) ? routes[name] : undefined;
      const all = by("document_id", name);
      if (all[0]) return [all.find((record) => record.citation_id && record.url) ?? { ...all[0], url: all[0].url ?? url }];
      return one(url && { index: 0, type: "document", document_id: name, title: label.trim() || name, snippet: "", url });
    },
    url({ value, passage }) {
      const all = records.filter(({ type, document_id: id, url }) => plainUrl(type === "web" ? id : url) === plainUrl(value));
      return [all.find(({ snippet }) => passage && fold(snippet).includes(key(passage))) ?? all[0]].filter(Boolean);
    },
    id: ({ value }) => [by("document_id", value), by("citation_id", value).slice(0, 1), by("index", value)].find((all) => all[0]) ?? [],
  };

  function* events(items) {
    for (const item of items) {
      const text = (item.text ?? item).replace(/[\uFFFE\uFFFF]/g, "");
      const { form, label, references } = item;
      const start = offset;
      offset += text.replace(/[\uDC00-\uDFFF]/g, "").length;
      if (form === "index") unread.push([start, offset]);
      if (!form || form === "index") {
        if (text) yield { kind: "text", text };
        continue;
      }
      const isPlain = /number|double|footnote|citation|lenticular/.test(form); // stays as text where it names no source
      const reason = /^un/.test(form) ? form : expects && form !== expects ? "wrong-form" : "";
      const found = new Map();
      const good = [];
      const bad = [];
      for (const reference of reason ? [] : references) {
        const all = find[reference.kind](reference, label);
        for (const record of all) {
          const name = JSON.stringify(record);
          found.set(name, record);
          cited.set(name, record);
        }
        (all[0] ? good : bad).push(reference);
      }
      const left = good[0] ? text.replace(/\s*\d[^†]*\d\s*(?:†[^】]*)?/, bad.map(({ value }) => value).join(", ")) : text;
      const isNumber = bad[0]?.kind === "number";
      for (const [outcome, said, parts, records = []] of [
        reason && ["malformed", isPlain ? text : label, references],
        good[0] && ["resolved", label, good, [...found.values()]],
        bad[0] && [isNumber ? "out-of-range" : "dropped", isNumber ? left : label, bad],
      ].filter(Boolean)) {
        counts[outcome.replace(/-/g, "_")]++;
        yield { kind: "citation", outcome, text: said, records, reason, token: { start, end: offset, form, text, label, references: parts } };
      }
    }
  }

  const scan = createScanner(known);
  const words = nonce ? createTrailer(nonce) : (chunk) => chunk;
  return {
    feed: (chunk) => [...events(scan(words(chunk)))],
    end() {
      const all = [...events(scan(words("", true), true))];
      for (const record of words.records ?? []) cited.set(JSON.stringify(record), record);
      return [
        ...all,
        { kind: "sources", records: [...cited.values()].sort((one, other) => one.index - other.index) },
        { kind: "end", is_complete: !nonce || !!words.records, ...counts, unread },
      ];
    },
  };
}

// Takes the trailer with the sources off an answer that arrives in pieces: the words of the answer come out, and
// `records` is there once the trailer has come to its end.
function createTrailer(nonce) {
  const mark = `\n<<<citegate-sources ${nonce}>>>`;
  let held = "\n"; // the last character that came out, and what may be the mark behind it

  return function feed(chunk, isLast) {
    held += chunk;
    const last = held.lastIndexOf("\n");
    const found = held.search(RegExp(`${mark}\r*(?:\n|$)`));
    const stop = found >= 0 ? found : !isLast && mark.startsWith(held.slice(last)) ? last : held.length - 1;
    const out = held.slice(1, stop + 1);
    held = held.slice(stop);
    if (isLast) {
      try {
        const data = JSON.parse(RegExp(`${mark}([^]*)\n<<<end ${nonce}>>>\\s*$`).exec(held)[1]);
        const listed = data.sources ?? data;
        if (listed.every(({ index, title, url }) => index >= 0 && title.at && (url == null || safeUrl(url)))) feed.records = listed;
      } catch {
        // told by the missing records
      }
    }
    return out;
  };
}
