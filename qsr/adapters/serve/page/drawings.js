// Drawings: shown in the page itself so that things can be dragged; kept as files. Nothing but plain shapes and text is taken over
// from a drawing, and of what it says of its style only the sheet, which the server wrote.

import { button, element, save } from "./elements.js";
import { quoted } from "./quotes.js";
import { mark } from "./story.js";
import { ask } from "./transport.js";
import { breaks } from "./understood.js";

const SHAPES = new Set(["svg", "g", "title", "desc", "rect", "circle", "ellipse", "line", "path", "polyline", "polygon", "text", "tspan", "defs", "marker", "linearGradient", "stop", "clipPath", "pattern"]);
const sheets = new Map();
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
//: Pixels of a drawing, as it was made, that a key moves a thing by.
const STEP = 12;
//: Things whose names have room to be larger in a small drawing.
const FEW = 6;
//: Pixels of the screen around the middle of a dot in which it is caught.
const FINGER = 12;

/** Return the SVG document as an element of the page. */
function inlined(text) {
  // A sheet within the page would be refused by its policy; as text it may become one that the page adopts.
  const bare = text.replace(/<style>([^<]*)<\/style>/g, (_, rules) => {
    adopt(rules.replaceAll("&gt;", ">").replaceAll("&amp;", "&"));
    return "";
  });
  // The same goes for the style of a single part. (In words of a story quotation marks stand as references.)
  const quiet = bare.replace(/ style="([^"]*)"/g, ' data-style="$1"');
  const root = document.importNode(new DOMParser().parseFromString(quiet, "image/svg+xml").documentElement, true);
  for (const part of [...root.querySelectorAll("*")]) {
    if (!SHAPES.has(part.localName)) part.remove();
    if (part.dataset.style) part.style.cssText = part.dataset.style;
    for (const { name } of [...part.attributes]) if (name.startsWith("on") || name.endsWith("href")) part.removeAttribute(name);
  }
  root.removeAttribute("width");
  root.removeAttribute("height");
  return root;
}

