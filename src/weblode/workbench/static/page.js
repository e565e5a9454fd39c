// A page in its frame, with marks drawn over parts of it. Its scripts are off: the listeners are this page's.

import { h } from "./dom.js";
import {
  attributeOf,
  bodyOf,
  isElement,
  listen,
  nearest,
  nextOf,
  parentOf,
  rectangleOf,
  rootOf,
} from "./unshadowed.js";

export const COLOURS = {
  region: "#b45309",
  record: "#0f766e",
  left: "#6b7280",
  field: "#7c3aed",
  segment: "#b45309",
  section: "#1d4ed8",
  group: "#0f766e",
  item: "#6b7280",
  text: "#6b7280",
  navigation: "#7c3aed",
  decoration: "#78716c",
  table: "#be185d",
  control: "#6b7280",
  header: "#be185d",
  label: "#a16207",
  node: "#be185d",
};
const MOST = 4000; // marks that are drawn
const LOW = 40; // pixels: what is lower has its label beside it, if there is room, not on its text

/**
 * A framed page. `hover` and `click` are told the key of the mark that they meet, null for none; `over`, and `click` as
 * the second thing, the number of the element under the pointer.
 */
export class Page {
  constructor(address, { title = "The page", hover = null, click = null, over = null } = {}) {
    this.frame = h("iframe", { class: "page", sandbox: "allow-same-origin", src: address, title, tabindex: "0" });
    this.marks = [];
    this.boxes = [];
    this.lit = new Set();
    this.spots = [];
    this.hover = hover;
    this.click = click;
    this.over = over;
    this.ready = new Promise((resolve) =>
      this.frame.addEventListener(
        "load",
        () => {
          this.#loaded();
          resolve();
        },
        { once: true },
      ),
    );
  }

  /** Mark ranges of nodes: [{key, range: [start, stop], kind, label, grown}]; one inside another comes after it. */
  async mark(marks) {
    await this.ready;
    this.marks = marks.slice(0, MOST);
    this.#draw();
  }

  /** Light some marks up, by their keys; bring the first of them into view. */
  light(keys, { reveal = true } = {}) {
    this.lit = new Set(keys);
    for (const { mark, box } of this.boxes) this.#paint(mark, box);
    const first = this.boxes.find(({ mark }) => this.lit.has(mark.key));
    if (first && reveal) this.#reveal(first.rect);
  }

  /** A few marks over the others, those before gone; the first is lit, and brought into view. */
  async spot(marks, { reveal = true } = {}) {
    await this.ready;
    this.spots = marks;
    this.#drawSpots();
    const rect = reveal && marks.length && this.#rect(marks[0].range);
    if (rect) this.#reveal(rect);
  }

  /** Bring a range of nodes into view, with a mark of its own for as long as no other is lit. */
  async reveal(range) {
    await this.ready;
    const rect = this.#rect(range);
    if (rect) this.#reveal(rect);
  }

  /** The element or text of a node number, or of the next one that is shown. */
  node(number, stop = Infinity) {
    for (let i = number; i < Math.min(stop, this.nodes.length); i++) if (this.nodes[i]) return this.nodes[i];
    return null;
  }

