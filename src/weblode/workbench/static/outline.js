// The outline view: the page with its parts as boxes, beside the outline that folds.

import { COLOURS } from "./page.js";
import { PageView, downloads } from "./pageview.js";
import { Tree } from "./tree.js";
import { button, count, empty, field, h, problem, select } from "./dom.js";
import { get } from "./server.js";

// Each layer: its name in the address, its name in the legend, the kind of its marks.
const LAYERS = [
  ["segments", "Segments", "segment"],
  ["sections", "Sections", "section"],
  ["groups", "Groups", "group"],
  ["navigation", "Navigation", "navigation"],
  ["tables", "Tables", "table"],
  ["items", "Items", "item"],
  ["labels", "Labels", "label"],
];
const LAYER = {
  section: "sections",
  group: "groups",
  navigation: "navigation",
  table: "tables",
  item: "items",
  text: "items",
  decoration: "items",
  control: "items",
};
const METHODS = { structure: "by structure", ontominer: "OntoMiner's" };
const FILES = [
  ["outline.json", "JSON"],
  ["outline.xml", "XML"],
  ["outline.txt", "Text"],
];
const BELOW = 300; // boxes of what is below the chosen row

export async function show(context) {
  const view = new OutlineView(context);
  await view.load();
  view.draw();
}

class OutlineView extends PageView {
  constructor(context) {
    super(context);
    context.keys({ j: () => this.step(1), k: () => this.step(-1), Enter: () => this.enter() });
  }

  async load() {
    await super.load();
    this.layers = new Set(this.data.layers);
    this.rows = placed(this.data.rows, this.data.kinds);
    this.grown = this.heights(this.rows);
  }

  /** The address of what is seen now, also in the downloads. */
  addressed() {
    super.addressed();
    this.parts.files?.replaceChildren(...this.files());
  }

  draw() {
    const left = this.framed({ over: (node) => this.over(node), click: (_, node) => this.clicked(node) });
    const outline = h("section", { class: "right outlined", "aria-label": "The outline" });
    const parts = (this.parts = {
      said: h("div", { class: "said-here", "aria-live": "polite" }),
      legend: h("div", { class: "legend", role: "group", "aria-label": "Boxes in the page" }),
      files: h("span", { class: "tools" }),
      outline,
      busy: outline,
    });
    const methods = this.data.methods.map((name) => [name, METHODS[name] ?? name]);
    this.context.view.append(
      h(
        "div",
        { class: "row tools" },
        parts.legend,
        field(
          "Found",
          select(methods, this.data.method, (method) =>
            this.change((query) => {
              query.set("method", method);
              query.delete("row");
            }),
          ),
          { class: "field beside" },
        ),
        h("span", { class: "hint" }, "Download"),
        parts.files,
      ),
      parts.said,
      h("div", { class: "split" }, left, outline),
    );
    parts.files.append(...this.files());
    this.redraw();
  }

  files() {
    const query = this.query.get("method") ? `?method=${this.query.get("method")}` : "";
    return downloads(FILES, (file) => `${this.path}/${file}${query}`);
  }

  redraw() {
    const { problem: wrong } = this.data;
    this.parts.said.replaceChildren(...(wrong ? [problem(wrong)] : []));
    this.drawLegend();
    this.drawOutline();
    this.marked();
  }

  // ---------------------------------------------------------------- boxes
  drawLegend() {
    const { kind, labels } = this.rows;
    const counts = { segments: this.data.segments.length, labels: labels.length };
    for (let row = 1; row < kind.length; row++) counts[LAYER[kind[row]]] = (counts[LAYER[kind[row]]] ?? 0) + 1;
    this.parts.legend.replaceChildren(
      ...LAYERS.map(([layer, name, mark]) => {
        const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
        swatch.style.background = COLOURS[mark];
        return h(
          "button",
          {
            type: "button",
            class: "layer",
            "aria-pressed": String(this.layers.has(layer)),
            disabled: !counts[layer],
            "data-layer": layer,
            onclick: () => this.toggle(layer),
          },
          swatch,
          name,
          h("span", { class: "hint" }, (counts[layer] ?? 0).toLocaleString("en")),
        );
      }),
    );
  }