function adopt(rules) {
  if (sheets.has(rules)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  sheets.set(rules, sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Say whether a drawing needs the whole width to be read. */
function isWide(drawing) {
  return Number(/ width="(\d+)/.exec(drawing?.svg ?? "")?.[1] ?? 0) > 520;
}

/**
 * Return a card with a drawing, its heading, and what can be done with it.
 *
 * `given` is the request that the drawing answers, and `adopt` takes the text of a mended story; without them nothing is moved.
 */
export function card(drawing, title, heading, { given = null, adopt: take = null, wide = false } = {}) {
  const made = element("li", `card${wide || isWide(drawing) ? " wide" : ""}`, heading);
  if (!drawing) return made;
  if (!drawing.svg) {
    const words = element("pre", "", drawing.text);
    made.append(words);
    return made;
  }
  const stage = element("div", "stage");
  const moved = element("div", "moved");
  moved.setAttribute("role", "status");
  made.append(stage, tools(made, stage, () => shown, title), moved);
  let shown = drawing;
  const share = heading?.querySelector("small")?.textContent ?? "";
  const draw = (other) => {
    shown = other;
    stage.replaceChildren(inlined(other.svg));
    named(stage.firstChild, title, other, made.classList.contains("large"));
    if (given && other.data) movable(stage.firstChild, moving);
  };
  const moving = { request: () => ({ story: given.story, theory: given.theory, witness: shown.data }), told, draw, isCurrent: () => !made.closest(".stale") };
  function told(reply) {
    if (!reply || reply.error) {
      moved.replaceChildren(element("p", "fault", reply?.error.message ?? "There was no answer."));
      return;
    }
    heading?.querySelector("small")?.replaceChildren("moved by you");
    mark(reply.broken, "at-fault");
    breaks(reply.broken);
    const back = button("Put it back", () => {
      draw(drawing);
      moved.replaceChildren();
      heading?.querySelector("small")?.replaceChildren(share);
      mark([]);
      breaks([]);
    });
    moved.replaceChildren(...(reply.broken.length ? torn(reply, take) : [element("p", "good", "Every sentence still holds.")]), back);
  }
  made.addEventListener("redraw", () => draw(shown));
  draw(drawing);
  return made;
}

function torn(reply, take) {
  const { changes, text } = reply.mended;
  const list = element("ul", "changes");
  for (const change of changes) list.append(element("li", "", change.instead ?? element("s", "", change.text)));
  const parts = [element("h4", "", "This breaks"), quoted(reply.broken), element("h4", "", "A story that says so"), list];
  if (text !== null) parts.push(button("Take that story", () => take(text)));
  return parts;
}

/** Name a drawing for those who hear the page, and let its things be reached by keys where it is large. */
function named(picture, title, drawing, isLarge) {
  const things = picture.querySelectorAll("[data-things]");
  picture.classList.toggle("few", things.length > 0 && things.length <= FEW);
  picture.setAttribute("role", isLarge && drawing.data ? "group" : "img");
  picture.setAttribute("aria-label", `${title}: ${drawing.text}`);
  for (const thing of things) {
    if (!isLarge || !drawing.data) continue;
    thing.tabIndex = 0;
    thing.setAttribute("role", "button");
    thing.setAttribute("aria-label", `${thing.querySelector("title").textContent}. The arrow keys move it.`);
  }
}

function tools(made, stage, current, title) {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "drawing";
  const larger = button("Larger", () => {
    const isLarge = made.classList.toggle("large");
    larger.textContent = isLarge ? "Smaller" : "Larger";
    larger.setAttribute("aria-label", `${larger.textContent}: ${title}`);
    larger.setAttribute("aria-expanded", String(isLarge));
    made.dispatchEvent(new Event("redraw"));
  }, "larger");
  larger.setAttribute("aria-expanded", "false");
  larger.setAttribute("aria-label", `Larger: ${title}`);
  const svg = button("SVG", () => save(`${name}.svg`, current().svg, "image/svg+xml"), "file");
  const png = button("PNG", async () => save(`${name}.png`, await raster(current().svg)), "file");
  svg.setAttribute("aria-label", `Save as SVG: ${title}`);
  png.setAttribute("aria-label", `Save as PNG: ${title}`);
  return element("div", "tools", larger, svg, png);
}

/** Return a drawing as a PNG, two pixels for each of its own. */
async function raster(text) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = element("canvas");
  canvas.width = 2 * image.naturalWidth;
  canvas.height = 2 * image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Let the things of a drawing be dragged, or moved by keys. */
function movable(picture, moving) {
  for (const thing of picture.querySelectorAll("[data-things]")) {
    thing.classList.add("thing");
    reachable(picture, thing);
    let from = null;
    let by = [0, 0];
    const ask_ = asker(picture, moving);
    const label = labelOf(picture, thing);
    const go = (isOver) => {
      for (const part of [thing, ...label]) part.style.transform = `translate(${by[0]}px, ${by[1]}px)`;
      ask_({ thing: Number(thing.dataset.things.split(" ")[0]), by: shift(picture, thing, by) }, isOver);
    };
    thing.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button || !moving.isCurrent()) return;
      event.preventDefault();
      thing.setPointerCapture(event.pointerId);
      from = place(picture, event);
      thing.classList.add("dragged");
    });
    thing.addEventListener("pointermove", (event) => {
      if (!from) return;
      const now = place(picture, event);
      by = [now.x - from.x, now.y - from.y];
      go(false);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      thing.addEventListener(end, () => {
        if (!from) return;
        from = null;
        thing.classList.remove("dragged");
        if (by[0] || by[1]) go(true);
      });
    }
    thing.addEventListener("keydown", (event) => {
      const [across, down] = KEYS[event.key] ?? [0, 0];
      if ((!across && !down) || !moving.isCurrent()) return;
      event.preventDefault();
      by = thing.dataset.seat === undefined ? [by[0] + STEP * across, by[1] + STEP * down] : toNext(picture, thing, across + down);
      go(false);
    });
  }
}

/** Let a dot be caught by a finger, however small the drawing: an invisible one around it is as large on any screen. */
function reachable(picture, thing) {
  const dot = thing.querySelector("circle");
  if (!dot) return;
  const around = dot.cloneNode();
  around.setAttribute("class", "around");
  thing.insertBefore(around, dot);
  // How large the drawing is shown is known once it is.
  requestAnimationFrame(() => {
    const scale = picture.getBoundingClientRect().width / picture.viewBox.baseVal.width;
    if (scale) around.setAttribute("r", Math.max(FINGER / scale, dot.r.baseVal.value));
  });
}

function place(picture, event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
}

/** Return how far a thing is moved on each axis, where the drawing says how long a unit is; of a seat, how many places on. */
function shift(picture, thing, by) {
  if (thing.dataset.seat !== undefined) return { seat: String(nearest(picture, thing, by) - Number(thing.dataset.seat)) };
  const { across, up, acrossUnit, upUnit } = thing.parentNode.dataset;
  return {
    ...(across ? { [across]: decimal(by[0] / Number(acrossUnit)) } : {}),
    ...(up ? { [up]: decimal(by[1] / Number(upUnit)) } : {}),
  };
}

/** Write a number with as many digits as can be seen. */
function decimal(value) {
  return String(Number(value.toPrecision(3)));
}

function middle(thing) {
  const { x, y, width, height } = thing.getBBox();
  return [x + width / 2, y + height / 2];
}

function nearest(picture, thing, by) {
  const [x, y] = middle(thing).map((at, axis) => at + by[axis]);
  const far = (seat) => Math.hypot(...middle(seat).map((at, axis) => at - [x, y][axis]));
  const seats = [...picture.querySelectorAll("[data-seat]")];
  return Number(seats.reduce((best, seat) => (far(seat) < far(best) ? seat : best)).dataset.seat);
}

function toNext(picture, thing, step) {
  const seats = [...picture.querySelectorAll("[data-seat]")];
  const seat = seats[(seats.indexOf(thing) + Math.sign(step) + seats.length) % seats.length];
  return middle(seat).map((at, axis) => at - middle(thing)[axis]);
}

/** Return the label of a thing, which goes where it goes. */
function labelOf(picture, thing) {
  const names = thing.querySelector("title").textContent.split("; ").map((words) => words.split(": ")[0]).join(", ");
  const labels = [...thing.parentNode.querySelectorAll(".qsr-label")];
  const grounds = [...thing.parentNode.querySelectorAll(".qsr-chip")];
  return labels.flatMap((label, index) => (label.textContent === names ? [label, grounds[index]] : [])).filter(Boolean);
}

/** Return what asks about a thing on its way: one request at a time, the last place wins, and the last reply redraws. */
function asker(picture, moving) {
  let isBusy = false;
  let waiting = null;
  return async function next(where, isOver) {
    if (isBusy) {
      waiting = [where, isOver];
      return;
    }
    isBusy = true;
    let reply = null;
    try {
      reply = await ask("move", { ...moving.request(), ...where });
    } catch {
      // `told` says that there was none.
    }
    isBusy = false;
    // Once it is put back, or the text has changed, nobody wants to know any more.
    if (!picture.isConnected || !moving.isCurrent()) return;
    if (waiting) {
      const later = waiting;
      waiting = null;
      next(...later);
    } else if (isOver && reply?.drawing) {
      moving.draw(reply.drawing);
    }
    moving.told(reply);
  };
}