  #loaded() {
    const doc = this.frame.contentDocument;
    this.nodes = [];
    const walker = document.createTreeWalker(doc, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const number = isElement(node) ? attributeOf(node, "data-w") : node.data;
      const named = isElement(node) ? node : nextOf(node);
      if (named && /^\d+$/.test(number ?? "")) this.nodes[Number(number)] = named;
    }
    const root = rootOf(doc);
    if (!bodyOf(doc)) return;
    this.layer = document.createElement("weblode-marks");
    styled(this.layer, {
      all: "initial",
      position: "absolute",
      top: 0,
      left: 0,
      width: 0,
      height: 0,
      "pointer-events": "none",
      "z-index": 2147483647,
    });
    this.upper = this.layer.cloneNode();
    root.append(this.layer, this.upper);
    listen(
      doc,
      "click",
      (event) => {
        event.preventDefault();
        this.click?.(this.#at(event), numberAt(event));
      },
      true,
    );
    listen(doc, "submit", (event) => event.preventDefault(), true);
    listen(doc, "mousemove", (event) => this.#over(this.#at(event), numberAt(event)));
    listen(root, "mouseleave", () => this.#over(null, null));
    listen(doc, "keydown", (event) => {
      // keys work as if the frame were not there
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const copy = new KeyboardEvent("keydown", { key, ctrlKey, metaKey, altKey, shiftKey, bubbles: true });
      if (!["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Tab", " "].includes(key)) this.frame.dispatchEvent(copy);
    });
    new ResizeObserver(() => this.#later()).observe(bodyOf(doc));
    this.frame.contentWindow.addEventListener("resize", () => this.#later());
  }

  #later() {
    cancelAnimationFrame(this.waiting);
    this.waiting = requestAnimationFrame(() => this.#draw());
  }

  #over(key, number) {
    if (key !== this.hovered) {
      this.hovered = key;
      this.hover?.(key);
    }
    if (number !== this.number) {
      this.number = number;
      this.over?.(number);
    }
  }

  /** The key of the smallest mark at a place. */
  #at(event) {
    const origin = this.layer.getBoundingClientRect();
    const [x, y] = [event.clientX - origin.left, event.clientY - origin.top];
    let best = null;
    for (const { mark, rect } of this.boxes) {
      const inside = x >= rect.left && x <= rect.left + rect.width && y >= rect.top && y <= rect.top + rect.height;
      if (inside && !mark.silent && (!best || rect.width * rect.height <= best.size))
        best = { key: mark.key, size: rect.width * rect.height };
    }
    return best && best.key;
  }

  /** Where a range of nodes is, in the layer's coordinates; null where nothing of it is seen. */
  #rect([start, stop], origin = this.layer.getBoundingClientRect()) {
    const first = this.node(start, stop);
    if (!first) return null;
    let number = stop - 1;
    while (!this.nodes[number]) number--;
    let last = this.nodes[number];
    while (numberOf(parentOf(last)) >= start) last = parentOf(last); // all of what began in it
    const rect = parentOf(first) === parentOf(last) ? union(siblings(first, last).map(rectOf)) : rangeOf(first, last);
    if (!rect.width || !rect.height) return null;
    return { left: rect.left - origin.left, top: rect.top - origin.top, width: rect.width, height: rect.height };
  }

  #draw() {
    if (!this.layer) return;
    this.boxes = this.#boxes(this.marks);
    this.layer.replaceChildren(...this.boxes.map(({ box }) => box));
    this.#drawSpots();
  }

  #drawSpots() {
    const drawn = this.layer ? this.#boxes(this.spots) : [];
    this.upper?.replaceChildren(
      ...drawn.map(({ mark, box }) => {
        if (mark === this.spots[0]) this.#paint(mark, box, true);
        return box;
      }),
    );
  }

  /** The marks that are seen, each with its place and a box for it. */
  #boxes(marks) {
    const origin = this.layer.getBoundingClientRect();
    const width = rootOf(this.frame.contentDocument).clientWidth;
    // All places before the first box is made: a box changes the page, and each place would be worked out anew.
    const seen = marks.map((mark) => ({ mark, rect: this.#rect(mark.range, origin) })).filter(({ rect }) => rect);
    seen.forEach((each, i) => {
      const { mark, rect } = each;
      each.box = document.createElement("weblode-mark");
      const more = mark.grown ?? 0; // pixels around it, so that one of the same place can be seen around another
      styled(each.box, {
        all: "initial",
        "pointer-events": "none",
        position: "absolute",
        "box-sizing": "border-box",
        left: `${rect.left - more}px`,
        top: `${rect.top - more}px`,
        width: `${rect.width + 2 * more}px`,
        height: `${rect.height + 2 * more}px`,
      });
      if (mark.label) each.box.append(label(mark, beside(rect, mark.label, { next: seen[i + 1]?.rect, width })));
      this.#paint(mark, each.box);
    });
    return seen;
  }

  #paint(mark, box, lit = this.lit.has(mark.key)) {
    const colour = COLOURS[mark.kind] ?? COLOURS.node;
    const tinted = ["header", "label"].includes(mark.kind);
    styled(box, {
      border: `${mark.kind === "region" ? 2 : 1}px ${mark.kind === "left" ? "dashed" : "solid"} ${colour}`,
      "box-shadow": lit ? `0 0 0 2px ${colour}` : "none", // outside: inside it would lie on the text of small ones
      background: lit ? `${colour}33` : tinted ? `${colour}22` : "transparent",
    });
    box.toggleAttribute("data-lit", lit);
    box.setAttribute("data-key", mark.key);
  }

  #reveal(rect) {
    const view = this.frame.contentWindow;
    const origin = this.layer.getBoundingClientRect();
    const by = (place, size, room) =>
      place < 0 || place + Math.min(size, room) > room ? place - Math.max(16, (room - size) / 2) : 0;
    view.scrollBy(
      by(rect.left + origin.left, rect.width, view.innerWidth),
      by(rect.top + origin.top, rect.height, view.innerHeight),
    );
  }
}

