// From a model's answer to events: its tokens resolved through the turn's sources and allowlist.json, as
// answers/resolve.py, stream.py and trailer.py do it.

import { createScanner } from "./scan.js";

// Where a click may lead: the site's own paths, and http(s).
const SAFE_URL = /^(?:https?:\/\/[^/?#[]|\/(?!\/))[^\s\\<>"\p{C}]*$/iu;

export const safeUrl = (url) => url && SAFE_URL.test(url);

const fold = (text) =>
  text
    .normalize("NFC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[“”„‟״]/g, '"')
    .replace(/[‘’‚‛׳]/g, "'")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
const key = (text) => fold(text).replace(/[.!?。！？．…\s]+$/, "");

// The URL of a page without what does not change the page.
const plainUrl = (url = "") => url.replace(/(?:#.*|[/?&]|\butm_\w*=[^&#]*)*$/, "");

// Who reads one answer. `sources` are the records of the turn, `allowlist` is the content of allowlist.json, `routes`
// the URL of each document, `nonce` that of a trailer, and `expects` the form that the model was asked for.
export function createReader({ sources = [], allowlist = {}, routes = {}, nonce, expects } = {}) {
  const records = [...(sources.sources ?? sources)].sort((one, other) => one.index - other.index);
  const numbers = new Map(); // document: its number
  const named = new Map(); // citation id, or document and key of a passage: the record
  const bracketed = new Set(); // documents that have passages with brackets
  const cited = {};
  const counts = { resolved: 0, dropped: 0, out_of_range: 0, malformed: 0 };

  function note(record, words) {
    const { document_id: document, citation_id: id } = record;
    for (const name of [id, words && document + "\n" + key(words)]) if (name && !named.has(name)) named.set(name, record);
    if (words.includes("]")) bracketed.add(document);
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

  const by = (field, value) => records.filter((record) => record[field] == value);
  const known = {
    hasPassage(document, words) {
      const wanted = key(words);
      const found = named.get(`${document}\n${wanted}`);
      if (found || wanted.length < (/[぀-鿿]/.test(wanted) ? 8 : 24)) return found;
      return by("document_id", document).find(
        ({ type, snippet }) =>
          type === "document" && /(?<![\p{L}\p{N}])\0(?![\p{L}\p{N}])/u.test(fold(snippet).replaceAll(wanted, "\0")),
      );
    },
    beginsPassage: (document) => bracketed.has(document),
  };

  // The record with its number; a source that has none yet gets the next one.
  function one(record) {
    if (!record || records.includes(record)) return record ? [record] : [];
    const document = record.document_id;
    if (!numbers.has(document)) numbers.set(document, Math.max(0, ...numbers.values()) + 1);
    return [{ ...record, index: numbers.get(document), title: by("document_id", document)[0]?.title ?? record.title }];
  }

  const find = {
    number: (value) => by("index", value),
    passage: (value, passage) => one(known.hasPassage(value, passage)),
    "citation-id": (value) => one(named.get(value)),
    document(value, label) {
      const url = Object.hasOwn(routes, value) ? routes[value] : undefined;
      const all = by("document_id", value);
      if (all[0]) return [all.find((record) => record.citation_id && record.url) ?? { url, ...all[0] }];
      return one(url && { index: 0, type: "document", document_id: value, title: label.trim() || value, snippet: "", url });
    },
    url(value, passage) {
      const all = records.filter(({ type, document_id: id, url }) => plainUrl(type === "web" ? id : url) === plainUrl(value));
      return [all.find(({ snippet }) => passage && fold(snippet).includes(key(passage))) ?? all[0]].filter(Boolean);
    },
    id: (value) => [by("document_id", value), by("citation_id", value).slice(0, 1), by("index", value)].find((all) => all[0]) ?? [],
  };

  function events(items) {
    const made = [];
    for (const item of items) {
      const text = (item.text ?? item).replace(/[\uFFFE\uFFFF]/g, "");
      const { form, label, references } = item;
      if (!form) {
        if (text) made.push({ kind: "text", text });
        continue;
      }
      const isPlain = /number|double|footnote|citation|lenticular/.test(form); // stays as text where it names no source
      const found = {};
      const bad = [];
      const add = (outcome, text, records = []) => {
        counts[outcome.replace("-of-", "_of_")]++;
        made.push({ kind: "citation", outcome, text, records });
      };
      if (/^un/.test(form) || (expects && form !== expects)) add("malformed", isPlain ? text : label);
      else {
        for (const { kind, value, passage } of references) {
          const all = find[kind](value, passage || label);
          for (const record of all) found[JSON.stringify(record)] = record;
          if (!all[0]) bad.push(value);
        }
        Object.assign(cited, found);
        const records = Object.values(found);
        const isNumber = references[0].kind === "number";
        if (records[0]) add("resolved", label, records);
        if (bad[0]) add(isNumber ? "out-of-range" : "dropped", isNumber ? (records[0] ? text.replace(/\s*\d[^†]*\d\s*(?:†[^】]*)?/, bad.join(", ")) : text) : label);
      }
    }
    return made;
  }

  const scan = createScanner(known);
  const words = nonce ? createTrailer(nonce) : (chunk) => chunk;
  return {
    feed: (chunk) => events(scan(words(chunk))),
    end() {
      const all = events(scan(words("", true), true));
      for (const record of words.records ?? []) cited[JSON.stringify(record)] = record;
      return [
        ...all,
        { kind: "sources", records: Object.values(cited).sort((one, other) => one.index - other.index) },
        { kind: "end", is_complete: !nonce || !!words.records, ...counts },
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
        feed.records = [...(data.sources ?? data)];
      } catch {
        // told by the missing records
      }
    }
    return out;
  };
}
