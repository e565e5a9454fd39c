// The taxonomy as a tree to unfold. Rows are made when they are unfolded, so thousands of concepts stay quick.

import { count, h } from "./dom.js";

const FOUND = 200; // rows of a search that are shown
const PART = 400; // rows that are made at a time

export class Taxonomy {
  /** `choose(id)` is told which concept was chosen; `marked(ids)` which ones are ticked. */
  constructor({ choose, marked }) {
    this.choose = choose;
    this.onmarked = marked;
    this.unfolded = new Set(); // keys of rows: the ids from the top down
    this.marked = new Set();
    this.search = h("input", {
      type: "search",
      placeholder: "Search labels",
      "aria-label": "Search labels",
      autocomplete: "off",
      spellcheck: "false",
    });
    this.search.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.draw(), 80);
    });
    this.search.addEventListener("keydown", (event) => this.#searchKey(event));
    this.said = h("span", { role: "status" });
    this.list = h("ul", { role: "tree", "aria-label": "Concepts", class: "taxonomy" });
    this.list.addEventListener("click", (event) => this.#click(event));
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener("focusin", (event) => this.#rove(event.target.closest("[role=treeitem]")));
    this.box = h("div", { class: "tree-box" }, this.list);
  }

  /** Show this taxonomy; what was unfolded, chosen and ticked stays so. */
  update({ top, concepts }) {
    this.top = top;
    this.known = new Map(concepts.map((each) => [each.id, each]));
    this.above = new Map();
    for (const each of concepts)
      for (const id of each.below) this.above.set(id, [...(this.above.get(id) ?? []), each.id]);
    this.words = concepts.map((each) => [each.id, [each.label, ...each.others].map((label) => label.toLowerCase())]);
    this.marked = new Set([...this.marked].filter((id) => this.known.has(id)));
    this.draw();
    this.onmarked?.([...this.marked]);
  }

  draw() {
    const held = this.box.scrollTop;
    const focused = this.list.contains(document.activeElement)
      ? document.activeElement.closest("[role=treeitem]")?.dataset.key
      : null;
    const typed = this.search.value.trim().toLowerCase();
    const found = typed ? this.found(typed) : null;
    const rows = (found ?? this.top).slice(0, found ? FOUND : undefined);
    this.#fill(this.list, rows, "", 1, Boolean(found));
    this.said.textContent = found
      ? found.length
        ? `${count(found.length, "concept")} found${found.length > FOUND ? `, the first ${FOUND}` : ""}`
        : "No concept has such a label."
      : count(this.known.size, "concept");
    this.box.scrollTop = held;
    this.#rove(this.#row(focused) ?? this.#chosenRow() ?? this.list.firstElementChild);
    if (focused) this.#row(focused)?.focus({ preventScroll: true });
  }

  /** The ids of concepts with a label that holds the words, those that begin with them first. */
  found(typed) {
    const rank = (labels) =>
      Math.min(
        ...labels.map((label) => (label === typed ? 0 : label.startsWith(typed) ? 1 : label.includes(typed) ? 2 : 3)),
      );
    return this.words
      .map(([id, labels]) => [rank(labels), id])
      .filter(([place]) => place < 3)
      .sort((a, b) => a[0] - b[0])
      .map(([, id]) => id);
  }

  #fill(list, ids, above, level, flat = false) {
    const make = (part) => part.map((id) => this.#made(id, `${above}/${id}`, level, flat));
    list.replaceChildren(...make(ids.slice(0, PART)));
    const rest = (from) =>
      requestAnimationFrame(() => {
        if (list.dataset.turn !== turn || from >= ids.length) return;
        list.append(...make(ids.slice(from, from + PART)));
        rest(from + PART);
      });
    const turn = (list.dataset.turn = String(Number(list.dataset.turn ?? 0) + 1));
    rest(PART);
  }

  #made(id, key, level, flat) {
    const { label, others, support, instances, below } = this.known.get(id);
    const open = !flat && below.length > 0 && this.unfolded.has(key);
    const about = [
      count(support, "site"),
      instances && count(instances, "instance"),
      !flat && below.length && `${below.length} below`,
    ].filter(Boolean);
    const path = flat
      ? this.#path(id)
          .map((each) => this.known.get(each).label)
          .join(" › ")
      : "";
    const row = h(
      "li",
      {
        role: "treeitem",
        tabindex: "-1",
        "aria-level": level,
        "aria-label": `${label}, ${about.join(", ")}`,
        "data-key": key,
        "data-id": id,
        "aria-selected": String(id === this.chosen),
        "aria-expanded": !flat && below.length ? String(open) : null,
      },
      h(
        "div",
        { class: "line" },
        h("span", { class: "twist", "aria-hidden": "true" }, !flat && below.length ? "▸" : ""),
        h("input", { type: "checkbox", tabindex: "-1", checked: this.marked.has(id), "aria-label": `Select ${label}` }),
        h(
          "span",
          { class: "name" },
          label,
          others.length > 0 &&
            h("span", { class: "hint" }, ` ${others.slice(0, 3).join(", ")}${others.length > 3 ? " …" : ""}`),
          path && h("span", { class: "hint path" }, path),
        ),
        h("span", { class: "number", title: count(support, "site") }, String(support)),
        h(
          "span",
          { class: "number instances", title: count(instances, "instance") },
          instances ? instances.toLocaleString("en") : "",
        ),
      ),
    );
    if (open) this.#unfold(row, key, id, level);
    return row;
  }

  #unfold(row, key, id, level) {
    const group = h("ul", { role: "group" });
    this.#fill(group, this.known.get(id).below, key, level + 1);
    row.append(group);
  }

  /** The ids above a concept, from the top down, by the first way. */
  #path(id) {
    const found = [];
    for (let at = this.above.get(id)?.[0]; at && !found.includes(at); at = this.above.get(at)?.[0]) found.unshift(at);
    return found;
  }

  toggle(row, open = row.getAttribute("aria-expanded") !== "true") {
    if (!row.hasAttribute("aria-expanded") || open === (row.getAttribute("aria-expanded") === "true")) return;
    const { key, id } = row.dataset;
    row.setAttribute("aria-expanded", String(open));
    this.unfolded[open ? "add" : "delete"](key);
    if (open) this.#unfold(row, key, id, Number(row.getAttribute("aria-level")));
    else row.querySelector(":scope > [role=group]")?.remove();
  }

  /** Unfold all, each concept once; or fold all. */
  all(open) {
    this.unfolded.clear();
    const seen = new Set();
    const waiting = open ? this.top.map((id) => [id, `/${id}`]) : [];
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      const [id, key] = at;
      if (seen.has(id)) continue;
      seen.add(id);
      this.unfolded.add(key);
      for (const inner of this.known.get(id).below) waiting.push([inner, `${key}/${inner}`]);
    }
    this.draw();
  }

  /** Show which concept is chosen; unfold what it is in. */
  select(id) {
    this.chosen = id;
    if (
      id &&
      this.known.has(id) &&
      !this.search.value.trim() &&
      !this.list.querySelector(`[data-id="${CSS.escape(id)}"]`)
    ) {
      let key = "";
      for (const each of this.#path(id)) this.unfolded.add((key += `/${each}`));
      this.draw();
    }
    for (const row of this.list.querySelectorAll("[role=treeitem]"))
      row.setAttribute("aria-selected", String(row.dataset.id === id));
    this.#rove(this.#chosenRow());
  }

  reveal() {
    const row = this.#chosenRow()?.firstElementChild;
    if (!row || !this.box.clientHeight) return;
    const [inner, outer] = [row.getBoundingClientRect(), this.box.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom)
      this.box.scrollTop += inner.top - outer.top - outer.height / 3;
  }

  clear() {
    this.marked.clear();
    for (const box of this.list.querySelectorAll("input:checked")) box.checked = false;
    this.onmarked?.([]);
  }

  #mark(id, on = !this.marked.has(id)) {
    this.marked[on ? "add" : "delete"](id);
    for (const row of this.list.querySelectorAll(`[data-id="${CSS.escape(id)}"]`))
      row.querySelector("input").checked = on;
    this.onmarked?.([...this.marked]);
  }

  // ---------------------------------------------------------------- rows, and the one that Tab leads to
  get rows() {
    return [...this.list.querySelectorAll("[role=treeitem]")];
  }
  #row(key) {
    return key ? this.list.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  }
  #chosenRow() {
    return this.chosen ? this.list.querySelector(`[data-id="${CSS.escape(this.chosen)}"]`) : null;
  }

  #rove(row) {
    if (!row) return;
    this.list.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    row.setAttribute("tabindex", "0");
  }

  /** Move the focus by some rows. */
  step(by) {
    const rows = this.rows;
    const now = document.activeElement?.closest?.("[role=treeitem]") ?? this.list.querySelector("[tabindex='0']");
    const inside = this.list.contains(document.activeElement);
    this.#focus(
      rows[inside ? Math.max(0, Math.min(rows.length - 1, rows.indexOf(now) + by)) : Math.max(0, rows.indexOf(now))],
    );
  }

  /** The place among the rows of the one with the focus, else of the first that is ticked, else of the chosen one. */
  place() {
    const { rows } = this;
    const at = rows.indexOf(document.activeElement?.closest?.("[role=treeitem]"));
    return at >= 0
      ? at
      : rows.findIndex(({ dataset: { id } }) => (this.marked.size ? this.marked.has(id) : id === this.chosen));
  }

  /** Focus the row of a concept, or without one that at a place; says whether it can be seen. */
  focus(id, place) {
    const { rows } = this;
    const row = id ? rows.find((each) => each.dataset.id === id) : rows[Math.max(0, Math.min(place, rows.length - 1))];
    if (!row?.offsetParent) return false;
    this.#rove(row);
    this.#focus(row);
    return true;
  }

  #focus(row) {
    row?.focus({ preventScroll: true });
    row?.firstElementChild.scrollIntoView({ block: "nearest" });
  }

  #click(event) {
    const row = event.target.closest("[role=treeitem]");
    if (!row) return;
    if (event.target.matches("input")) this.#mark(row.dataset.id, event.target.checked);
    else if (event.target.matches(".twist")) this.toggle(row);
    else this.choose(row.dataset.id);
  }

  #searchKey(event) {
    if (event.key === "Escape") {
      this.search.value = "";
      this.draw();
    }
    if (event.key === "ArrowDown" || event.key === "Enter") {
      clearTimeout(this.typing);
      this.draw();
      if (event.key === "Enter" && this.list.firstElementChild) this.choose(this.list.firstElementChild.dataset.id);
      this.#focus(this.list.firstElementChild);
      event.preventDefault();
    }
  }

  #key(event) {
    const row = event.target.closest("[role=treeitem]");
    if (!row || event.ctrlKey || event.metaKey || event.altKey || (event.target !== row && event.key !== "Escape"))
      return;
    const open = row.getAttribute("aria-expanded");
    const moves = {
      ArrowDown: () => this.step(1),
      ArrowUp: () => this.step(-1),
      Home: () => this.#focus(this.rows[0]),
      End: () => this.#focus(this.rows.at(-1)),
      ArrowRight: () =>
        open === "false"
          ? this.toggle(row, true)
          : this.#focus(row.querySelector(":scope > [role=group] > [role=treeitem]")),
      ArrowLeft: () =>
        open === "true" ? this.toggle(row, false) : this.#focus(row.parentElement.closest("[role=treeitem]")),
      Enter: () => this.choose(row.dataset.id),
      " ": () => this.#mark(row.dataset.id),
      Escape: () => this.clear(),
    };
    if (!moves[event.key]) return;
    moves[event.key]();
    event.preventDefault();
    event.stopPropagation();
  }
}
