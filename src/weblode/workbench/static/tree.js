// A tree of rows that fold, drawn only where it is looked at: a page has thousands of them.

import { h } from "./dom.js";

const HEIGHT = 30; // pixels of a row, as in style.css
const AROUND = 10; // rows drawn above and below those that are seen
const AT_FIRST = 150; // rows that are unfolded at first
const DEEPEST = 14; // levels that are indented

/**
 * Rows in order, each before those below it: `parent[i]`, and `end[i]` as the first row after those below `i`.
 * `content(row)` gives what stands in a row; `selected(row)` and `hovered(row)`, null for none, are told.
 */
export class Tree {
  constructor({ parent, end, depth }, { label, content, selected, hovered, last = DEEPEST }) {
    Object.assign(this, { parent, end, depth, content, selected, hovered, last });
    this.open = new Uint8Array(parent.length);
    this.#number();
    this.inside = h("div", { class: "inside", role: "none" });
    this.element = h(
      "div",
      {
        class: "tree",
        role: "tree",
        tabindex: "0",
        "aria-label": label,
        onscroll: () => this.#later(),
        onkeydown: (event) => this.#key(event),
        onclick: (event) => this.#clicked(event),
        ondblclick: (event) => this.fold(this.#rowOf(event)),
        onmousemove: (event) => this.#over(this.#rowOf(event)),
        onmouseleave: () => this.#over(null),
      },
      this.inside,
    );
    this.current = 0;
    this.#unfoldSome();
    this.#list();
    new ResizeObserver(() => this.#later()).observe(this.element);
  }

  /** How many rows each parent has, and the place of each among them, as assistive technology wants to know. */
  #number() {
    this.size = new Uint32Array(this.parent.length);
    this.place = this.parent.map((above) => (above < 0 ? 1 : ++this.size[above]));
  }

  /** Levels are unfolded as long as all their rows are few. */
  #unfoldSome() {
    const deepest = this.depth.reduce((most, each) => Math.max(most, each), 0);
    const below = new Uint32Array(deepest + 2);
    this.depth.forEach((each) => below[each]++);
    let total = 1;
    for (let level = 0; level < deepest && (!level || total + below[level + 1] <= AT_FIRST); level++) {
      total += below[level + 1];
      this.depth.forEach((each, row) => {
        if (each === level) this.open[row] = 1;
      });
    }
  }

  holds(row) {
    return this.end[row] > row + 1;
  }

