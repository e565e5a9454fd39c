// Questions to the graph of a run: examples, a box, and the answer as a table.

import { button, count, empty, field, h, link, problem } from "./dom.js";
import { heading, path } from "./ontology.js";
import { get } from "./server.js";

export async function show(context) {
  const view = new Questions(context);
  const { query } = context;
  await view.load(""); // examples first: a wrong question must not hide the box
  view.draw(query.get("q") ?? "");
  if (query.get("q")) view.ask({ keep: true });
}

class Questions {
  constructor(context) {
    this.context = context;
    this.base = path(context.segments[1]);
  }

  async load(q, options) {
    this.data = await get(`${this.base}/query`, q ? new URLSearchParams({ q }) : "", options);
  }

  draw(q) {
    const { data, context } = this;
    context.title(`Questions – ${data.title}`);
    this.box = h("textarea", {
      rows: 8,
      spellcheck: "false",
      value: q,
      placeholder: "SELECT ?concept ?label { ?concept skos:prefLabel ?label }",
    });
    this.box.addEventListener(
      "keydown",
      (event) => (event.ctrlKey || event.metaKey) && event.key === "Enter" && this.ask(),
    );
    this.answer = h("section", { class: "below", "aria-label": "Answer", "aria-live": "polite" });
    const examples = data.examples.map((each) =>
      h(
        "li",
        {},
        button(
          each.name,
          () => {
            this.box.value = each.q;
            this.ask();
          },
          { class: "quiet example" },
        ),
      ),
    );
    context.leaving(() => this.asking?.abort());
    context.view.append(
      heading({ name: data.run, title: data.title }, "/query"),
      h(
        "div",
        { class: "questions" },
        h(
          "form",
          {
            class: "card",
            onsubmit: (event) => {
              event.preventDefault();
              this.ask();
            },
          },
          field("Question in SPARQL", this.box),
          h(
            "div",
            { class: "tools" },
            h("button", { type: "submit", class: "main" }, "Ask"),
            h("span", { class: "hint" }, "Ctrl+Enter"),
          ),
          h(
            "details",
            {},
            h("summary", {}, "Prefixes that need no declaration"),
            h(
              "dl",
              { class: "keys" },
              Object.entries(data.prefixes).map(([name, iri]) => [
                h("dt", {}, `${name}:`),
                h("dd", {}, h("code", {}, iri)),
              ]),
            ),
          ),
        ),
        h(
          "section",
          { class: "card", "aria-labelledby": "examples" },
          h("h2", { id: "examples" }, "Examples"),
          h("ul", { class: "plain" }, examples),
        ),
      ),
      this.answer,
    );
    if (!q)
      this.answer.append(
        empty(
          "No question was asked yet.",
          h(
            "p",
            {},
            "Choose an example, or write your own: what was mined is a graph of SKOS concepts, OWL classes and " +
              "their instances.",
          ),
        ),
      );
  }

  async ask({ keep = false } = {}) {
    const q = this.box.value.trim();
    if (!q) return this.answer.replaceChildren(problem("Write a question first, or choose an example."));
    if (!keep) history.pushState(null, "", `${this.base}/query?${new URLSearchParams({ q })}`);
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    this.answer.setAttribute("aria-busy", "true");
    this.answer.replaceChildren(h("p", { class: "loading" }, "Asking …"));
    try {
      await this.load(q, { signal: asking.signal });
      this.show(q);
    } catch (error) {
      if (error.name === "AbortError") return null;
      this.answer.replaceChildren(problem(error.message));
      this.point(error.message);
    }
    this.answer.removeAttribute("aria-busy");
    return null;
  }

  /** The cursor where the question is wrong. */
  point(message) {
    const place = /line (\d+), column (\d+)/.exec(message);
    if (!place) return;
    const lines = this.box.value.split("\n").slice(0, Number(place[1]) - 1);
    const at = lines.reduce((sum, line) => sum + line.length + 1, 0) + Number(place[2]) - 1;
    this.box.focus();
    this.box.setSelectionRange(at, at + 1);
  }

  show(q) {
    const { answer, most } = this.data;
    const { names, rows, more, kind } = answer;
    if (kind === "ask") return this.answer.replaceChildren(h("h2", {}, rows[0][0].text === "yes" ? "Yes" : "No"));
    const search = new URLSearchParams({ q });
    const files = ["csv", "json"].map((form) =>
      h(
        "a",
        { class: "button", href: `${this.base}/answer.${form}?${search}`, download: `answer.${form}` },
        form.toUpperCase(),
      ),
    );
    return this.answer.replaceChildren(
      h(
        "div",
        { class: "row tools" },
        h("h2", {}, more ? `The first ${count(most, "row")}` : count(rows.length, "row")),
        rows.length ? [h("span", { class: "hint" }, "Download"), files] : "",
      ),
      more ? h("p", { class: "hint" }, "There are more; a download has all of them.") : "",
      rows.length
        ? h(
            "div",
            { class: "scroll", tabindex: "0", role: "region", "aria-label": "Rows of the answer" },
            h(
              "table",
              { class: "answer" },
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  names.map((name) => h("th", { scope: "col" }, name)),
                ),
              ),
              h(
                "tbody",
                {},
                rows.map((row) => h("tr", {}, row.map(cell))),
              ),
            ),
          )
        : empty("No answers.", h("p", {}, "The question is right, but the graph has nothing that fits it.")),
    );
  }
}

function cell(found) {
  if (!found) return h("td", { class: "none" });
  const { text, iri, link: to } = found;
  return h("td", { title: iri ?? text }, to ? link(to, text) : text);
}
