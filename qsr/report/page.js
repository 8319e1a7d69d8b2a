// The list of items of a report: filter, sort, search, and open one. Whatever names and texts hold is set as text, never as markup.
"use strict";
(() => {
  // Folded sections are printed too, and one that a link leads to is opened.
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));

  // A page of the list is about a screen.
  const PAGE = matchMedia("(max-width: 36rem)").matches ? 8 : 15;
  const MARKS = { right: "✓", wrong: "✗", undecided: "?", "not readable": "!", "no answer": "–" };
  const RANK = ["right", "undecided", "not readable", "wrong", "no answer"];
  const place = document.getElementById("items");
  const packed = document.getElementById("items-data");
  if (!place || !packed) return;

  /** Make an element: attributes by name, then children, which are elements or texts. */
  const make = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };

  const unpacked = async () => {
    const bytes = Uint8Array.from(atob(packed.textContent), (one) => one.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  };

  const start = ({ models, rows }) => {
    const all = rows.map((row, number) => {
      const states = row.said.map((one) => (one ? one[0] : "no answer"));
      const kinds = [...new Set(row.said.flatMap((one) => (one && one[2] ? [one[2]] : [])))];
      return { row, number, states, kinds, right: states.filter((one) => one === "right").length, text: null };
    });
    const shown = { query: "", result: "", group: "", kind: "", sort: "number", down: false, page: 0 };
    const several = models.length > 1;
    // Most ids begin with the path of their file, which says nothing here.
    const folder = rows.reduce((shared, { id }) => {
      let length = 0;
      while (length < shared.length && shared[length] === id[length]) length += 1;
      return shared.slice(0, length);
    }, rows[0].id).replace(/[^/]*$/, "");

    const searched = (one) => (one.text ??= [
      one.row.id, ...one.row.groups, one.row.story, one.row.question, one.row.options, one.row.label ?? "", one.row.right,
      ...one.row.said.flatMap((said) => (said ? said.slice(1) : [])),
    ].join("\n").toLowerCase());
    const results = {
      "": () => true,
      differ: (one) => new Set(one.states.filter((state) => state !== "no answer").map((state) => state === "right")).size > 1,
      all: (one) => one.right === models.length,
      none: (one) => one.right === 0,
      missing: (one) => one.states.includes("no answer"),
    };
    models.forEach((_, model) => Object.keys(MARKS).forEach((state) => {
      results[`${model} ${state}`] = (one) => one.states[model] === state;
    }));
    const keys = {
      number: (one) => one.number,
      id: (one) => one.row.id,
      group: (one) => one.row.groups.join(" "),
      right: (one) => one.right,
      length: (one) => one.row.story.length,
    };
    models.forEach((_, model) => { keys[`model ${model}`] = (one) => RANK.indexOf(one.states[model]); });
    const collator = new Intl.Collator("en", { numeric: true });
    const compare = (one, other) => (typeof one === "number" ? one - other : collator.compare(one, other));

    const chosen = () => {
      const words = shown.query.toLowerCase().split(/\s+/).filter(Boolean);
      const key = keys[shown.sort];
      return all
        .filter(results[shown.result])
        .filter((one) => !shown.group || one.row.groups.includes(shown.group))
        .filter((one) => !shown.kind || one.kinds.includes(shown.kind))
        .filter((one) => words.every((word) => searched(one).includes(word)))
        .sort((one, other) => (shown.down ? -1 : 1) * compare(key(one), key(other)) || one.number - other.number);
    };

    // The controls.
    let controlled = 0;
    const labelled = (words, control) => {
      control.id = `control-${controlled += 1}`;
      return make("div", {}, make("label", { for: control.id }, words), control);
    };
    const select = (words, options, change) => {
      const made = make("select");
      for (const [value, text, group] of options) {
        let into = made;
        if (group) {
          into = [...made.querySelectorAll("optgroup")].find((one) => one.label === group) ?? make("optgroup", { label: group });
          if (!into.parentNode) made.append(into);
        }
        into.append(make("option", { value }, text));
      }
      made.addEventListener("change", () => { change(made.value); shown.page = 0; draw(); });
      return labelled(words, made);
    };
    const search = make("input", { type: "search", autocomplete: "off", spellcheck: "false" });
    search.addEventListener("input", () => { shown.query = search.value; shown.page = 0; draw(); });
    const distinct = (values) => [...new Set(values)].sort(collator.compare);
    const counts = (state, model) => all.filter((one) => one.states[model] === state).length;
    const outcomes = [["", "all items"]];
    if (several) {
      for (const [value, text] of [["differ", "models differ"], ["none", "none is right"], ["all", "all are right"], ["missing", "some have no answer"]]) {
        outcomes.push([value, `${text} (${all.filter(results[value]).length})`]);
      }
    }
    models.forEach((name, model) => Object.keys(MARKS).forEach((state) => {
      const number = counts(state, model);
      if (number) outcomes.push([`${model} ${state}`, `${several ? `${name}: ` : ""}${state} (${number})`, several ? name : ""]);
    }));
    const groups = distinct(all.flatMap((one) => one.row.groups));
    const kinds = distinct(all.flatMap((one) => one.kinds));
    const some = (words, values) => [["", words], ...values.map((one) => [one, one])];
    const sort = select("Sort", [
      ["number", "as in the files"], ["id", "by id"], ...(groups.length ? [["group", "by group"]] : []),
      ...(several ? [["right", "fewest models right first"]] : []), ["length", "shortest story first"],
      ...models.map((name, model) => [`model ${model}`, `${name}: right first`]),
    ], (value) => { shown.sort = value; shown.down = false; });
    const controls = make("div", { class: "controls", role: "search" },
      labelled("Search", search),
      select("Result", outcomes, (value) => { shown.result = value; }),
      ...(groups.length > 1 ? [select("Group", some("all groups", groups), (value) => { shown.group = value; })] : []),
      ...(kinds.length > 1 ? [select("Kind of error", some("all kinds", kinds), (value) => { shown.kind = value; })] : []),
      sort);

    // The table.
    const status = make("p", { role: "status", class: "status" });
    const head = make("tr");
    const columns = [["id", "item", "item"], ...(groups.length ? [["group", "group", "group"]] : []),
      ...models.map((name, model) => [`model ${model}`, name, "result"])];
    const headed = columns.map(([key, words, kind]) => {
      const button = make("button", { type: "button", dir: "auto", title: words }, words);
      const cell = make("th", { scope: "col", class: kind }, button);
      // With many models the column of items keeps its room.
      if (kind === "result" && models.length > 3) cell.style.width = `${60 / models.length}%`;
      button.addEventListener("click", () => {
        shown.down = shown.sort === key && !shown.down;
        shown.sort = key;
        shown.page = 0;
        draw();
      });
      head.append(cell);
      return [key, cell];
    });
    const body = make("tbody");
    const table = make("table", { class: "items" }, make("caption", { class: "unseen" }, "Every item, with what each model made of it"),
      make("thead", {}, head), body);
    const button = (words, step) => {
      const made = make("button", { type: "button" }, words);
      made.addEventListener("click", () => { shown.page += step; draw(); });
      return made;
    };
    const [back, on, where] = [button("Previous", -1), button("Next", 1), make("span")];
    const pager = make("div", { class: "pager", role: "group", "aria-label": "Pages of the list" }, back, where, on);

    const fact = (term, words) => {
      if (!words) return [];
      const long = words.length > 400 || words.split("\n").length > 8;
      return [make("dt", { dir: "auto" }, term), make("dd", { dir: "auto", ...(long ? { tabindex: 0 } : {}) }, words)];
    };
    const details = (one) => {
      const { row } = one;
      const made = make("div", { class: "item" },
        make("div", { class: row.typed ? "story grid-story" : "story", dir: "auto", tabindex: 0, role: "group", "aria-label": "Story" }, row.story),
        make("dl", {}, ...fact("id", row.id), ...fact("question", row.question), ...fact("options", row.options), ...fact("right by the text", row.right || "no definite answer is known"),
          ...fact("label", row.label === null ? "" : row.label || "none"), ...fact("groups", row.groups.join("; "))));
      row.said.forEach((said, model) => {
        const [state, value, kind, reason, reply, first] = said ?? ["no answer", "", "", "", "", ""];
        made.append(make("h3", { dir: "auto" }, several ? `${models[model]}: ${state}` : state), make("dl", {},
          ...fact("read as", value), ...fact("kind of error", kind), ...fact("why", reason), ...fact("first wrong step", first), ...fact("reply", reply)));
      });
      return made;
    };
    const line = (one) => {
      const hint = one.row.question || one.row.story;
      const opener = make("button", { type: "button", "aria-expanded": "false", dir: "auto" }, make("b", {}, one.row.id.slice(folder.length, folder.length + 120)),
        make("span", {}, hint.slice(0, 160)));
      const made = make("tr", {}, make("th", { scope: "row", class: "item" }, opener),
        ...(groups.length ? [make("td", { class: "group", dir: "auto" }, make("span", {}, one.row.groups.join(", ").slice(0, 120)))] : []),
        ...one.states.map((state) => make("td", { class: `result is-${state.replace(" ", "-")}` },
          make("span", { "aria-hidden": "true" }, MARKS[state]), make("span", { class: "word" }, ` ${state}`))));
      let below = null;
      opener.addEventListener("click", () => {
        if (below) {
          below.remove();
          below = null;
        } else {
          // A column that a narrow screen hides must not be spanned, or the others lose its width.
          const across = headed.filter(([, cell]) => cell.offsetParent).length;
          below = make("tr", { class: "below" }, make("td", { colspan: across }, details(one)));
          made.after(below);
        }
        opener.setAttribute("aria-expanded", String(below !== null));
      });
      return made;
    };
    const draw = () => {
      const found = chosen();
      const pages = Math.max(1, Math.ceil(found.length / PAGE));
      shown.page = Math.min(Math.max(shown.page, 0), pages - 1);
      status.textContent = found.length === all.length ? `${all.length} items` : `${found.length} of ${all.length} items`;
      body.replaceChildren(...found.slice(shown.page * PAGE, (shown.page + 1) * PAGE).map(line));
      for (const [key, cell] of headed) {
        if (key === shown.sort) cell.setAttribute("aria-sort", shown.down ? "descending" : "ascending");
        else cell.removeAttribute("aria-sort");
      }
      sort.querySelector("select").value = shown.sort;
      where.textContent = `page ${shown.page + 1} of ${pages}`;
      back.disabled = shown.page === 0;
      on.disabled = shown.page === pages - 1;
      pager.hidden = pages === 1;
    };
    draw();
    place.replaceChildren(controls, status, make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Every item" }, table), pager);
  };

  unpacked().then(start, () => {
    document.getElementById("items-wait").textContent = "The list of items cannot be shown: this browser does not unpack it.";
  });
})();