/** Whether a label has room at the right of its box: never above it, where it would stand on the record before. */
function beside(rect, text, { next, width }) {
  const room = 7 * text.length + 10;
  const right = rect.left + rect.width;
  const taken =
    next &&
    next.left < right + room &&
    next.left + next.width > right &&
    next.top < rect.top + rect.height &&
    next.top + next.height > rect.top;
  return rect.height < LOW && rect.width < 6 * room && right + room <= width && !taken;
}

/** The label of a mark, beside its box or in its upper right corner. */
function label(mark, outside) {
  const tag = document.createElement("weblode-label");
  tag.textContent = mark.label;
  styled(tag, {
    all: "initial",
    "pointer-events": "none",
    position: "absolute",
    top: 0,
    [outside ? "left" : "right"]: outside ? "100%" : 0,
    "box-sizing": "border-box",
    "max-width": outside ? "none" : "max(100%, 3em)",
    overflow: "hidden",
    "white-space": "nowrap",
    "text-overflow": "ellipsis",
    font: "11px/1.4 system-ui, sans-serif",
    padding: "0 4px",
    color: "#fff",
    background: COLOURS[mark.kind] ?? COLOURS.node,
  });
  return tag;
}

/** Dress an element so that no style sheet of the page can undress it. */
function styled(element, rules) {
  for (const [name, value] of Object.entries(rules)) element.style.setProperty(name, value, "important");
}

function siblings(first, last) {
  const found = [first];
  while (found.at(-1) !== last) found.push(nextOf(found.at(-1)));
  return found;
}

/** Where a node is. An element knows; asked as a range, the browser would look at all that it holds. */
function rectOf(node) {
  const rect = isElement(node) && rectangleOf(node);
  return rect && rect.width && rect.height ? rect : rangeOf(node, node);
}

function rangeOf(first, last) {
  const range = document.createRange();
  range.setStartBefore(first);
  range.setEndAfter(last);
  return range.getBoundingClientRect();
}

function union(rects) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const each of rects) {
    if (!each.width || !each.height) continue;
    [left, top] = [Math.min(left, each.left), Math.min(top, each.top)];
    [right, bottom] = [Math.max(right, each.right), Math.max(bottom, each.bottom)];
  }
  return right < left ? { width: 0, height: 0 } : { left, top, width: right - left, height: bottom - top };
}

/** The number of an element, -1 of what has none. */
function numberOf(node) {
  return isElement(node) ? Number(attributeOf(node, "data-w") ?? -1) : -1;
}

/** The number of the element under the pointer, null for none. */
function numberAt({ target }) {
  const around = isElement(target) ? nearest(target, "[data-w]") : null;
  return around && numberOf(around);
}
