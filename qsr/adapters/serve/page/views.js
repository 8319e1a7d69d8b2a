// Replies of the server as elements of the page.

import { card } from "./drawings.js";
import { badge, button, element, opening, save, section } from "./elements.js";
import { pointing, quoted } from "./quotes.js";
import { ask } from "./transport.js";

const WORDS = {
  determined: "certain", ambiguous: "several are possible", inconsistent: "the story contradicts itself", unknown: "out of time",
  not_covered: "not answered", consistent: "the story is consistent",
};
const VERDICTS = {
  entailed: ["right", "follows"], unsupported: ["wrong", "does not follow"], contradicted: ["wrong", "contradicts the story"],
  undecided: ["open", "undecided"], "not read": ["open", "not understood"],
};

function quiet(...words) {
  return element("p", "quiet", ...words);
}

function value(answer) {
  const found = answer.value;
  if (found === null) return "";
  if (Array.isArray(found) && !found.length) return answer.form === "path" ? "no step" : answer.status === "ambiguous" ? "" : "none of them";
  if (Array.isArray(found)) return found.join(answer.form === "path" ? " → " : ", ");
  if (typeof found === "object") {
    return `energy ${found.energy}${found.proved ? ", proved best" : `, at most ${found.bound}`}`;
  }
  return found;
}

function cards(answer, context) {
  const list = element("ul", "cards");
  const only = answer.possible.length === 1;
  for (const possible of answer.possible) {
    const share = only ? "the only one" : possible.entailed ? "always" : "perhaps";
    const heading = element("div", "heading", element("b", "", possible.label), element("small", "", share));
    list.append(card(possible.drawing, `${answer.question} ${possible.label}`, heading, context));
  }
  return list;
}

function single(drawing, title, context = {}) {
  return element("ul", "cards", card(drawing, title, null, { ...context, wide: true }));
}

function reasons(excluded) {
  const list = element("ul", "out");
  for (const { labels, statements } of excluded) {
    const head = element("div", "", element("b", "", labels.join(", ")));
    head.append(statements.length ? " because" : " – impossible in itself");
    list.append(element("li", "", head, statements.length ? quoted(statements) : null));
  }
  return list;
}

/** Return the labels without statements to show by their reasons. */
function unshown(answer) {
  const found = new Map();
  for (const [label, reason] of Object.entries(answer.unshown)) found.set(reason, [...(found.get(reason) ?? []), label]);
  return found;
}

/** Return the steps that lead to an answer; only those to an answer that is not open are called checked. */
function stepsView(answer) {
  if (!answer.steps.length) return [quiet(`No steps: ${answer.no_steps || "the answer needs none"}`)];
  const list = element("ol", "steps");
  for (const step of answer.steps) {
    const doubt = step.entailed ? null : badge("wrong", "by published rules alone");
    list.append(element("li", "", pointing(step.statements, step.text, doubt)));
  }
  const checked = answer.status === "determined" ? quiet("Every step was confirmed by a second solver.") : null;
  return [list, element("p", "", element("b", "", answer.conclusion)), ...(checked ? [checked] : [])];
}

/** Ask, and show in a panel what comes back, or what is wrong. */
async function filled(panel, name, given, view) {
  panel.replaceChildren(quiet("Working …"));
  try {
    const reply = await ask(name, given);
    panel.replaceChildren(...(reply.error ? [element("p", "fault", reply.error.message)] : view(reply)));
  } catch (error) {
    panel.replaceChildren(element("p", "fault", String(error.message ?? error)));
  }
}

/** Return what can be done with the answer to a question: its steps, and a judge of somebody's answer. */
function tools(answer, number, context) {
  const { given } = context;
  const steps = element("div", "panel");
  const judge = element("div", "panel");
  const only = given.question === null ? { only: number } : {};
  const bar = element(
    "div",
    "bar",
    opening("Show the steps", steps, (panel) => filled(panel, "explain", { ...given, ...only }, (reply) => stepsView(reply.questions[0]))),
    opening("Check somebody's answer", judge, (panel) => judging(panel, answer, context)),
  );
  return [bar, steps, judge];
}

