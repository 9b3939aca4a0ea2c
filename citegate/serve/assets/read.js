// From a model's answer to events: its tokens resolved through the turn's sources and allowlist.json, as
// answers/resolve.py, stream.py and trailer.py do it.

import { createScanner } from "./scan.js";

// Where a click may lead: the site's own paths, and http(s).
export const SAFE_URL = /^(?:https?:\/\/[^/?#[]|\/(?!\/))[^\s\\<>"\p{C}]*$/iu;

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
  const numbers = { __proto__: null }; // document: its number
  const named = { __proto__: null }; // citation id, or document and key of a passage: the record
  const bracketed = { __proto__: null }; // documents that have passages with brackets
  const cited = {};
  const counts = { resolved: 0, dropped: 0, out_of_range: 0, malformed: 0 };

  function note(record, words) {
    const { document_id: document, citation_id: id } = record;
    for (const name of [id, words && document + "\n" + key(words)]) if (name) named[name] ??= record;
    if (words.includes("]")) bracketed[document] = 1;
  }
  for (const record of records) {
    numbers[record.document_id] = record.index;
    note(record, record.type === "document" ? record.snippet : "");
  }
  for (const [name, { href: url, quote: snippet, citation_id }] of Object.entries(allowlist)) {
    const [document_id, ...rest] = name.split("::");
    const record = { index: 0, type: "document", document_id, title: document_id, snippet, url, citation_id };
    const base = name.replace(/::\d+$/, "");
    for (const words of base !== name && base in allowlist ? [""] : [rest.join("::"), snippet]) note(record, words);
  }

  const by = (field, value) => records.filter((record) => record[field] == value);

  // The record of a passage that may be cited.
  function passageOf(document, words) {
    const wanted = key(words);
    const found = named[`${document}\n${wanted}`];
    if (found || wanted.length < (/[぀-鿿]/.test(wanted) ? 8 : 24)) return found;
    return by("document_id", document).find(
      ({ type, snippet }) =>
        type === "document" && /(?<![\p{L}\p{N}])\0(?![\p{L}\p{N}])/u.test(fold(snippet).replaceAll(wanted, "\0")),
    );
  }

  // The record with its number; a source that has none yet gets the next one.
  function one(record) {
    if (!record || records.includes(record)) return record;
    const document = record.document_id;
    const index = (numbers[document] ??= Math.max(0, ...Object.values(numbers)) + 1);
    return { ...record, index, title: by("document_id", document)[0]?.title ?? record.title };
  }

  // What a reference names, by how it is looked up: the letters are those of scan.js. None, one or several records.
  const find = {
    n: (value) => by("index", value),
    p: (value, passage) => one(passageOf(value, passage)),
    c: (value) => one(named[value]),
    d(value, label) {
      const url = { __proto__: null, ...routes }[value];
      const all = by("document_id", value);
      if (all[0]) return all.find((record) => record.citation_id && record.url) ?? { url, ...all[0] };
      return one(url && { index: 0, type: "document", document_id: value, title: label.trim() || value, snippet: "", url });
    },
    u(value, passage) {
      const all = records.filter(({ type, document_id: id, url }) => plainUrl(type === "web" ? id : url) === plainUrl(value));
      return all.find(({ snippet }) => passage && fold(snippet).includes(key(passage))) ?? all[0];
    },
    i: (value) => [by("document_id", value), by("citation_id", value).slice(0, 1), by("index", value)].find((all) => all[0]),
  };

  let made; // the events of what was fed

  // Takes what the scanner has found: words alone, or those of a token with what else there is of it.
  function see(text, size, references, form, label = "") {
    text = text.replace(/[\uFFFE\uFFFF]/g, "");
    if (!size) {
      if (text) made.push({ kind: "text", text });
      return;
    }
    const isPlain = /number|double|footnote|citation|lenticular/.test(form); // stays as text where it names no source
    const found = {};
    const bad = [];
    const add = (outcome, text, records = []) => {
      counts[outcome.replace(/-/g, "_")]++;
      made.push({ kind: "citation", outcome, text, records });
    };
    if (!references[0] || (expects && form !== expects)) add("malformed", isPlain ? text : label);
    else {
      for (const [kind, value, passage] of references) {
        const all = [find[kind](value, passage || label) ?? []].flat();
        for (const record of all) found[JSON.stringify(record)] = record;
        if (!all[0]) bad.push(value);
      }
      Object.assign(cited, found);
      const records = Object.values(found);
      const isNumber = references[0][0] === "n";
      if (records[0]) add("resolved", label, records);
      if (bad[0]) add(isNumber ? "out-of-range" : "dropped", isNumber ? (records[0] ? text.replace(/\s*\d[^†]*\d\s*(?:†[^】]*)?/, bad.join(", ")) : text) : label);
    }
  }

  const scan = createScanner(passageOf, bracketed, see);
  const mark = `\n<<<citegate-sources ${nonce}>>>`;
  let held = "\n"; // the last character that was read, and what may be the mark behind it

  // The events of a piece, without the trailer, which has the sources.
  function events(chunk, isLast) {
    made = [];
    held += chunk;
    const found = held.search(RegExp(`${mark}\r*(?:\n|$)`));
    const last = held.lastIndexOf("\n");
    const stop = nonce && found >= 0 ? found : nonce && !isLast && mark.startsWith(held.slice(last)) ? last : held.length - 1;
    scan(held.slice(1, stop + 1), isLast);
    held = held.slice(stop);
    if (isLast) {
      let is_complete = !nonce;
      try {
        const data = JSON.parse(RegExp(`${mark}([^]*)\n<<<end ${nonce}>>>\\s*$`).exec(held)[1]);
        for (const record of data.sources ?? data) cited[JSON.stringify(record)] = record;
        is_complete = !!data;
      } catch {
        // told by `is_complete`
      }
      made.push(
        { kind: "sources", records: Object.values(cited).sort((one, other) => one.index - other.index) },
        { kind: "end", is_complete, ...counts },
      );
    }
    return made;
  }

  return { feed: (chunk) => events(chunk), end: () => events("", true) };
}