  /** The rows that can be seen, those of folded ones left out; or those that are looked for with what is above them. */
  #list() {
    const rows = [];
    for (let row = 0; row < this.parent.length;) {
      if (this.wanted && !this.wanted[row]) {
        row = this.end[row];
        continue;
      }
      rows.push(row);
      row = this.wanted || this.open[row] ? row + 1 : this.end[row];
    }
    this.rows = rows;
    this.at = new Map(rows.map((row, i) => [row, i]));
    this.inside.style.height = `${rows.length * HEIGHT}px`;
    this.#draw();
  }

  #later() {
    cancelAnimationFrame(this.waiting);
    this.waiting = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / HEIGHT) - AROUND);
    const stop = Math.min(this.rows.length, Math.ceil((scrollTop + (clientHeight || 600)) / HEIGHT) + AROUND);
    const drawn = [];
    for (let i = first; i < stop; i++) drawn.push(this.#item(this.rows[i], i));
    if (this.at.has(this.current) && (this.at.get(this.current) < first || this.at.get(this.current) >= stop)) {
      drawn.push(this.#item(this.current, this.at.get(this.current))); // the one that has the focus is always there
    }
    this.inside.replaceChildren(...drawn);
    if (this.at.has(this.current)) this.element.setAttribute("aria-activedescendant", `row${this.current}`);
    else this.element.removeAttribute("aria-activedescendant");
  }

  #item(row, i) {
    const holds = this.holds(row);
    const unfolded = holds && (this.open[row] || this.wanted);
    const item = h(
      "div",
      {
        role: "treeitem",
        id: `row${row}`,
        class: row === this.lit ? "lit" : "",
        "aria-level": this.depth[row] + 1,
        "aria-setsize": this.parent[row] < 0 ? 1 : this.size[this.parent[row]],
        "aria-posinset": this.place[row],
        "aria-selected": String(row === this.current),
        "aria-expanded": holds ? String(Boolean(unfolded)) : null,
      },
      h("span", { class: "fold", "aria-hidden": "true" }, holds ? (unfolded ? "▾" : "▸") : ""),
      this.content(row),
    );
    item.style.top = `${i * HEIGHT}px`;
    item.style.paddingLeft = `${Math.min(this.depth[row], this.last) * 0.9}rem`;
    return item;
  }

  // ---------------------------------------------------------------- choosing
  /** Choose a row: unfold what is above it, bring it into view. */
  select(row, { told = true } = {}) {
    if (!this.at.has(row)) {
      if (this.wanted && !this.wanted[row]) this.wanted = null;
      for (let above = this.parent[row]; above >= 0; above = this.parent[above]) this.open[above] = 1;
      this.current = row;
      this.#list();
    }
    this.current = row;
    this.#show(row);
    this.#draw();
    if (told) this.selected(row);
  }

  /** Light a row up, or the nearest one above it that is seen; null for none. */
  light(row, { show = true } = {}) {
    let seen = row;
    while (seen !== null && !this.at.has(seen)) seen = this.parent[seen] < 0 ? null : this.parent[seen];
    if (seen === this.lit) return;
    this.lit = seen;
    if (seen !== null && show) this.#show(seen);
    for (const item of this.inside.children) item.classList.toggle("lit", item.id === `row${seen}`);
  }

  #show(row) {
    const top = this.at.get(row) * HEIGHT;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + HEIGHT > scrollTop + clientHeight) this.element.scrollTop = top + HEIGHT - clientHeight;
  }

  /** Move by some of the rows that are seen. */
  step(n) {
    const i = (this.at.get(this.current) ?? 0) + n;
    const row = this.rows[Math.max(0, Math.min(this.rows.length - 1, i))];
    if (row !== undefined) this.select(row);
  }

  // ---------------------------------------------------------------- folding
  fold(row = this.current, unfolded = !this.open[row]) {
    if (row === null || !this.holds(row) || this.wanted) return;
    this.open[row] = unfolded ? 1 : 0;
    this.#kept();
  }

  foldAll(unfolded) {
    this.open.fill(unfolded ? 1 : 0);
    this.open[0] = 1;
    this.#kept();
  }

  /** Draw anew; a choice that is folded away goes to what is above it. */
  #kept() {
    this.#list();
    let row = this.current;
    while (!this.at.has(row) && this.parent[row] >= 0) row = this.parent[row];
    if (row !== this.current && this.at.has(row)) this.select(row);
    else if (this.at.has(row)) this.#show(row);
  }

  /** Show only rows that `found` says yes to, with what is above them; all if it is null. Gives how many there are. */
  search(found) {
    this.wanted = found && new Uint8Array(this.parent.length);
    let n = 0;
    let first = null;
    for (let row = this.parent.length - 1; found && row >= 0; row--) {
      const yes = found(row);
      if (yes) {
        n++;
        first = row;
      }
      if (yes || this.wanted[row]) {
        this.wanted[row] = 1;
        if (this.parent[row] >= 0) this.wanted[this.parent[row]] = 1;
      }
    }
    this.first = first;
    this.#list();
    if (!found && this.current) this.select(this.current, { told: false });
    return n;
  }

  // ---------------------------------------------------------------- mouse and keys
  #rowOf(event) {
    const item = event.target.closest("[role=treeitem]");
    return item ? Number(item.id.slice(3)) : null;
  }

  #clicked(event) {
    const row = this.#rowOf(event);
    if (row === null) return;
    this.select(row);
    if (event.target.closest(".fold")) this.fold(row);
  }

  #over(row) {
    if (row === this.under) return;
    this.under = row;
    this.light(row, { show: false });
    this.hovered(row);
  }

  #key(event) {
    const row = this.current;
    const page = Math.max(1, Math.floor(this.element.clientHeight / HEIGHT) - 1);
    const moves = {
      ArrowDown: () => this.step(1),
      ArrowUp: () => this.step(-1),
      PageDown: () => this.step(page),
      PageUp: () => this.step(-page),
      Home: () => this.step(-Infinity),
      End: () => this.step(Infinity),
      " ": () => this.fold(),
      ArrowRight: () =>
        this.holds(row) && !this.open[row] && !this.wanted ? this.fold(row, true) : this.holds(row) && this.step(1),
      ArrowLeft: () =>
        this.holds(row) && this.open[row] && !this.wanted
          ? this.fold(row, false)
          : this.parent[row] >= 0 && this.select(this.parent[row]),
    };
    if (!moves[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    moves[event.key]();
  }
}