  toggle(layer) {
    if (!this.layers.delete(layer)) this.layers.add(layer);
    this.query.set(
      "layers",
      LAYERS.map(([name]) => name)
        .filter((name) => this.layers.has(name))
        .join(","),
    );
    this.addressed();
    this.parts.legend
      .querySelector(`[data-layer=${layer}]`)
      .setAttribute("aria-pressed", String(this.layers.has(layer)));
    this.marked();
  }

  marked() {
    const {
      rows,
      data: { segments },
    } = this;
    const marks = this.layers.has("segments")
      ? segments.map((range, i) => ({ key: `s${i}`, range, kind: "segment" }))
      : [];
    for (let row = 1; row < rows.kind.length; row++)
      if (this.layers.has(LAYER[rows.kind[row]])) marks.push(this.mark(row));
    if (this.layers.has("labels"))
      for (const [row, ...range] of rows.labels) marks.push({ key: `l${row}`, range, kind: "label" });
    this.page.mark(marks);
  }

  mark(row, label = null) {
    const { start, stop, kind } = this.rows;
    return { key: row, range: [start[row], stop[row]], kind: kind[row], label, grown: this.grown[row] };
  }

  /** By row how many levels stand below it, as pixels. */
  heights({ parent }) {
    const found = new Uint8Array(parent.length);
    for (let row = parent.length - 1; row > 0; row--)
      found[parent[row]] = Math.max(found[parent[row]], Math.min(7, found[row] + 1));
    return found;
  }

  /** Light a row up in the page, with boxes around what is right below it. */
  spot(row, { reveal = true } = {}) {
    const { end, kind, parent } = this.rows;
    if (!row) return this.page.spot([]);
    const below = [];
    for (let each = row + 1; each < end[row] && below.length < BELOW; each = end[each])
      if (parent[each] === row) below.push(this.mark(each));
    return this.page.spot([this.mark(row, below.length ? kind[row] : null), ...below], { reveal });
  }

  // ---------------------------------------------------------------- the outline
  drawOutline() {
    const {
      rows,
      data: { row },
    } = this;
    if (rows.kind.length < 2) {
      this.tree = null;
      return this.parts.outline.replaceChildren(
        empty(
          "There is nothing to outline.",
          h("p", {}, "The page has no text; it may be made by scripts, which do not run here."),
        ),
      );
    }
    this.tree = new Tree(rows, {
      label: "Outline of the page",
      content: (each) => this.content(each),
      selected: (each) => this.selected(each),
      hovered: (each) => this.spot(each ?? this.tree.current, { reveal: each !== null }),
    });
    const found = h("span", { class: "hint", role: "status" });
    const search = h("input", {
      type: "search",
      placeholder: "Search",
      "aria-label": "Search in the outline",
      autocomplete: "off",
      spellcheck: "false",
      value: this.query.get("find") ?? "",
      oninput: () => {
        clearTimeout(this.typing);
        this.typing = setTimeout(() => this.search(search.value, found), 120);
      },
      onkeydown: (event) => event.key === "Enter" && this.firstFound(),
    });
    this.parts.about = h("div", { class: "about" });
    this.parts.outline.replaceChildren(
      h(
        "div",
        { class: "tools" },
        h("h2", {}, count(rows.kind.length, "row")),
        search,
        found,
        button("Unfold all", () => this.tree.foldAll(true)),
        button("Fold all", () => this.tree.foldAll(false)),
      ),
      this.tree.element,
      this.parts.about,
    );
    if (search.value) this.search(search.value, found);
    if (row)
      requestAnimationFrame(() => {
        this.tree.select(row, { told: false });
        this.spot(row);
      });
    this.drawAbout(row);
  }

  content(row) {
    const { kind, label, linked, end } = this.rows;
    const dot = h("span", { class: "swatch", "aria-hidden": "true" });
    dot.style.background = COLOURS[kind[row]];
    const below = end[row] - row - 1;
    return [
      dot,
      h("span", { class: label[row] ? "said" : "said nameless" }, label[row] || (row ? kind[row] : "the page")),
      !linked.has(row) ? "" : h("span", { class: "hint", "aria-hidden": "true" }, "↗"),
      below ? h("span", { class: "hint" }, below.toLocaleString("en")) : "",
    ];
  }

