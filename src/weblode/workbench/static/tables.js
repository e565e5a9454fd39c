// The tables view: the tables of the page, the grid of the chosen one (a click corrects its headers), and its records.

import { WHERE, compact, slotsOf } from "./cells.js";
import { PageView } from "./pageview.js";
import { drawRecords } from "./tablerecords.js";
import { button, count, empty, h, note, problem, refocused, stepping } from "./dom.js";

export async function show(context) {
  const view = new TablesView(context);
  await view.load();
  view.draw();
}

class TablesView extends PageView {
  constructor(context) {
    super(context);
    context.keys({ Enter: () => document.activeElement?.click() });
  }

  draw() {
    const { tables } = this.data;
    const left = this.framed({ over: (node) => this.over(node), click: (key, node) => this.clicked(key, node) });
    const grid = h("section", { class: "right gridded", "aria-label": "The chosen table" });
    const parts = (this.parts = {
      said: h("div", { class: "said-here", "aria-live": "polite" }),
      list: h("div", { class: "candidates" }),
      grid,
      busy: grid,
      records: h("section", { class: "below", "aria-label": "Records" }),
    });
    this.context.view.append(
      tables.length ? parts.list : "",
      parts.said,
      h("div", { class: "split tabled" }, left, grid),
    );
    if (tables.length) {
      this.context.view.append(parts.records);
      this.redraw();
    } else {
      parts.grid.append(
        empty("There is no table on this page.", h("p", {}, "Lists that are no tables are among the records.")),
      );
    }
  }

  redraw() {
    const { problem: wrong } = this.data;
    this.parts.said.replaceChildren(...(wrong ? [problem(wrong)] : []));
    this.head = new Set((this.data.header_cells ?? []).map(([r, c]) => `${r}.${c}`));
    refocused(this.parts.list, () => this.drawList());
    refocused(this.parts.grid, () => this.drawGrid());
    drawRecords(this);
    this.marked();
    if (this.revealed !== this.data.chosen)
      this.page.reveal(this.data.tables.find(({ index }) => index === this.data.chosen).range);
    this.revealed = this.data.chosen;
  }

