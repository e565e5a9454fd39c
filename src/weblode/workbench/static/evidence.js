// A page that a run read, out of its archive: the node that was asked for, and all else that was read there.

import { count, empty, h, link, problem, stepping } from "./dom.js";
import { conceptPath, heading, path, short } from "./ontology.js";
import { Page } from "./page.js";
import { get } from "./server.js";

const COLOURS = { concept: "section", pair: "navigation", instance: "record", attribute: "field" }; // of page.js
const ASKED = "asked";

export async function show(context) {
  const data = await get(`${path(context.segments[1])}/page`, context.query);
  new Evidence(context, data).draw();
}

class Evidence {
  constructor(context, data) {
    this.context = context;
    this.data = data;
    const address = `${path(data.run)}/shown?${new URLSearchParams({ address: data.address })}`;
    this.page = new Page(address, {
      title: `The page: ${data.name}`,
      hover: (key) => this.lightRow(key),
      click: (key) => this.clicked(key),
    });
  }

  draw() {
    const { data, context } = this;
    context.title(data.name);
    this.said = h("div", { "aria-live": "polite" }, data.problem && problem(data.problem));
    this.rows = data.statements.map((each, i) => this.row(each, i));
    const more = data.total - data.statements.length;
    context.view.append(
      heading({ name: data.run, title: data.title }, null),
      h(
        "p",
        { class: "hint address" },
        `${data.name} · `,
        /^https?:/.test(data.address)
          ? h("a", { href: data.address, target: "_blank", rel: "noopener noreferrer" }, `${short(data.address)} ↗`)
          : data.address,
        " · as it was read",
      ),
      h(
        "div",
        { class: "split" },
        h("section", { class: "left", "aria-label": "The page" }, this.page.frame),
        h(
          "section",
          { class: "right", "aria-label": "What was read on it", tabindex: "0" },
          data.xpath &&
            h(
              "div",
              { class: "part" },
              h("h2", {}, "The node"),
              h("code", {}, data.xpath),
              data.said && h("blockquote", {}, data.said),
            ),
          this.said,
          h("h2", {}, `Read on this page: ${data.total.toLocaleString("en")}`),
          this.rows.length
            ? h(
                "ol",
                { class: "statements" },
                this.rows.map((row) => h("li", {}, row)),
              )
            : empty("Nothing was read on this page itself.", h("p", {}, "The run only knows of it.")),
          more > 0 && h("p", { class: "hint" }, `and ${count(more, "other")}`),
        ),
      ),
    );
    context.keys({ ...stepping(() => this.rows), Enter: () => document.activeElement?.querySelector?.("a")?.click() });
    context.drawn = () => {
      this.marked();
      this.show(this.rows.find((row) => row.classList.contains("asked")));
    };
  }

  row({ kind, text, concept, label, instance, method, range, xpath }, i) {
    const to = `${conceptPath(this.data.run, concept)}${instance === null ? "" : `?instance=${instance}`}`;
    return h(
      "div",
      {
        class: `statement${xpath === this.data.xpath ? " asked" : ""}`,
        tabindex: "-1",
        "data-key": i,
        title: xpath,
        onmouseenter: () => this.light(i, { reveal: false }),
        onfocusin: () => this.light(i),
        onclick: () => this.light(i),
      },
      h("span", { class: `kind kind-${kind}` }, kind),
      h("span", { class: "what" }, link(to, text)),
      h(
        "span",
        { class: "hint" },
        [
          instance !== null && `of ${label}`,
          method !== "outline" && method,
          !range && xpath && "not on the page any more",
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    );
  }

  async marked() {
    const { range, xpath, statements } = this.data;
    const seen = new Map(); // one mark for all that was read at one node
    statements.forEach((each, i) => {
      if (each.range && each.xpath !== xpath && !seen.has(each.xpath))
        seen.set(each.xpath, { key: i, range: each.range, kind: COLOURS[each.kind] });
    });
    const marks = [...seen.values()].sort((a, b) => a.range[0] - b.range[0] || b.range[1] - a.range[1]);
    if (range) marks.push({ key: ASKED, range, kind: "node" });
    await this.page.mark(marks);
    if (!range || !this.context.here()) return;
    this.page.light([ASKED]);
    if (!this.page.boxes.some(({ mark }) => mark.key === ASKED)) {
      this.said.append(
        h(
          "p",
          { class: "warning" },
          "This was read in a part of the page that is not seen, such as what it says of itself to machines.",
        ),
      );
    }
  }

  /** The mark of a statement: that of the first one read at the same node. */
  key(i) {
    const { statements, xpath } = this.data;
    if (statements[i].xpath === xpath) return ASKED;
    return statements.findIndex((each) => each.xpath === statements[i].xpath);
  }

  light(i, options) {
    this.rows.forEach((row, k) => row.classList.toggle("lit", i === k));
    this.page.light([this.key(i)], options);
  }

  lightRow(key) {
    this.rows.forEach((row, i) => row.classList.toggle("lit", key !== null && this.key(i) === key));
    if (this.page.boxes.length) this.page.light(key === null ? [ASKED] : [key], { reveal: false });
  }

  clicked(key) {
    this.show(this.rows.find((_, i) => key !== null && this.key(i) === key));
  }

  /** Bring a row into view where the list scrolls by itself; on a phone the page would go away. */
  show(row) {
    if (matchMedia("(min-width: 761px)").matches) row?.scrollIntoView({ block: "nearest" });
  }
}
