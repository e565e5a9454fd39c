// A page in its frame, with marks drawn over parts of it. Its scripts are off: the listeners are this page's.

import { h } from "./dom.js";

export const COLOURS = {
  region: "#b45309", record: "#0f766e", left: "#6b7280", field: "#7c3aed",
  segment: "#b45309", section: "#1d4ed8", group: "#0f766e", item: "#6b7280", text: "#6b7280",
  navigation: "#7c3aed", decoration: "#9ca3af", table: "#be185d", header: "#be185d", label: "#a16207", node: "#be185d",
};
const MOST = 4000; // marks that are drawn
const LOW = 40; // pixels: what is lower has its label above it, not on its text

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
    this.ready = new Promise((resolve) => this.frame.addEventListener("load", () => { this.#loaded(); resolve(); }, { once: true }));
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
    const walker = doc.createTreeWalker(doc, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.nodeType === Node.COMMENT_NODE) {
        if (/^\d+$/.test(node.data) && node.nextSibling) this.nodes[Number(node.data)] = node.nextSibling;
      } else if (node.dataset?.w) {
        this.nodes[Number(node.dataset.w)] = node;
      } else if (node.hasAttribute?.("data-w")) {
        this.nodes[Number(node.getAttribute("data-w"))] = node; // a drawing's
      }
    }
    if (!doc.body) return;
    this.layer = doc.createElement("weblode-marks");
    Object.assign(this.layer.style, { all: "initial", position: "absolute", top: "0", left: "0", width: "0", height: "0", pointerEvents: "none", zIndex: "2147483647" });
    this.upper = this.layer.cloneNode();
    doc.documentElement.append(this.layer, this.upper);
    doc.addEventListener("click", (event) => { event.preventDefault(); this.click?.(this.#at(event), numberAt(event)); }, true);
    doc.addEventListener("submit", (event) => event.preventDefault(), true);
    doc.addEventListener("mousemove", (event) => this.#over(this.#at(event), numberAt(event)));
    doc.documentElement.addEventListener("mouseleave", () => this.#over(null, null));
    doc.addEventListener("keydown", (event) => { // keys work as if the frame were not there
      const copy = new KeyboardEvent("keydown", { key: event.key, ctrlKey: event.ctrlKey, metaKey: event.metaKey, altKey: event.altKey, bubbles: true });
      if (!["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Tab", " "].includes(event.key)) this.frame.dispatchEvent(copy);
    });
    new ResizeObserver(() => this.#later()).observe(doc.body);
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
      if (inside && !mark.silent && (!best || rect.width * rect.height <= best.size)) best = { key: mark.key, size: rect.width * rect.height };
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
    while (Number(last.parentNode.getAttribute?.("data-w") ?? -1) >= start) last = last.parentNode; // all of what began in it
    const range = this.frame.contentDocument.createRange();
    range.setStartBefore(first);
    range.setEndAfter(last);
    const rect = range.getBoundingClientRect();
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
    this.upper?.replaceChildren(...drawn.map(({ mark, box }) => {
      if (mark === this.spots[0]) this.#paint(mark, box, true);
      return box;
    }));
  }

  /** The marks that are seen, each with its place and a box for it. */
  #boxes(marks) {
    const doc = this.frame.contentDocument;
    const origin = this.layer.getBoundingClientRect();
    // All places before the first box is made: a box changes the page, and each place would be worked out anew.
    const seen = marks.map((mark) => ({ mark, rect: this.#rect(mark.range, origin) })).filter(({ rect }) => rect);
    return seen.map((each) => {
      each.box = doc.createElement("weblode-mark");
      const { left, top, width, height } = each.rect;
      const more = each.mark.grown ?? 0; // pixels around it, so that one of the same place can be seen around another
      Object.assign(each.box.style, { all: "initial", pointerEvents: "none", position: "absolute", boxSizing: "border-box", left: `${left - more}px`, top: `${top - more}px`, width: `${width + 2 * more}px`, height: `${height + 2 * more}px` });
      if (each.mark.label) {
        const tag = doc.createElement("weblode-label");
        tag.textContent = each.mark.label;
        Object.assign(tag.style, { all: "initial", pointerEvents: "none", position: "absolute", right: "0", [height < LOW ? "bottom" : "top"]: height < LOW ? "100%" : "0", font: "11px/1.4 system-ui, sans-serif", padding: "0 4px", color: "#fff", background: COLOURS[each.mark.kind] ?? COLOURS.node });
        each.box.append(tag);
      }
      this.#paint(each.mark, each.box);
      return each;
    });
  }

  #paint(mark, box, lit = this.lit.has(mark.key)) {
    const colour = COLOURS[mark.kind] ?? COLOURS.node;
    const tinted = ["header", "label"].includes(mark.kind);
    Object.assign(box.style, {
      border: `${lit ? 3 : mark.kind === "region" ? 2 : 1}px ${mark.kind === "left" ? "dashed" : "solid"} ${colour}`,
      background: lit ? `${colour}33` : tinted ? `${colour}22` : "transparent",
    });
    box.toggleAttribute("data-lit", lit);
    box.setAttribute("data-key", mark.key);
  }

  #reveal(rect) {
    const view = this.frame.contentWindow;
    const origin = this.layer.getBoundingClientRect();
    const by = (place, size, room) => (place < 0 || place + Math.min(size, room) > room ? place - Math.max(16, (room - size) / 2) : 0);
    view.scrollBy(by(rect.left + origin.left, rect.width, view.innerWidth), by(rect.top + origin.top, rect.height, view.innerHeight));
  }
}

/** The number of the element under the pointer, null for none. */
function numberAt(event) {
  const number = event.target.closest?.("[data-w]")?.getAttribute("data-w");
  return number ? Number(number) : null;
}