function judging(panel, answer, { given, answer: said }) {
  const words = element("textarea", "said");
  words.rows = 3;
  words.value = said;
  words.placeholder = "It is on the left. – or a whole chain of thought, step by step";
  words.setAttribute("aria-label", `An answer to judge: ${answer.question}`);
  const verdict = element("div", "verdict");
  verdict.setAttribute("role", "status");
  const { assist: _, ...rest } = given;
  const judge = () => filled(verdict, "check", { ...rest, question: answer.question, answer: words.value }, checked);
  words.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    judge();
  });
  panel.append(words, button("Check it", judge, "check"), verdict);
}

function questionView(answer, number, context) {
  const view = element("article", "answer", element("h2", "asked", answer.question));
  const found = value(answer);
  const contradicts = answer.status === "inconsistent";
  view.append(element("div", "result", found ? element("span", "value", found) : null, badge(answer.status, WORDS[answer.status])));
  if (answer.reason && !contradicts) view.append(quiet(answer.reason));
  if (answer.assumptions.length) view.append(quiet(`Assumed: ${answer.assumptions.join("; ")}`));
  if (answer.rests_on.length) view.append(quiet(`Rests on, in other words: ${answer.rests_on.join(" ")}`));
  if (answer.trace) {
    if (answer.value?.actions) view.append(element("p", "", answer.value.actions.join(" ")));
    view.append(single(answer.trace, "The plan"));
  }
  if (answer.possible.length) view.append(cards(answer, context));
  if (answer.undecided.length) view.append(quiet(`Left open by a limit: ${answer.undecided.join(", ")}`));
  if (!contradicts) view.append(...tools(answer, number, context));
  if (answer.excluded.length) view.append(section("Impossible", reasons(answer.excluded)));
  if (answer.not_derived.length) {
    view.append(quiet(`Not derived by the rules of the theory, and excluded by nothing: ${answer.not_derived.join(", ")}`));
  }
  for (const [reason, labels] of unshown(answer)) view.append(quiet(`Not shown: ${labels.join(", ")} – ${reason}`));
  if (answer.unexplained) view.append(quiet(answer.unexplained));
  return view;
}

/** Return the sentences that a language model put into other words, with these and the checks that they passed. */
function wordsView(paraphrases) {
  const list = element("ul", "quotes");
  for (const one of paraphrases) {
    const words = one.paraphrase || "(passed over: it says nothing of where anything is)";
    list.append(element("li", "", one.sentence, element("br"), element("b", "", words), element("br"), element("small", "", `checked: ${one.checks.join(", ")}`)));
  }
  return element("article", "answer", section("In other words", list));
}

/** Return the sentences at odds, and a button that asks for the least that would mend them. */
function contradictionView(quotes, { given, adopt }) {
  const panel = element("div", "panel");
  const { story, theory } = given;
  const mend = opening("Suggest a repair", panel, (into) => filled(into, "repair", { story, theory }, (reply) => repairs(reply, adopt)));
  return element("article", "answer contradiction", element("h2", "asked", "These sentences contradict each other"), quoted(quotes), element("div", "bar", mend), panel);
}

function repairs(reply, adopt) {
  if (!reply.repairs.length) return [quiet("No repair was found.")];
  const list = element("ol", "repairs");
  for (const { changes, text } of reply.repairs) {
    const row = element("li");
    for (const change of changes) {
      row.append(element("p", "", change.instead ? "Did you mean: " : "Leave out: ", element("b", "", change.instead ?? change.text)));
      if (change.instead) row.append(quiet(`instead of: ${change.text}`));
    }
    if (text !== null) row.append(button("Take it", () => adopt(text)));
    list.append(row);
  }
  return [list, ...(reply.more ? [quiet(`There may be others: ${reply.more}.`)] : [])];
}

