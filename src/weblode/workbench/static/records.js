// The records view: the page, what each method finds on it, and the chosen list as a table of slots.

import { FORMATS, PageView, downloads } from "./pageview.js";
import { button, count, empty, field, h, percent, problem, refocused, select, stepping } from "./dom.js";
import { saveRule, testRule } from "./rules.js";

const PARAMETERS = [
  ["length", "Fewest tokens", { min: 1, step: 1 }],
  ["count", "Fewest repeats", { min: 2, step: 1 }],
  ["variance", "Most variance", { min: 0, step: 0.05 }],
  ["density", "Least density", { min: 0, step: 0.05 }],
];

export async function show(context) {
  const view = new Records(context);
  await view.load();
  view.draw();
}

class Records extends PageView {
  constructor(context) {
    super(context);
    context.keys({ Enter: () => document.activeElement?.click() });
  }

  impossible() {
    return this.data.columns && this.data.problem; // of slots; without a list there is nothing to go back to
  }

  draw() {
    const left = this.framed({ hover: (key) => this.hovered(key), click: (key) => this.clicked(key) });
    const candidates = h("div", { class: "candidates" });
    const parts = (this.parts = {
      said: h("div"),
      candidates,
      busy: candidates,
      parameters: h("div"),
      table: h("section", { class: "below", "aria-label": "Records" }),
    });
    this.context.view.append(
      h(
        "div",
        { class: "split" },
        left,
        h(
          "section",
          { class: "right", "aria-label": "What was found" },
          parts.said,
          parts.candidates,
          parts.parameters,
        ),
      ),
      parts.table,
    );
    this.drawParameters();
    this.redraw();
  }

  redraw() {
    refocused(this.parts.candidates, () => this.drawCandidates());
    this.setParameters();
    this.redrawTable();
    this.marked();
  }

  // ---------------------------------------------------------------- candidates
  drawCandidates() {
    const { candidates, chosen, certain, problem: wrong, rules, rule } = this.data;
    this.parts.said.replaceChildren(
      ...[
        wrong && problem(wrong),
        rule && h("p", { class: "told" }, `By the rule ${rule.name}, which fits this page by ${percent(rule.fit)}.`),
        ...(rule?.changed ?? []).map((line) => h("p", { class: "warning" }, `Has changed: ${line}.`)),
        !certain &&
          !rule &&
          candidates.length > 0 &&
          h(
            "p",
            { class: "warning" },
            "No list on this page is certain enough to be an answer by itself; these come nearest.",
          ),
      ].filter(Boolean),
    );
    const rows = candidates.map((each) => this.candidate(each, each.key === chosen));
    const saved =
      rules.length > 0 &&
      field(
        "Or a saved rule",
        select(
          [["", "none"], ...rules],
          this.query.get("rule") ?? "",
          (name) => this.change((query) => (name ? query.set("rule", name) : query.delete("rule"))),
          { "data-focus": "rule" },
        ),
      );
    this.parts.candidates.replaceChildren(
      h("h2", {}, "Candidates"),
      rows.length
        ? h(
            "ol",
            {},
            rows.map((row) => h("li", {}, row)),
          )
        : empty(
            "No list was found on this page.",
            h("p", {}, "Lower what patterns must be like, or open another page."),
          ),
      saved || "",
    );
    if (!this.shownBefore)
      requestAnimationFrame(() =>
        this.parts.candidates.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest" }),
      );
    this.shownBefore = true;
  }

  candidate(each, chosen) {
    return h(
      "button",
      {
        type: "button",
        class: "candidate",
        "aria-pressed": String(chosen),
        "data-key": each.key,
        "data-focus": each.key,
        onclick: () =>
          this.change((query) => {
            [...query.keys()]
              .filter((key) => /^(name|kind)\.|^drop$|^rule$/.test(key))
              .forEach((key) => query.delete(key));
            query.set("choice", each.key);
          }),
        onmouseenter: () => this.preview(each),
        onmouseleave: () => this.marked(),
      },
      h("span", { class: "what" }, h("strong", {}, count(each.records, "record")), ` ${each.methods.join(", ")}`),
      h("span", { class: "score", title: "how likely this is the list of the page" }, each.likelihood.toFixed(2)),
      h("code", { class: "how" }, each.how),
      each.pattern && h("code", { class: "how", title: each.pattern }, each.pattern),
      h("span", { class: "hint", title: each.xpath }, each.xpath),
    );
  }

