// The page: fields, examples, requests, errors, and the address that holds all of it.

import { mark, reveal } from "./story.js";
import { ask } from "./transport.js";
import { checked, element, solved } from "./views.js";

const field = (name) => document.getElementById(name);
const answers = field("answers");
const FIELDS = ["story", "question", "theory", "answer"];
const BUTTONS = ["solve", "explain", "check"];
let meanings = {};
let examples = [];

function request(withAnswer) {
  const given = { story: field("story").value };
  for (const name of ["question", "theory"]) given[name] = field(name).value.trim() || null;
  if (withAnswer) given.answer = field("answer").value;
  else if (field("assist").checked) given.assist = true;
  return given;
}

async function send(task, view, withAnswer = false) {
  share();
  forget();
  answers.setAttribute("aria-busy", "true");
  for (const name of BUTTONS) field(name).disabled = true;
  answers.replaceChildren(element("p", "quiet", "Working …"));
  try {
    const reply = await ask(task, request(withAnswer));
    if (reply.error) fault(reply.error);
    else answers.replaceChildren(...view(reply));
    // On a narrow screen the answers stand below the form.
    if (!reply.error && matchMedia("(max-width: 860px)").matches) answers.scrollIntoView();
  } catch (error) {
    answers.replaceChildren(element("p", "fault", element("b", "", "The server did not answer. "), String(error.message)));
  } finally {
    answers.setAttribute("aria-busy", "false");
    for (const name of BUTTONS) field(name).disabled = false;
  }
}

/** Show an error below the field at fault, and mark the place in a story. */
function fault(error) {
  const place = error.line ? `Line ${error.line}, column ${error.column}: ` : "";
  const told = [element("b", "", place), error.message];
  if (error.context && error.where !== "story") told.push(element("pre", "", error.context));
  const box = ["story", "question", "theory"].includes(error.where) ? field(`${error.where}-fault`) : null;
  if (!box) {
    answers.replaceChildren(element("div", "fault", ...told));
    return;
  }
  answers.replaceChildren(element("p", "quiet", `The ${error.where} was not understood.`));
  box.replaceChildren(...told);
  box.hidden = false;
  field(error.where).setAttribute("aria-invalid", "true");
  if (error.where === "theory") field("more").open = true;
  if (error.where === "story" && error.start !== null) {
    mark([error], "at-fault");
    reveal();
  }
}

function forget() {
  for (const name of ["story", "question", "theory"]) {
    field(`${name}-fault`).hidden = true;
    field(name).removeAttribute("aria-invalid");
  }
  mark([]);
}

/** Put the fields into the address; what stands behind # is not sent to any server. */
function share() {
  const state = new URLSearchParams();
  for (const name of FIELDS) if (field(name).value) state.set(name, field(name).value);
  history.replaceState(null, "", `#${state}`);
}

/** Fill the fields from the address; say whether there was a story. */
function recall() {
  const state = new URLSearchParams(location.hash.slice(1));
  if (!state.get("story")) return false;
  for (const name of FIELDS) field(name).value = state.get(name) ?? "";
  field("more").open = Boolean(state.get("theory"));
  forget();
  return true;
}

function choose() {
  const example = examples[field("examples").value];
  if (!example) return;
  for (const name of FIELDS) field(name).value = example[name] ?? "";
  fit();
  solve();
}

/** Let the story have as many rows as it needs, within reason. */
function fit() {
  const story = field("story");
  story.rows = 7;
  while (story.rows < 18 && story.scrollHeight > story.clientHeight) story.rows += 1;
}

function solve() {
  return send("solve", solved);
}

function describe() {
  field("meaning").textContent = meanings[field("theory").value.split(",")[0].trim()] ?? "";
}

async function begin() {
  field("form").addEventListener("submit", (event) => { event.preventDefault(); solve(); });
  field("explain").addEventListener("click", () => send("explain", solved));
  field("check").addEventListener("click", () => send("check", checked, true));
  field("answer").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey) return;
    event.preventDefault();
    field("check").click();
  });
  field("form").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); solve(); }
  });
  field("examples").addEventListener("change", choose);
  field("theory").addEventListener("input", describe);
  window.addEventListener("hashchange", () => { if (recall()) { fit(); solve(); } });
  if (recall()) { fit(); solve(); }
  const [shown, theories, version] = await Promise.all(["examples", "theories", "version"].map((name) => ask(name)));
  examples = shown.examples;
  const groups = examples.reduce((map, one, index) => map.set(one.benchmark, [...(map.get(one.benchmark) ?? []), index]), new Map());
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
}

begin().catch((error) => answers.replaceChildren(element("p", "fault", String(error.message))));
