// The story's textarea and the marks behind it. Offsets of the server count characters (code points), those of JavaScript half of some.

const story = document.getElementById("story");
const marks = document.getElementById("marks");

/** Return the index in `text` of the character with the number `count`. */
function place(text, count) {
  let index = 0;
  for (const character of text) {
    if (count-- <= 0) break;
    index += character.length;
  }
  return index;
}

/** Mark pieces of the story; each has `start` and `end` in characters. */
export function mark(pieces, name = "") {
  const text = story.value;
  const nodes = [];
  let done = 0;
  for (const piece of [...pieces].sort((one, other) => one.start - other.start)) {
    const start = Math.max(done, place(text, piece.start));
    const end = Math.max(start, place(text, piece.end));
    const shown = document.createElement("mark");
    shown.className = name;
    // A fault at the end of the text has nothing to stand below.
    shown.textContent = text.slice(start, end) || (name ? " " : "");
    nodes.push(text.slice(done, start), shown);
    done = end;
  }
  // A last line break needs something behind it to have a height.
  nodes.push(`${text.slice(done)}\n `);
  marks.replaceChildren(...nodes);
  marks.scrollTop = story.scrollTop;
}

/** Scroll the story so that the first mark is seen. */
export function reveal() {
  const first = marks.querySelector("mark");
  if (!first) return;
  const top = first.offsetTop;
  if (top < story.scrollTop || top + first.offsetHeight > story.scrollTop + story.clientHeight) {
    story.scrollTop = Math.max(0, top - story.clientHeight / 3);
    marks.scrollTop = story.scrollTop;
  }
}

story.addEventListener("scroll", () => { marks.scrollTop = story.scrollTop; });
story.addEventListener("input", () => mark([]));
