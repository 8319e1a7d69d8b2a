// Below the text: what was understood of it, sentence by sentence, and what is assumed, as switches.

import { button, element } from "./elements.js";
import { pointing } from "./quotes.js";

const field = (name) => document.getElementById(name);
const SIGNS = { read: ["✓", "understood"], "passed over": ["–", "passed over: it says nothing of where anything is"], refused: ["✗", "not understood"] };

const BROKEN = ["✗", "not so in the drawing"];

function signed(shown, [sign, meaning]) {
  shown.textContent = sign;
  shown.setAttribute("role", "img");
  shown.setAttribute("aria-label", meaning);
  return shown;
}

/** List the sentences; `adopt` takes a text in which a wording that was suggested stands in place of a sentence. */
export function understood(read, adopt) {
  const rows = read.map((one) => {
    const shown = signed(element("span", "sign"), SIGNS[one.status]);
    const words = one.status === "read" ? one.understood.join(" ") || one.text : one.text;
    const row = element("li", one.status.replace(" ", "-"), pointing([one], shown, " ", words, one.reason ? element("small", "", one.reason) : null));
    row.dataset.start = one.start;
    one.suggestions.forEach((wording, index) => {
      const say = button(element("b", "", wording), () => adopt(replaced(one, wording)), "quote");
      say.append(element("small", "", one.hints[index] || "say it so"));
      row.append(say);
    });
    return row;
  });
  field("sentences").replaceChildren(...rows);
  const refused = read.filter((one) => one.status === "refused").length;
  const count = `${read.length} ${read.length === 1 ? "sentence" : "sentences"}`;
  field("reading-count").textContent = refused ? `${read.length - refused} of ${count}` : count;
  field("reading").hidden = !read.length;
}

function replaced(one, wording) {
  // Offsets count characters, of which JavaScript has some as two.
  const characters = [...field("story").value];
  characters.splice(one.start, one.end - one.start, wording);
  return characters.join("");
}

/** Show which sentences a drawing breaks; none for a list without any. */
export function breaks(quotes) {
  const broken = new Set(quotes.map((one) => String(one.start)));
  for (const row of field("sentences").querySelectorAll(".read")) {
    const isBroken = broken.has(row.dataset.start);
    row.classList.toggle("broken", isBroken);
    signed(row.querySelector(".sign"), isBroken ? BROKEN : SIGNS.read);
  }
}

/** List what may be assumed otherwise; `set` takes the theory that a switch asks for. */
export function assumed(choices, set) {
  const focused = document.activeElement?.id;
  field("choices").replaceChildren(...choices.map((choice) => {
    const group = element("fieldset", "choice", element("legend", "", choice.about));
    for (const option of choice.options) {
      const input = element("input");
      input.type = "radio";
      input.name = `choice-${choice.key}`;
      input.id = `choice-${choice.key}-${option.value ?? "told"}`;
      input.checked = option.chosen;
      input.addEventListener("change", () => set(option.theory));
      group.append(element("label", "", input, element("span", "", option.words)));
    }
    return group;
  }));
  field("assuming").hidden = !choices.length;
  if (focused?.startsWith("choice-")) field(focused)?.focus();
}