/** Return buttons that save the reply, and a certificate of it. */
function files(reply, { given }) {
  const fault = element("span", "quiet");
  fault.setAttribute("role", "status");
  const { assist: _, ...rest } = given;
  const certified = async () => {
    fault.textContent = "Working …";
    try {
      const made = await ask("certify", rest);
      fault.textContent = made.error?.message ?? "";
      if (!made.error) save("answers.certificate.json", `${JSON.stringify(made.certificate, null, 1)}\n`, "application/json");
    } catch (error) {
      fault.textContent = String(error.message ?? error);
    }
  };
  const json = button("Save as JSON", () => save("answers.json", `${JSON.stringify(reply, null, 1)}\n`, "application/json"));
  return element("div", "bar", json, reply.questions.length ? button("Save a certificate", certified) : null, fault);
}

/** Return the views of a reply; `context` has the request, somebody's answer, and what takes another story. */
export function solved(reply, context) {
  const views = reply.questions.map((answer, number) => questionView(answer, number, context));
  if (reply.paraphrases.length) views.unshift(wordsView(reply.paraphrases));
  if (reply.status) {
    const view = element("article", "answer", element("div", "result", badge(reply.status, WORDS[reply.status])));
    if (reply.reason) view.append(quiet(reply.reason));
    if (reply.model) view.append(section("One way it could be", single(reply.model, "The story", context)));
    views.unshift(view);
  }
  if (reply.contradiction.length) views.unshift(contradictionView(reply.contradiction, context));
  const situation = reply.situation ? ` (${reply.situation})` : "";
  const said = `${reply.statements} ${reply.statements === 1 ? "statement" : "statements"} about ${reply.entities.length} ${reply.entities.length === 1 ? "thing" : "things"}`;
  views.push(element("div", "ending", files(reply, context), quiet(`${said}; theory ${reply.theory}${situation}; ${reply.seconds.toFixed(2)} s`)));
  return views;
}

function checked(reply) {
  const [kind, words] = { true: ["right", "right"], false: ["wrong", "wrong"], null: ["open", "undecided"] }[String(reply.sound)];
  const read = Array.isArray(reply.value) ? reply.value.join(", ") : reply.value;
  const views = [element("div", "result", typeof read === "string" && read ? element("span", "value", read) : null, badge(kind, words)), element("p", "", reply.reason)];
  if (reply.chain?.steps.length) views.push(chainView(reply.chain));
  if (reply.right.length) {
    const right = reply.right.map((one) => (Array.isArray(one) ? one.join(", ") : typeof one === "string" ? one : JSON.stringify(one)));
    views.push(section("What is right", element("p", "", right.join(" or "))));
  }
  if (reply.evidence.length) {
    views.push(section("The story says", element("ul", "quotes", ...reply.evidence.map((said) => element("li", "", said)))));
  }
  if (reply.counterexample) views.push(section("It fails here", single(reply.counterexample, "Where the answer fails")));
  return views;
}

/** Return the steps of somebody's reasoning, each with its verdict, the first wrong one marked. */
function chainView(chain) {
  const list = element("ol", "chain");
  for (const step of chain.steps) {
    const [kind, words] = VERDICTS[step.verdict] ?? ["open", step.verdict];
    const row = element("li", step.wrong ? "wrong" : "", element("span", "", step.text), " ", badge(step.wrong ? "wrong" : kind, words));
    const why = [step.kind, step.reason].filter(Boolean).join(": ");
    if (why) row.append(element("small", "", why));
    list.append(row);
  }
  const first = chain.steps.find((step) => step.wrong);
  const verdict = first ? "The first wrong step is marked." : "No step is wrong.";
  first && list.children[chain.steps.indexOf(first)].classList.add("first-wrong");
  return section("Step by step", list, quiet(verdict));
}
