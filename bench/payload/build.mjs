// Makes citegate/serve/assets/answer.min.js of the module's sources: node bench/payload/build.mjs
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { minify } from "terser";

const ASSETS = new URL("../../citegate/serve/assets/", import.meta.url);
const PARTS = ["blocks.js", "scan.js", "read.js", "view.js"]; // as in citegate/serve/bundle.py
// Names that nobody outside of the module sees.
const INNER = /^depth$/;
const OUTER = /^export (?=function create(?:Reader|View)\b)/;

const texts = PARTS.map((name) => readFileSync(new URL(name, ASSETS), "utf8"));
const joined = texts
  .join("\n")
  .replace(/^import [^;]*;\n/gm, "")
  .split("\n")
  .map((line) => (OUTER.test(line) ? line : line.replace(/^export /, "")))
  .join("\n")
  .replace(/\bconst\b/g, "let"); // one word for both is smaller
const { code } = await minify(joined, {
  module: true,
  ecma: 2022,
  compress: { passes: 3, unsafe_arrows: true, booleans_as_integers: true },
  mangle: { properties: { regex: INNER } },
  format: { comments: false },
});
const digest = createHash("sha256").update(texts.join("\0")).digest("hex").slice(0, 16);
writeFileSync(new URL("answer.min.js", ASSETS), `/* ${digest} */\n${code}\n`);
