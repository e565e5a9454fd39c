// The concepts of a run: the tree, and beside it the chosen concept or what there is to say of the whole.

import { concept } from "./concept.js";
import { button, count, empty, h, link } from "./dom.js";
import { conceptPath, figures, heading, path, when } from "./ontology.js";
import { get } from "./server.js";
import { Taxonomy } from "./taxonomy.js";
import { Tidy } from "./tidy.js";

let held = null; // the tree of the run that was looked at last, so that another choice does not load it anew

export async function show(context) {
  const [, run, part, ...rest] = context.segments;
  const id = part === "concept" ? rest.join("/") : null;
  const asked = id === null ? null : get(conceptPath(run, id), context.query);
  asked?.catch(() => null); // it is waited for below
  if (held?.run !== run || id === null) await load(run);
  let found = null;
  let wrong = null;
  try {
    found = await asked;
  } catch (error) {
    if (error.status !== 404) throw error;
    wrong = error;
  }
  if (wrong || (found && found.version !== held.data.version)) await load(run);
  if (!context.here()) return;
  draw(context, found, wrong);
}

async function load(run) {
  const data = await get(path(run));
  if (held?.run !== run) held = new Held(run);
  held.update(data);
}

class Held {
  constructor(run) {
    this.run = run;
    this.tree = new Taxonomy({ choose: (id) => this.go(conceptPath(run, id)), marked: (ids) => this.marked(ids) });
    this.chosen = h("div", {
      class: "tools chosen",
      role: "group",
      "aria-label": "The selected concepts",
      hidden: true,
    });
    const tree = this.tree;
    this.pane = h(
      "section",
      { class: "tree-pane", "aria-label": "Taxonomy" },
      h(
        "div",
        { class: "row" },
        tree.search,
        button("⊞", () => tree.all(true), { "aria-label": "Unfold all", title: "Unfold all" }),
        button("⊟", () => tree.all(false), { "aria-label": "Fold all", title: "Fold all" }),
      ),
      h(
        "div",
        { class: "tree-head" },
        tree.said,
        h("span", { "aria-hidden": "true" }, "sites"),
        h("span", { "aria-hidden": "true" }, "instances"),
      ),
      tree.box,
      this.chosen,
    );
  }

  update(data) {
    if (this.data?.version === data.version) return;
    this.data = data;
    this.tree.update(data);
  }

  marked(ids) {
    this.chosen.hidden = !ids.length;
    this.chosen.replaceChildren(
      h("span", {}, `${ids.length} selected`),
      button("Merge …", () => this.tidy.merge(ids), { disabled: ids.length < 2 }),
      button("Move …", () => this.tidy.move(ids)),
      button("Reject …", () => this.tidy.reject(ids)),
      button("Clear", () => this.tree.clear(), { class: "quiet" }),
    );
  }
}

function draw(context, found, wrong) {
  const { data, tree, pane } = held;
  const id = found?.id ?? null;
  const scrolled = tree.box.scrollTop;
  const focused = pane.contains(document.activeElement) ? document.activeElement : null;
  held.go = context.go;
  held.tidy = new Tidy(context, data, { chosen: id, done: (now) => changed(context, now) });
  context.title(found ? `${found.labels[0]} – ${data.title}` : data.title);
  tree.select(id);
  const detail = h(
    "section",
    { class: "detail", "aria-label": found ? "The concept" : "The run", tabindex: "-1" },
    wrong &&
      h("div", {}, h("p", { class: "problem", role: "alert" }, wrong.message), link(path(data.name), "All concepts")),
    found
      ? [h("p", { class: "back" }, link(path(data.name), "← All concepts")), concept(found, held.tidy)]
      : !wrong && overview(data),
  );
  context.view.classList.add("run-view");
  context.view.append(heading(data, ""), h("div", { class: `sides${found || wrong ? " one" : ""}` }, pane, detail));
  context.keys({
    j: () => tree.step(1),
    k: () => tree.step(-1),
    u: () => held.tidy.undo(),
    redo: () => held.tidy.redo(),
  });
  context.drawn = () => {
    tree.box.scrollTop = scrolled;
    tree.reveal();
    focused?.focus({ preventScroll: true });
    detail.querySelector("[data-lit]")?.scrollIntoView({ block: "center" });
  };
}

/** After an edit: the same place, as it is now, and the focus on the concept or what took its place. */
async function changed({ go }, id) {
  const { tree, run } = held;
  const place = tree.place();
  await load(run);
  tree.clear();
  const there = id && tree.known.has(id);
  await go(there ? conceptPath(run, id) : path(run), { replace: true });
  const at = document.activeElement;
  if ((at && at !== document.body && !tree.list.contains(at)) || tree.focus(there ? id : null, place)) return;
  const title = document.querySelector(".detail h2");
  title?.setAttribute("tabindex", "-1");
  title?.focus();
}

// ---------------------------------------------------------------- what there is to say of the whole
function overview(data) {
  const { concepts } = data;
  return [
    h("h2", {}, figures(data.figures)),
    data.finished && h("p", { class: "hint" }, `Finished ${when(data.finished)}`),
    data.problems.map((each) => h("p", { class: "warning" }, each)),
    !concepts.length &&
      empty(
        "This run found no concepts.",
        h(
          "p",
          {},
          "What was left out, and why, is below. A second site that overlaps may help: ",
          link("/jobs", "start a job"),
          ".",
        ),
      ),
    concepts.length > 0 &&
      h(
        "p",
        {},
        "Choose a concept to see its labels, sites and instances, and where each was read. " +
          "Tick several to merge or move them.",
      ),
    h("h3", {}, "Sites"),
    h(
      "ul",
      { class: "plain" },
      Object.entries(data.sites).map(([site, home]) => h("li", {}, site, " ", h("span", { class: "hint" }, home))),
    ),
    h("h3", {}, "Take it away"),
    h(
      "div",
      { class: "tools" },
      data.files.map((name) =>
        h("a", { class: "button", href: `${path(data.name)}/files/${name}`, download: `${data.title}-${name}` }, name),
      ),
    ),
    data.changes &&
      h("details", { open: true }, h("summary", {}, "Changed since the run before"), changes(data.changes)),
    reasons("Labels that were left out, and why", data.dropped, "label"),
    reasons("Pages that could not be fetched, and why", data.failed, "page"),
  ];
}

function reasons(title, found, noun) {
  if (!found.length) return null;
  const total = found.reduce((sum, { number }) => sum + number, 0);
  return h(
    "details",
    {},
    h("summary", {}, `${title} (${total.toLocaleString("en")})`),
    found.map(({ reason, number, names }) =>
      h(
        "details",
        { class: "inner" },
        h("summary", {}, `${count(number, noun)}: ${reason}`),
        h(
          "p",
          { class: "names" },
          names.join(" · "),
          number > names.length ? ` · and ${number - names.length} more` : "",
        ),
      ),
    ),
  );
}

function changes(found) {
  const rows = Object.entries(found).flatMap(([what, ways]) =>
    Object.entries(ways)
      .filter(([, { number }]) => number)
      .map(([way, { number, names }]) =>
        h(
          "details",
          { class: "inner" },
          h("summary", {}, `${what}: ${number.toLocaleString("en")} ${way}`),
          h(
            "p",
            { class: "names" },
            names.join(" · "),
            number > names.length ? ` · and ${number - names.length} more` : "",
          ),
        ),
      ),
  );
  return rows.length ? rows : h("p", {}, "Nothing.");
}
