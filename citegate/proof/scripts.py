"""What the browsers are told to run: each reads back ranges in the same form."""

from __future__ import annotations

from citegate.proof.compare import CONTEXT

DESCRIBE = (
    r"""
const unseen = /[\s\x00-\x1f\x7f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"""
    r"""\u2060-\u206f\ufe00-\ufe0f\ufeff\u{e0000}-\u{e0fff}]/gu;
const wanted = """
    + str(CONTEXT)
    + r""";
const seen = text => text.replace(unseen, '');
const passed = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'IFRAME', 'OBJECT', 'VIDEO', 'AUDIO', 'SELECT']);
const isShown = node => {
  const parent = node.parentElement;
  if (!parent || passed.has(parent.tagName)) return false;
  if (!parent.checkVisibility) return parent.getClientRects().length > 0;
  return parent.checkVisibility({visibilityProperty: true});
};
const around = (range, step) => {
  const node = step < 0 ? range.startContainer : range.endContainer;
  let text = '';
  if (node.nodeType === 3)
    text = seen(step < 0 ? node.data.slice(0, range.startOffset) : node.data.slice(range.endOffset));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  walker.currentNode = node;
  const take = () => step < 0 ? walker.previousNode() : walker.nextNode();
  for (let next = take(); next && Array.from(text).length < wanted; next = take()) {
    if (!isShown(next)) continue;
    text = step < 0 ? seen(next.data) + text : text + seen(next.data);
  }
  const characters = Array.from(text);
  return (step < 0 ? characters.slice(-wanted) : characters.slice(0, wanted)).join('');
};
const offset = range => {
  if (range.startContainer.nodeType !== 3 || !document.body.contains(range.startContainer)) return null;
  let count = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const data = node === range.startContainer ? node.data.slice(0, range.startOffset) : node.data;
    count += Array.from(seen(data)).length;
    if (node === range.startContainer) return count;
  }
  return null;
};
const describe = range => range && {
  text: range.toString(), before: around(range, -1), after: around(range, 1), offset: offset(range)};
"""
)
"""`describe(range)`: a range in the form of `Indicated`."""

SETTLE = r"""
const settle = (quiet, longest) => new Promise(done => {
  let timer = setTimeout(finish, quiet);
  const end = setTimeout(finish, longest);
  const watcher = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(finish, quiet); });
  watcher.observe(document, {subtree: true, childList: true, characterData: true});
  function finish() { watcher.disconnect(); clearTimeout(timer); clearTimeout(end); done(); }
});
const isScripted = () => Array.from(document.scripts).some(
  script => !script.type || script.type === 'module' || /javascript|ecmascript/i.test(script.type))
  || Array.from(document.querySelectorAll('[onload]')).length > 0;
"""
"""`settle(quiet, longest)`: wait until the page has not changed for `quiet` ms, at most `longest`."""
