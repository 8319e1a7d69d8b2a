// Elements of the page. Whatever comes from a story is set as text.

/** Return an element with a class and children; text stays text. */
export function element(name, kind = "", ...children) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

export function button(words, act, kind = "") {
  const made = element("button", kind, words);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

export function section(title, ...children) {
  return element("div", "", element("h3", "", title), ...children);
}

export function badge(kind, words) {
  return element("span", `badge ${kind}`, words);
}

/** Return a button whose panel opens below it, made the first time by `fill`, which gets the panel. */
export function opening(words, panel, fill) {
  panel.hidden = true;
  const made = button(words, () => {
    panel.hidden = !panel.hidden;
    made.setAttribute("aria-expanded", String(!panel.hidden));
    if (!panel.hidden && !panel.childElementCount) fill(panel);
  });
  made.setAttribute("aria-expanded", "false");
  return made;
}

/** Hand a file to whoever looks at the page. */
export function save(name, content, kind) {
  const link = element("a");
  const blob = content instanceof Blob ? content : new Blob([content], { type: kind });
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