  preview(each) {
    this.page.mark([
      { key: "region", range: each.region, kind: "region", label: count(each.records, "record"), silent: true },
    ]);
  }

  drawParameters() {
    const { parameters, encodings } = this.data;
    const set = (name) => (value) =>
      this.change((query) => (value === "" ? query.delete(name) : query.set(name, value)));
    const typed = (name) => (event) => {
      clearTimeout(this.typing?.timer);
      this.typing = {
        name,
        timer: setTimeout(() => {
          this.typing = null;
          set(name)(event.target.value);
        }, 250),
      };
    };
    const encoding = select([["", "as fits"], ...encodings], parameters.encoding, set("encoding"));
    const numbers = PARAMETERS.map(([name, label, bounds]) => [
      name,
      label,
      h("input", { type: "number", ...bounds, oninput: typed(name) }),
    ]);
    this.controls = Object.fromEntries([["encoding", encoding], ...numbers.map(([name, , input]) => [name, input])]);
    this.parts.parameters.replaceChildren(
      h(
        "details",
        { class: "parameters", open: [...this.query.keys()].some((key) => key in parameters) },
        h("summary", {}, "What patterns must be like"),
        h(
          "div",
          { class: "row" },
          field("Encoding", encoding),
          numbers.map(([, label, input]) => field(label, input)),
        ),
      ),
      h(
        "details",
        { class: "why" },
        h("summary", {}, "Why the chosen one"),
        (this.parts.why = h("pre", { tabindex: "0" })),
      ),
    );
  }

  /** The parameters as they are now, but for one that is being written. */
  setParameters() {
    for (const [name, control] of Object.entries(this.controls)) {
      const value = String(this.data.parameters[name]);
      const writing = this.typing?.name === name || (control === document.activeElement && control.value === "");
      if (
        !writing &&
        control.value !== value &&
        (name === "encoding" || Number(control.value || NaN) !== Number(value))
      )
        control.value = value;
    }
  }

  // ---------------------------------------------------------------- marks
  marked() {
    const { candidates, chosen, records = [], dropped = [] } = this.data;
    const region = candidates.find((each) => each.key === chosen)?.region;
    const drawn = this.page.mark([
      ...(region ? [{ key: "region", range: region, kind: "region", silent: true }] : []),
      ...records.map((range, i) => ({ key: i, range, kind: "record", label: String(i + 1) })),
      ...dropped.map(([start, stop, reason], i) => ({
        key: `left${i}`,
        range: [start, stop],
        kind: "left",
        label: reason,
        silent: true,
      })),
    ]);
    if (records.length && this.revealed !== JSON.stringify(records[0])) {
      this.revealed = JSON.stringify(records[0]);
      drawn.then(() => this.page.reveal(records[0]));
    }
  }

  hovered(key) {
    this.rows?.forEach((row, i) => row.classList.toggle("lit", i === key));
    this.page.light(key === null ? [] : [key], { reveal: false });
    this.rows?.[key]?.scrollIntoView({ block: "nearest" });
  }

  clicked(key) {
    this.rows?.[key]?.focus();
  }

  // ---------------------------------------------------------------- the table
  /** The table anew; a name that is being written stays as it is. */
  redrawTable() {
    const held = document.activeElement?.closest(".slot-name");
    const unsettled = held && held.value.trim() !== held.dataset.settled ? held.value : null;
    const place = held && [held.selectionStart, held.selectionEnd];
    if (held) held.dataset.settled = held.value.trim(); // it is left when it goes, and that is no choice
    refocused(this.parts.table, () => this.drawTable());
    const again = document.activeElement?.closest(".slot-name");
    if (!held || again?.dataset.focus !== held.dataset.focus) return;
    if (unsettled !== null) again.value = unsettled;
    again.setSelectionRange(...place);
  }

