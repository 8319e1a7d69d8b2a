// Replies of the server as elements of the page. Whatever comes from a story is set as text, and drawings are shown as images, in
// which nothing runs.

import { mark, reveal } from "./story.js";

const WORDS = {
  determined: "determined", ambiguous: "ambiguous", inconsistent: "contradiction", unknown: "limit reached",
  not_covered: "not covered", consistent: "consistent",
};

/** Return an element with a class and children; text stays text. */
export function element(name, kind = "", ...children) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

function badge(kind, words) {
  return element("span", `badge ${kind}`, words);
}

function picture(drawing, title) {
  const box = element("div");
  if (drawing.svg) {
    const image = element("img");
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing.svg)}`;
    image.alt = `${title}: ${drawing.text}`;
    box.append(image);
  } else {
    box.append(element("pre", "", drawing.text));
  }
  return box;
}

/** Return the words of statements as a list; what is pointed at or focused is marked in the story. */
function quoted(quotes) {
  const list = element("ul", "quotes");
  for (const quote of quotes) {
    list.append(element("li", "", pointing([quote], quote.text, quote.clause ? element("i", "", ` [${quote.clause}]`) : null)));
  }
  return list;
}

function pointing(quotes, ...children) {
  const button = element("button", "quote", ...children);
  button.type = "button";
  const show = () => { mark(quotes); reveal(); };
  const hide = () => mark([]);
  button.addEventListener("mouseenter", show);
  button.addEventListener("focus", show);
  button.addEventListener("mouseleave", hide);
  button.addEventListener("blur", hide);
  button.addEventListener("click", () => { show(); document.getElementById("story").scrollIntoView({ block: "nearest" }); });
  return button;
}

function value(answer) {
  const found = answer.value;
  if (found === null) return "";
  if (Array.isArray(found) && !found.length) return answer.form === "path" ? "no step" : "no label in every model";
  if (Array.isArray(found)) return found.join(answer.form === "path" ? " → " : ", ");
  if (typeof found === "object") {
    return `energy ${found.energy}${found.proved ? ", proved best" : `, at most ${found.bound}`}`;
  }
  return found;
}

/** Say whether a drawing needs the whole width to be read. */
function isWide(drawing) {
  return Number(/ width="(\d+)/.exec(drawing?.svg ?? "")?.[1] ?? 0) > 480;
}

function cards(answer) {
  const list = element("ul", "cards");
  for (const possible of answer.possible) {
    const only = answer.possible.length === 1;
    const share = only ? "the only one" : possible.entailed ? "in every model" : "in some models";
    const card = element("li", `card${isWide(possible.drawing) ? " wide" : ""}`, element("header", "", element("b", "", possible.label), element("small", "", share)));
    if (possible.drawing) card.append(picture(possible.drawing, `A model with ${possible.label}`));
    list.append(card);
  }
  return list;
}

function reasons(excluded) {
  const list = element("ul", "out");
  for (const { labels, statements } of excluded) {
    const head = element("div", "", element("b", "", labels.join(", ")));
    head.append(statements.length ? " by" : " – impossible in itself");
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

function valueView(words) {
  return words ? element("span", "value", words) : null;
}

/** Return the steps that lead to an answer; only those to an answer that is not open are called checked. */
function stepsView(answer) {
  const list = element("ol", "steps");
  for (const step of answer.steps) {
    const doubt = step.entailed ? null : badge("wrong", "by published rules alone");
    list.append(element("li", "", pointing(step.statements, step.text, doubt)));
  }
  const checked = answer.status === "determined" ? element("p", "quiet", "Every step was confirmed by a second solver.") : null;
  return section("Steps", list, element("p", "", element("b", "", answer.conclusion)), checked ?? "");
}

function questionView(answer) {
  const view = element("article", "answer", element("h2", "asked", answer.question));
  view.append(element("div", "result", valueView(value(answer)), badge(answer.status, WORDS[answer.status])));
  const contradicts = answer.status === "inconsistent";
  if (answer.reason && !contradicts) view.append(element("p", "quiet", answer.reason));
  if (answer.assumptions.length) view.append(element("p", "quiet", `Assumed: ${answer.assumptions.join("; ")}`));
  if (answer.rests_on.length) view.append(element("p", "quiet", `Rests on, in other words: ${answer.rests_on.join(" ")}`));
  if (answer.steps.length) view.append(stepsView(answer));
  if (answer.no_steps && answer.form === "relation") view.append(element("p", "quiet", `No steps: ${answer.no_steps}`));
  if (answer.trace) {
    if (answer.value?.actions) view.append(element("p", "", answer.value.actions.join(" ")));
    view.append(element("ul", "cards", element("li", "card wide", picture(answer.trace, "The plan"))));
  }
  if (answer.possible.length) {
    view.append(section(answer.possible.length > 1 ? "Possible, each with one model" : "One model", cards(answer)));
  }
  if (answer.undecided.length) view.append(element("p", "quiet", `Left open by a limit: ${answer.undecided.join(", ")}`));
  if (answer.excluded.length) view.append(section("Excluded", reasons(answer.excluded)));
  if (answer.not_derived.length) {
    const told = `Not derived by the rules of the theory, and excluded by nothing: ${answer.not_derived.join(", ")}`;
    view.append(element("p", "quiet", told));
  }
  for (const [reason, labels] of unshown(answer)) view.append(element("p", "quiet", `Not shown: ${labels.join(", ")} – ${reason}`));
  if (answer.unexplained) view.append(element("p", "quiet", answer.unexplained));
  return view;
}

function section(title, ...children) {
  return element("div", "", element("h3", "", title), ...children);
}

function counted(number, one, several) {
  return `${number} ${number === 1 ? one : several}`;
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

export function solved(reply) {
  const views = reply.questions.map(questionView);
  if (reply.paraphrases.length) views.unshift(wordsView(reply.paraphrases));
  if (reply.status) {
    const view = element("article", "answer", element("div", "result", badge(reply.status, WORDS[reply.status])));
    if (reply.reason) view.append(element("p", "quiet", reply.reason));
    if (reply.model) {
      view.append(section("One model of the story", element("ul", "cards", element("li", "card wide", picture(reply.model, "A model")))));
    }
    views.unshift(view);
  }
  if (reply.contradiction.length) {
    views.unshift(element("article", "answer", section("These sentences contradict each other", quoted(reply.contradiction))));
  }
  const situation = reply.situation ? ` (${reply.situation})` : "";
  const count = `${counted(reply.statements, "statement", "statements")}, ${counted(reply.entities.length, "entity", "entities")}`;
  views.push(element("p", "quiet", `Theory ${reply.theory}${situation}; ${count}; ${reply.seconds.toFixed(2)} s`));
  return views;
}

export function checked(reply) {
  const [kind, words] = { true: ["right", "sound"], false: ["wrong", "not sound"], null: ["open", "undecided"] }[String(reply.sound)];
  const view = element("article", "answer", element("h2", "asked", reply.question));
  const read = Array.isArray(reply.value) ? reply.value.join(", ") : reply.value;
  view.append(element("div", "result", valueView(typeof read === "string" ? read : ""), badge(kind, words)));
  view.append(element("p", "", reply.reason));
  if (reply.right.length) {
    const right = reply.right.map((one) => (Array.isArray(one) ? one.join(", ") : typeof one === "string" ? one : JSON.stringify(one)));
    view.append(section("Right", element("p", "", right.join(" or "))));
  }
  if (reply.evidence.length) {
    view.append(section("Evidence", element("ul", "quotes", ...reply.evidence.map((words) => element("li", "", words)))));
  }
  if (reply.counterexample) {
    const card = element("li", "card", picture(reply.counterexample, "A counterexample"));
    view.append(section("A model of the story in which it fails", element("ul", "cards", card)));
  }
  return [view];
}
