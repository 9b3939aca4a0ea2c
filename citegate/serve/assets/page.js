// The page of `citegate serve`: asks, and shows the events of the answer as they come.
import { createView } from "./citegate-answer.js";

const MAX_EARLIER = 10; // messages that are sent along, so that the model knows what was said
const MAX_MESSAGE = 32000;

const at = (id) => document.getElementById(id);
const [talk, form, question, send, stop, fault] = ["talk", "ask", "question", "send", "stop", "fault"].map(at);
const earlier = [];
let leaving = null;

function notice(turn, before, text, listed = []) {
  const box = document.createElement("div");
  box.className = "notice";
  box.append(text);
  if (listed.length) {
    const list = document.createElement("ul");
    for (const each of listed) list.append(Object.assign(document.createElement("li"), { textContent: each }));
    box.append(" It covers:", list);
  }
  turn.insertBefore(box, before);
}

async function* lines(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const parts = (held + value).split("\n");
    held = parts.pop();
    for (const part of parts) yield JSON.parse(part);
  }
}

async function ask(text) {
  const turn = document.createElement("article");
  turn.className = "turn";
  const title = Object.assign(document.createElement("h2"), { textContent: text });
  const answer = document.createElement("div");
  turn.append(title, answer);
  talk.append(turn);
  turn.scrollIntoView({ block: "start" });
  const view = createView(answer);
  const messages = [...earlier.slice(-MAX_EARLIER), { role: "user", content: text }];
  let said = "";
  let isEnded = false;
  leaving = new AbortController();
  try {
    const response = await fetch("/-/ask", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ messages }),
      signal: leaving.signal,
    });
    if (!response.ok) throw new Error((await response.json()).error);
    for await (const event of lines(response)) {
      if (event.kind === "evidence") {
        if (event.notice) notice(turn, answer, event.notice, event.covered);
        for (const note of event.notes) notice(turn, answer, note);
      } else if (event.kind === "notice" || event.kind === "error") notice(turn, answer, event.text);
      else view.show(event);
      if (event.kind === "text") said += event.text;
      isEnded ||= event.kind === "end";
    }
  } catch (error) {
    if (error.name !== "AbortError") notice(turn, answer, `The answer could not be had: ${error.message}`);
  }
  if (!isEnded) view.show({ kind: "end", is_complete: false, dropped: 0 });
  leaving = null;
  if (said.trim()) earlier.push({ role: "user", content: text }, { role: "assistant", content: said.slice(0, MAX_MESSAGE) });
}

form.onsubmit = async (event) => {
  event.preventDefault();
  const text = question.value.trim();
  if (!text || leaving) return;
  fault.textContent = "";
  question.value = "";
  send.disabled = true;
  stop.hidden = false;
  await ask(text);
  send.disabled = false;
  stop.hidden = true;
};

question.onkeydown = (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit();
  }
};

stop.onclick = () => leaving?.abort();

fetch("/-/about")
  .then((response) => response.json())
  .then(({ model, documents }) => {
    const who = model ? `${model} answers` : "no model is configured, so the passages themselves are the answer";
    at("about").textContent = `${documents} documents; ${who}. Every citation leads to its passage.`;
  });
question.focus();