  step(n) {
    this.tree?.element.focus({ preventScroll: true });
    this.tree?.step(n);
  }

  /** Enter folds and unfolds; on another control it does what that does. */
  enter() {
    const { activeElement } = document;
    if (activeElement?.matches("button, a, select, summary")) activeElement.click();
    else this.tree?.fold();
  }

  selected(row) {
    if (row) this.query.set("row", row);
    else this.query.delete("row");
    this.addressed();
    this.spot(row);
    this.drawAbout(row);
  }

  /** What is known of the chosen row; what only the server knows comes a moment later. */
  async drawAbout(row) {
    const { kind, label, end } = this.rows;
    const draw = (told) =>
      this.parts.about.replaceChildren(
        h("h3", {}, label[row] || `(${kind[row]})`),
        h(
          "dl",
          {},
          told
            .filter(([, value]) => value !== null)
            .map(([name, value]) => [h("dt", {}, name), h("dd", {}, String(value))]),
        ),
      );
    const known = [
      ["Kind", kind[row]],
      ["Rows below", end[row] - row - 1 || null],
    ];
    draw(known);
    this.looking?.abort();
    this.looking = new AbortController();
    const query = new URLSearchParams({ method: this.data.method, row });
    try {
      const {
        href,
        leaves: [first, stop],
        nodes: [start, last],
        xpath,
      } = await get(`${this.path}/row`, query, { signal: this.looking.signal });
      draw([
        ...known,
        ["Link", href],
        ["Text leaf", stop - first > 1 ? `${first} to ${stop - 1}` : stop > first ? first : null],
        ["Nodes", `${start} to ${last - 1}`],
        ["XPath", xpath],
      ]);
    } catch (error) {
      if (error.name !== "AbortError") draw([...known, ["Not known", error.message]]);
    }
  }

  search(text, said) {
    const word = text.trim().toLowerCase();
    if (word) this.query.set("find", text.trim());
    else this.query.delete("find");
    this.addressed();
    const { label } = this.rows;
    const n = this.tree.search(word ? (row) => label[row].toLowerCase().includes(word) : null);
    said.replaceChildren(word ? (n ? `${n.toLocaleString("en")} found` : "none found") : "");
  }

  firstFound() {
    this.tree.element.focus({ preventScroll: true });
    if (this.tree.wanted && this.tree.first !== null) this.tree.select(this.tree.first);
  }

  // ---------------------------------------------------------------- from the page to the outline
  /** The deepest row that a node of the page belongs to; if it is around several, the first inside it. */
  rowAt(node) {
    const { start, stop, end } = this.rows;
    let found = 0;
    for (let row = 1; row < end[found];) {
      if (start[row] <= node && node < stop[row]) {
        found = row;
        row++;
      } else row = end[row];
    }
    return found;
  }

  over(node) {
    const row = node === null ? 0 : this.rowAt(node);
    this.tree?.light(row || null);
    this.spot(row || this.tree?.current, { reveal: false });
  }

  clicked(node) {
    const row = node === null ? 0 : this.rowAt(node);
    if (!row || !this.tree) return;
    this.tree.element.focus({ preventScroll: true });
    this.tree.select(row);
  }
}

/** The rows as they came, with what each stands below, and the first row after those below it. */
function placed(rows, kinds) {
  const { depth } = rows;
  const [parent, end] = [new Int32Array(depth.length).fill(-1), new Int32Array(depth.length)];
  const open = []; // the rows around this one
  for (let row = 0; row <= depth.length; row++) {
    while (open.length && (row === depth.length || open.length > depth[row])) end[open.pop()] = row;
    if (row === depth.length) break;
    if (open.length) parent[row] = open.at(-1);
    open.push(row);
  }
  return { ...rows, parent, end, kind: rows.kind.map((kind) => kinds[kind]), linked: new Set(rows.linked) };
}
