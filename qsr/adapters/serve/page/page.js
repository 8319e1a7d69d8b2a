// The page: fields, examples, requests, errors, and the address that holds all of it.

import { element } from "./elements.js";
import { mark, reveal } from "./story.js";
import { ask } from "./transport.js";
import { assumed, understood } from "./understood.js";
import { solved } from "./views.js";

const field = (name) => document.getElementById(name);
const answers = field("answers");
const FIELDS = ["story", "question", "theory", "answer"];
const NARROW = matchMedia("(max-width: 860px)");
//: Milliseconds without a key before the text is asked about; a story that took long to answer waits as long again.
const PAUSE = 40;
const SLOW = 400;
const LONGEST_PAUSE = 2000;
let meanings = {};
let examples = [];
let answer = "";
let latest = null;
let timer = 0;
let took = 0;

function request() {
  const given = { story: field("story").value };
  for (const name of ["question", "theory"]) given[name] = field(name).value.trim() || null;
  return given;
}

/** Say that what is shown belongs to another text, and ask about this one after a pause. */
function changed() {
  outdate();
  clearTimeout(timer);
  timer = setTimeout(solve, took < SLOW ? PAUSE : Math.min(took, LONGEST_PAUSE));
}

function outdate() {
  // Whatever is on its way answers a text that is no more.
  latest?.abort();
  latest = null;
  const hasAnswers = Boolean(field("shown").querySelector(".answer"));
  answers.classList.toggle("stale", hasAnswers);
  field("stale").hidden = !hasAnswers;
  age(true);
}

/** Mark what stands below the text, which was understood of another one, or take the mark away. */
function age(isOld) {
  for (const name of ["reading", "assuming"]) field(name).classList.toggle("stale", isOld);
}

/**
 * Ask about what the fields hold. The last request wins: a reply to an earlier one is dropped wherever it is, and none is shown
 * under fields that changed. What is wrong with a text that is being typed is said below it, and the answers before stay.
 */
async function solve({ typed = true } = {}) {
  clearTimeout(timer);
  outdate();
  const asking = new AbortController();
  latest = asking;
  const given = request();
  if (!typed && field("assist").checked) given.assist = true;
  share();
  answers.setAttribute("aria-busy", "true");
  let reply;
  const began = performance.now();
  try {
    reply = await ask("solve", given, asking.signal);
  } catch (error) {
    if (latest !== asking) return;
    latest = null;
    show(element("p", "fault", element("b", "", "There was no answer. "), String(error.message ?? error)));
    return;
  }
  if (latest !== asking) return;
  latest = null;
  took = performance.now() - began;
  forget();
  if (reply.read?.length || !reply.error) {
    understood(reply.read, adopt);
    age(false);
  }
  if (reply.error) {
    fault(reply.error, typed);
    return;
  }
  assumed(reply.choices, (theory) => {
    field("theory").value = theory;
    describe();
    solve();
  });
  show(...solved(reply, { given, answer, adopt }));
  tell(summary(reply));
  // On a narrow screen the answers stand below the form.
  if (!typed && NARROW.matches) answers.scrollIntoView();
}

function show(...views) {
  field("shown").replaceChildren(...views);
  answers.classList.remove("stale");
  field("stale").hidden = true;
  answers.setAttribute("aria-busy", "false");
}

/** Say something to those who hear the page. */
function tell(words) {
  if (field("said").textContent !== words) field("said").textContent = words;
}

function summary(reply) {
  if (reply.contradiction.length) return "The story contradicts itself.";
  const told = reply.questions.map((one) => `${one.question} ${one.possible.map((label) => label.label).join(" or ") || one.reason}`);
  return told.join(" ") || (reply.status === "consistent" ? "The story is consistent." : reply.reason);
}

/** Show an error below the field at fault, and mark the place in a story. */
function fault(error, typed) {
  const place = error.line ? `Line ${error.line}, column ${error.column}: ` : "";
  const told = [element("b", "", place), error.message];
  if (error.context && error.where !== "story") told.push(element("pre", "", error.context));
  const box = ["story", "question", "theory"].includes(error.where) ? field(`${error.where}-fault`) : null;
  answers.setAttribute("aria-busy", "false");
  if (!box) {
    show(element("div", "fault", ...told));
    return;
  }
  if (!field("shown").querySelector(".answer")) show(element("p", "quiet", `The ${error.where} was not understood.`));
  box.replaceChildren(...told);
  box.hidden = false;
  field(error.where).setAttribute("aria-invalid", "true");
  if (error.where === "theory") field("more").open = true;
  if (error.where === "story" && error.start !== null) {
    mark([error], "at-fault");
    if (!typed) reveal();
  }
}

