// The ontology view: the runs of the folder, and for one of them its concepts, pages, questions and edits.

import { count, empty, h, link } from "./dom.js";
import { get } from "./server.js";

const PARTS = {
  page: () => import("./evidence.js"),
  query: () => import("./sparql.js"),
  edits: () => import("./edits.js"),
};

export async function show(context) {
  const [, run, part] = context.segments;
  if (!run) return listing(context);
  const module = await (PARTS[part] ?? (() => import("./concepts.js")))();
  return module.show(context);
}

async function listing({ view }) {
  const { folder, runs } = await get("/ontology");
  view.classList.add("opening");
  view.append(
    h(
      "section",
      { class: "card", "aria-labelledby": "runs" },
      h("h1", { id: "runs" }, "What was mined"),
      runs.length
        ? h("ul", { class: "pages" }, runs.map(listed))
        : empty(
            `Nothing was mined in ${folder} yet.`,
            h("p", {}, "Give the home pages of a few sites that overlap, and their taxonomy and instances are found: "),
            h("p", {}, link("/jobs", "start a job")),
            h("p", { class: "hint" }, "or, in a terminal: ", h("code", {}, "weblode mine HOME… -o DIR/NAME")),
          ),
    ),
  );
}

function listed(run) {
  return h(
    "li",
    {},
    link(
      path(run.name),
      h("span", { class: "title" }, run.title),
      h("span", {}, figures(run.figures)),
      h("span", { class: "hint" }, [
        (run.homes ?? []).slice(0, 4).join(", "),
        (run.homes ?? []).length > 4 && ` and ${run.homes.length - 4} more`,
      ]),
      h(
        "span",
        { class: "hint" },
        run.updating
          ? "A run is under way or was stopped; these are the results before it."
          : run.finished
            ? `finished ${when(run.finished)}`
            : "not finished",
      ),
    ),
  );
}

/** The address of a run. */
export const path = (name) => `/ontology/${encodeURIComponent(name)}`;

/** The address of a concept of a run. */
export const conceptPath = (run, id) => `${path(run)}/concept/${encodeURIComponent(id)}`;

/** The address of the node of a page that a witness names. */
export function witnessPath(run, { page, xpath }) {
  return `${path(run)}/page?${new URLSearchParams(xpath ? { address: page, xpath } : { address: page })}`;
}

/** How much there is of what: {"concept": 3} is "3 concepts". */
export function figures(found) {
  return Object.entries(found ?? {})
    .map(([what, n]) => count(n, what))
    .join(" · ");
}

/** A time as people read it. */
export function when(time) {
  const date = new Date(time);
  return Number.isNaN(date.valueOf()) ? time : date.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

/** An address, short enough for a line. */
export function short(address) {
  const bare = address.replace(/^https?:\/\/(www\.)?/, "");
  return bare.length > 64 ? `${bare.slice(0, 30)} … ${bare.slice(-30)}` : bare;
}

/** What stands on top of all views of a run: its name, and the way to the others. */
export function heading({ name, title, updating }, current, ...more) {
  const tabs = [
    ["", "Concepts"],
    ["/query", "Questions"],
    ["/edits", "Edits"],
  ].map(([end, text]) => {
    const anchor = link(`${path(name)}${end}`, text);
    if (end === current) anchor.setAttribute("aria-current", "page");
    return anchor;
  });
  return h(
    "div",
    { class: "heading run" },
    h("h1", {}, link("/ontology", "Ontology"), h("span", { "aria-hidden": "true" }, " › "), title),
    h("nav", { class: "tabs", "aria-label": "Of this run" }, tabs),
    ...more,
    updating &&
      h(
        "p",
        { class: "warning" },
        "A run is under way in this folder or was stopped; these are the results before it.",
      ),
  );
}