  // ---------------------------------------------------------------- the tables of the page
  drawList() {
    const { tables, chosen } = this.data;
    const good = tables.filter(({ genuine }) => genuine).length;
    const row = (each) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: each.genuine ? "table-choice" : "table-choice refused",
            "aria-pressed": String(each.index === chosen),
            "data-table": each.index,
            "data-focus": `table ${each.index}`,
            onclick: () =>
              this.change((query) => {
                query.delete("head");
                query.set("table", each.index);
              }),
            onmouseenter: () => this.page.spot([this.tableMark(each)]),
            onmouseleave: () => this.page.spot([], { reveal: false }),
          },
          h("strong", {}, each.caption || `Table ${each.index}`),
          h(
            "span",
            { class: "hint" },
            each.rows ? `${each.rows.toLocaleString("en")} × ${each.cols.toLocaleString("en")}` : "",
          ),
          h("span", { class: "hint" }, each.genuine ? WHERE[each.orientation] : `refused: ${each.reason}`),
        ),
      );
    const refused = tables.filter(({ genuine }) => !genuine);
    const shown =
      refused.some(({ index }) => index === chosen) || !good || this.parts.list.querySelector("details")?.open;
    this.parts.list.replaceChildren(
      h("h2", {}, good ? count(good, "data table") : "No data tables"),
      h("ol", { class: "choices" }, tables.filter(({ genuine }) => genuine).map(row)),
      refused.length
        ? h(
            "details",
            { open: shown, ontoggle: () => this.marked() },
            h("summary", {}, `${count(refused.length, "table")} refused`),
            h("ol", { class: "choices" }, refused.map(row)),
          )
        : "",
    );
    this.context.keys(
      stepping(() => [...this.parts.list.querySelectorAll("details[open] [data-table], :scope > ol [data-table]")]),
    );
    if (!this.parts.list.contains(document.activeElement))
      this.parts.list.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest" });
  }

  tableMark({ index, range }) {
    return { key: `t${index}`, range, kind: "table", label: `table ${index}` };
  }

  // ---------------------------------------------------------------- the grid
  drawGrid() {
    const { grid, genuine, orientation, tables, chosen } = this.data;
    const about = tables.find(({ index }) => index === chosen);
    const corrected = this.query.has("head");
    const [column, row] = this.place ?? [0, 0];
    this.cells = new Map();
    if (!grid)
      return this.parts.grid.replaceChildren(
        h("h2", {}, about.caption || `Table ${chosen}`),
        empty("This table cannot be shown.", h("p", {}, about.reason)),
      );
    const scroll = this.parts.grid.querySelector(".scroll");
    const [left, top] = scroll && this.shown === chosen ? [scroll.scrollLeft, scroll.scrollTop] : [0, 0];
    const rows = this.rows(about.cols);
    this.parts.grid.replaceChildren(
      h(
        "div",
        { class: "tools" },
        h("h2", {}, about.caption || `Table ${chosen}`),
        button("Undo", () => this.undo(), { disabled: !this.history.length }),
        button("Redo", () => this.redo(), { disabled: !this.undone.length }),
        button("As found", () => this.change((query) => query.delete("head")), { disabled: !corrected }),
      ),
      h(
        "p",
        { class: "orientation", role: "status" },
        genuine
          ? [h("strong", {}, orientation), ` · ${WHERE[orientation]}`, corrected ? " · corrected by hand" : ""]
          : [`Refused: ${about.reason}. `, button("Take it as data", () => this.preset("first row"))],
      ),
      h(
        "div",
        { class: "tools presets", role: "group", "aria-label": "Headers" },
        h("span", { class: "hint" }, "Headers:"),
        ["first row", "first column", "both", "none"].map((name) =>
          button(name, () => this.preset(name), { class: "small" }),
        ),
      ),
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          {
            class: "grid",
            role: "grid",
            "aria-multiselectable": "true",
            "aria-label": "Cells; the selected ones are headers",
            "aria-rowcount": about.rows,
            onkeydown: (event) => this.key(event),
            onmouseleave: () => this.light(null),
          },
          h("tbody", {}, rows),
        ),
      ),
      h(
        "p",
        { class: "hint" },
        "A click on a cell makes it a header, or no header; the numbers do so for a whole row or column." +
          (rows.length - 1 < about.rows
            ? ` The first ${count(rows.length - 1, "row")} of ${about.rows.toLocaleString("en")}.`
            : ""),
      ),
    );
    this.parts.grid.querySelector(".scroll").scrollTo(left, top);
    this.shown = chosen;
    this.move(row, column);
  }

  /** The rows of the grid: numbers above and beside, then each cell where it begins. */
  rows(columns) {
    const lines = new Map();
    for (const cell of this.data.grid) {
      if (!lines.has(cell[0])) lines.set(cell[0], []);
      lines.get(cell[0]).push(this.cell(cell));
    }
    const last = Math.max(-1, ...lines.keys());
    const numbers = h(
      "tr",
      {},
      h("td", { class: "corner" }),
      Array.from({ length: columns }, (_, c) => this.handle("col", c + 1, () => this.toggleColumn(c))),
    );
    const below = Array.from({ length: last + 1 }, (_, r) =>
      h(
        "tr",
        {},
        this.handle("row", r + 1, () => this.toggleRow(r)),
        lines.get(r) ?? [],
      ),
    );
    return [numbers, ...below];
  }

  handle(scope, number, onclick) {
    const name = `${scope === "col" ? "Column" : "Row"} ${number}`;
    return h(
      "th",
      { scope, class: "handle" },
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          tabindex: "-1",
          "aria-label": name,
          title: `${name}: headers, or none`,
          onclick,
        },
        String(number),
      ),
    );
  }

  cell([r, c, down, across, node, stop, text]) {
    const header = this.head.has(`${r}.${c}`);
    const cell = { r, c, down, across, node, stop, text };
    cell.made = h(
      "td",
      {
        role: "gridcell",
        tabindex: "-1",
        "data-focus": `cell ${r}.${c}`,
        class: node < 0 ? "none" : header ? "head" : "",
        "aria-selected": node < 0 ? null : String(header),
        rowspan: down > 1 ? down : null,
        colspan: across > 1 ? across : null,
        title: text,
        onclick: () => {
          this.place = [c, r];
          this.toggle([cell]);
        },
        onmouseenter: () => this.light(`${r}.${c}`),
        onfocus: () => {
          this.place = [c, r];
          this.light(`${r}.${c}`);
        },
      },
      h("span", {}, text),
    );
    for (let i = r; i < r + down; i++) for (let k = c; k < c + across; k++) this.cells.set(`${i}.${k}`, cell);
    return cell.made;
  }

  /** Make cells headers, or no headers if all of them are; `more` are slots that go with them. */
  toggle(cells, more = []) {
    const slots = cells.filter(({ node }) => node >= 0).flatMap(slotsOf);
    if (!slots.length) return null;
    return this.correct(() => {
      const all = slots.every((slot) => this.head.has(slot));
      const head = new Set(this.head);
      slots.concat(more).forEach((slot) => (all ? head.delete(slot) : head.add(slot)));
      return head;
    });
  }

  /** Other header cells: what `heads` gives, once the corrections before are made. */
  correct(heads) {
    return this.change((query) => query.set("head", compact(heads())));
  }

  /** The cells with text that begin in a row or a column, or go over it. */
  filled(inside) {
    return [...new Set(this.cells.values())].filter((cell) => cell.text && inside(cell));
  }

  toggleRow(r) {
    return this.toggle(this.filled((cell) => cell.r <= r && r < cell.r + cell.down));
  }

  toggleColumn(c) {
    return this.toggle(
      this.filled((cell) => cell.c <= c && c < cell.c + cell.across),
      this.hidden(c),
    );
  }

  /** The slots of a column below the rows that are shown; those without text are left out when they are read. */
  hidden(c) {
    const { rows } = this.data.tables.find(({ index }) => index === this.data.chosen);
    const shown = 1 + Math.max(-1, ...this.data.grid.map(([r]) => r));
    return Array.from({ length: rows - shown }, (_, i) => `${shown + i}.${c}`);
  }

  preset(name) {
    const above = name === "none" || name === "first column" ? [] : this.filled(({ r }) => r === 0);
    const beside = name === "none" || name === "first row" ? [] : this.filled(({ c }) => c === 0);
    return this.correct(
      () => new Set([...above, ...beside].flatMap(slotsOf).concat(beside.length ? this.hidden(0) : [])),
    );
  }

  // ---------------------------------------------------------------- moving in the grid
  key(event) {
    const moves = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      j: [1, 0],
      k: [-1, 0],
    };
    if (event.metaKey || event.altKey || !this.place || !event.target.closest("[role=gridcell]")) return;
    const [c, r] = this.place;
    const from = this.cells.get(`${r}.${c}`);
    if (moves[event.key]) {
      const [down, right] = moves[event.key];
      this.move(down > 0 ? from.r + from.down : from.r + down, right > 0 ? from.c + from.across : from.c + right, {
        focus: true,
      });
    } else if (event.key !== " ") return; // a blank marks as a click does, with Shift the row, with Ctrl the column
    else if (event.shiftKey) this.toggleRow(r);
    else if (event.ctrlKey) this.toggleColumn(c);
    else from.made.click();
    event.preventDefault();
    event.stopPropagation();
  }

  /** The cell that the keyboard is at. */
  move(r, c, { focus = false } = {}) {
    const to = this.cells.get(`${r}.${c}`) ?? (focus ? null : this.cells.get("0.0"));
    if (!to) return;
    this.parts.grid
      .querySelectorAll("[role=gridcell][tabindex='0']")
      .forEach((each) => each.setAttribute("tabindex", "-1"));
    to.made.setAttribute("tabindex", "0");
    if (focus) {
      to.made.focus({ preventScroll: true });
      to.made.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  // ---------------------------------------------------------------- the page
  marked() {
    const { tables, chosen } = this.data;
    const about = tables.find(({ index }) => index === chosen);
    const heads = [...new Set(this.cells.values())].filter(({ r, c, node }) => node >= 0 && this.head.has(`${r}.${c}`));
    const refused = this.parts.list.querySelector("details")?.open;
    this.page.mark([
      ...tables
        .filter(({ index, genuine }) => index !== chosen && (genuine || refused))
        .map((each) => ({ ...this.tableMark(each), kind: each.genuine ? "table" : "left", label: null })),
      { ...this.tableMark(about), label: null, grown: 2 },
      ...heads.map(({ r, c, node, stop }) => ({ key: `${r}.${c}`, range: [node, stop], kind: "header", silent: true })),
    ]);
  }

  /** Light a cell up, here and in the page. */
  light(key, { reveal = true } = {}) {
    const cell = key === null ? null : this.cells.get(key);
    this.lit?.classList.remove("lit");
    this.lit = cell?.made;
    this.lit?.classList.add("lit");
    this.page.spot(cell && cell.node >= 0 ? [{ key, range: [cell.node, cell.stop], kind: "header" }] : [], { reveal });
  }

  /** The cell of the chosen table that a node of the page belongs to. */
  cellAt(node) {
    let found = null;
    for (const cell of this.cells?.values() ?? []) if (cell.node <= node && node < cell.stop) found = cell;
    return found;
  }

  over(node) {
    const cell = node === null ? null : this.cellAt(node);
    this.light(cell ? `${cell.r}.${cell.c}` : null, { reveal: false });
    cell?.made.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** A click in the page: on a cell of the chosen table as in the grid, on another table to choose it. */
  clicked(key, node) {
    const cell = node === null ? null : this.cellAt(node);
    if (cell) return this.toggle([cell]);
    const index = /^t(\d+)$/.exec(key ?? "")?.[1];
    if (index === undefined) return null;
    if (Number(index) === this.data.chosen) return note("This row of the table is not among those shown beside.");
    return this.change((query) => {
      query.delete("head");
      query.set("table", index);
    });
  }
}