function forget() {
  for (const name of ["story", "question", "theory"]) {
    field(`${name}-fault`).hidden = true;
    field(name).removeAttribute("aria-invalid");
  }
  mark([]);
}

/** Put another text into the story's field, and ask about it. */
function adopt(text) {
  field("story").value = text;
  fit();
  solve();
}

/** Put the fields into the address; what stands behind # is not sent to any server. */
function share() {
  const state = new URLSearchParams();
  for (const name of FIELDS) {
    const value = name === "answer" ? answer : field(name).value;
    if (value) state.set(name, value);
  }
  try {
    history.replaceState(null, "", `#${state}`);
  } catch {
    // Some browsers let an address change only so often; the next key brings it up to date.
  }
}

/** Fill the fields; `known` gives the value of each by its name. */
function fill(known) {
  for (const name of FIELDS) {
    if (name === "answer") answer = known(name) ?? "";
    else field(name).value = known(name) ?? "";
  }
  field("more").open = Boolean(known("theory"));
  describe();
  fit();
}

/** Fill the fields from the address; say whether there was a story. */
function recall() {
  const state = new URLSearchParams(location.hash.slice(1));
  if (!state.get("story")) return false;
  fill((name) => state.get(name));
  forget();
  return true;
}

function choose() {
  const example = examples[field("examples").value];
  if (!example) return;
  fill((name) => example[name]);
  forget();
  // Nothing of another story is left standing beside this one, even for a moment.
  show(element("p", "quiet", "Working …"));
  understood([], adopt);
  assumed([], () => {});
  solve();
}

/** Let the story have as many rows as it needs, within reason. */
function fit() {
  const story = field("story");
  story.rows = 5;
  while (story.rows < (NARROW.matches ? 8 : 16) && story.scrollHeight > story.clientHeight) story.rows += 1;
}

function describe() {
  field("meaning").textContent = meanings[field("theory").value.split(",")[0].trim()] ?? "";
}

function listen() {
  field("form").addEventListener("submit", (event) => { event.preventDefault(); solve({ typed: false }); });
  field("form").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); solve({ typed: false }); }
  });
  for (const name of ["story", "question", "theory"]) field(name).addEventListener("input", changed);
  field("story").addEventListener("input", () => { field("examples").value = ""; });
  field("examples").addEventListener("change", choose);
  field("theory").addEventListener("input", describe);
  window.addEventListener("hashchange", () => { if (recall()) solve(); });
  for (const name of ["reading", "assuming"]) field(name).open = !NARROW.matches;
}

async function begin() {
  listen();
  const recalled = recall();
  if (recalled) solve();
  const [shown, theories, version] = await Promise.all(["examples", "theories", "version"].map((name) => ask(name)));
  examples = shown.examples;
  const groups = new Map();
  examples.forEach((one, index) => groups.set(one.benchmark, [...(groups.get(one.benchmark) ?? []), index]));
  for (const [benchmark, indices] of groups) {
    const group = element("optgroup");
    group.label = benchmark;
    for (const index of indices) {
      const option = element("option", "", examples[index].title);
      option.value = index;
      group.append(option);
    }
    field("examples").append(group);
  }
  for (const one of theories.theories) {
    meanings[one.name] = one.meaning;
    const option = element("option");
    option.value = one.name;
    field("theories").append(option);
  }
  describe();
  field("story").maxLength = version.text;
  field("assisting").hidden = !version.assist;
  field("model").textContent = version.assist ?? "";
  const { qsr, clingo, z3 } = version.versions;
  field("versions").textContent = `qsr ${qsr}, clingo ${clingo ?? "missing"}, z3 ${z3 ?? "missing"}; ${version.seconds} s and ${version.memory} MiB per request.`;
  // Whoever opens the page sees what it does before the first key.
  if (!recalled && !field("story").value) {
    field("examples").value = "0";
    choose();
  }
}

begin().catch((error) => show(element("p", "fault", String(error.message))));
