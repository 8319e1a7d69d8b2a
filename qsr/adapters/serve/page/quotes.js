// Words of the story in the answers: what is pointed at or focused is marked in the story.

import { element } from "./elements.js";
import { mark, reveal } from "./story.js";

/** Return a button about pieces of the story. */
export function pointing(quotes, ...children) {
  const made = element("button", "quote", ...children);
  made.type = "button";
  const isCurrent = () => !made.closest(".stale");
  const show = () => { if (isCurrent()) { mark(quotes); reveal(); } };
  const hide = () => { if (isCurrent()) mark([]); };
  made.addEventListener("mouseenter", show);
  made.addEventListener("focus", show);
  made.addEventListener("mouseleave", hide);
  made.addEventListener("blur", hide);
  made.addEventListener("click", () => { show(); document.getElementById("story").scrollIntoView({ block: "nearest" }); });
  return made;
}

/** Return the words of statements as a list. */
export function quoted(quotes) {
  const list = element("ul", "quotes");
  for (const quote of quotes) {
    list.append(element("li", "", pointing([quote], quote.text, quote.clause ? element("i", "", ` [${quote.clause}]`) : null)));
  }
  return list;
}