  drawTable() {
    const { columns, total, why } = this.data;
    this.parts.why.replaceChildren(why || "A rule says what it was taught.");
    this.rows = [];
    if (!columns)
      return this.parts.table.replaceChildren(empty("No records to show.", h("p", {}, "Choose a candidate.")));
    const shown = Math.min(total, columns[0]?.cells.length ?? total);
    const heads = h(
      "tr",
      {},
      h("th", { scope: "col" }, "#"),
      columns.map((each) => this.head(each)),
    );
    this.rows = Array.from({ length: shown }, (_, i) => this.row(i));
    // In the list of candidates the keys go through these, elsewhere through the rows of the table.
    this.context.keys(
      stepping(() =>
        this.parts.candidates.contains(document.activeElement)
          ? [...this.parts.candidates.querySelectorAll("button.candidate")]
          : this.rows,
      ),
    );
    this.parts.table.replaceChildren(
      h(
        "div",
        { class: "row tools" },
        h("h2", {}, count(total, "record")),
        this.data.columns.length ? "" : h("p", { class: "hint" }, "The records have no text in common places."),
        this.tools(),
      ),
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of records" },
        h("table", { class: "records" }, h("thead", {}, heads), h("tbody", {}, this.rows)),
      ),
      shown < total ? h("p", { class: "hint" }, `The first ${count(shown, "record")}; downloads have all.`) : "",
    );
  }

  head(each) {
    const name = each.original;
    const set = (key, value, usual) =>
      this.change((query) =>
        value === usual || !value ? query.delete(`${key}.${name}`) : query.set(`${key}.${name}`, value),
      );
    const named = ({ target }) => {
      const value = target.value.trim();
      if (value === target.dataset.settled) return;
      target.dataset.settled = value;
      set("name", value, name);
    };
    return h(
      "th",
      { scope: "col", class: each.kept ? "" : "off" },
      h(
        "div",
        { class: "slot" },
        h("input", {
          type: "checkbox",
          checked: each.kept,
          "aria-label": `Keep ${each.name}`,
          "data-focus": `keep ${name}`,
          onchange: (event) => this.keep(name, event.target.checked),
        }),
        h("input", {
          type: "text",
          class: "slot-name",
          value: each.name,
          disabled: !each.kept,
          "aria-label": `Name of ${name}`,
          "data-focus": `name ${name}`,
          "data-settled": each.name,
          spellcheck: "false",
          onchange: named,
          onblur: named,
        }),
      ),
      h(
        "div",
        { class: "slot" },
        select(this.data.kinds, each.kind, (kind) => set("kind", kind, null), {
          "aria-label": `Type of ${each.name}`,
          "data-focus": `kind ${name}`,
          disabled: !each.kept,
        }),
        h("span", { class: "hint" }, each.constant ? "always the same" : percent(each.filled)),
      ),
    );
  }

  keep(name, kept) {
    return this.change((query) => {
      const others = query.getAll("drop").filter((each) => each !== name);
      query.delete("drop");
      [...others, ...(kept ? [] : [name])].forEach((each) => query.append("drop", each));
    });
  }

  row(i) {
    const cells = this.data.columns.map(({ cells, typed, kept, kind }) => {
      const cell = cells[i];
      if (!cell) return h("td", { class: "none" });
      const [value, , href] = cell;
      const read = typed.length ? typed[i] : value;
      const failed = read === null ? ` not read as a ${kind}` : "";
      return h(
        "td",
        { class: kept ? "" : "off", title: `${value}${href ? `\n→ ${href}` : ""}${failed}` },
        h("span", { class: failed ? "unread" : "" }, value),
        href ? h("span", { class: "hint", "aria-hidden": "true" }, " ↗") : "",
      );
    });
    const row = h(
      "tr",
      {
        tabindex: "-1",
        "data-focus": `row ${i}`,
        onmouseenter: () => this.lightRow(i),
        onfocus: () => this.lightRow(i),
      },
      h("th", { scope: "row" }, String(i + 1)),
      cells,
    );
    return row;
  }

  lightRow(i) {
    this.rows.forEach((row, k) => row.classList.toggle("lit", i === k));
    this.page.light([i]);
  }

  tools() {
    const files = [
      ...FORMATS.map(([form, name]) => [`records.${form}`, name]),
      ["rule.json", "Rule"],
      ["program.py", "Python"],
    ];
    return h(
      "div",
      { class: "tools", role: "group", "aria-label": "Keep" },
      button("Undo", () => this.undo(), { disabled: !this.history.length }),
      button("Redo", () => this.redo(), { disabled: !this.undone.length }),
      button("Save rule …", () => saveRule(this), { class: "main" }),
      button("Test on another page …", () => testRule(this)),
      h("span", { class: "hint" }, "Download"),
      downloads(files, (file) => this.address(`/${file}`)),
    );
  }
}
