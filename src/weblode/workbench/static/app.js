// The frame of all views: which one an address is, how to go from one to another, theme, keys.

import { dialog, h, link, problem } from "./dom.js";
import { Refused } from "./server.js";

const VIEWS = [
  // the first part of the path, the name in the bar, the module that draws it, how many parts a path has at most
  ["records", "Records", () => import("./records.js"), 2],
  ["outline", "Outline", () => import("./outline.js"), 2],
  ["tables", "Tables", () => import("./tables.js"), 2],
  ["ontology", "Ontology", () => import("./ontology.js"), 4],
  ["jobs", "Jobs", () => import("./jobs.js"), 2],
];
const OF_A_PAGE = ["records", "outline", "tables"]; // views of one page, opened by ./open.js
const OPENING = ["Open a page", () => import("./open.js")];
// Where to go on after an error.
const ELSEWHERE = { ontology: ["/ontology", "All that was mined"], jobs: ["/jobs", "All jobs"] };
const KEYS = [
  ["j, k", "next, previous row"],
  ["Enter", "open or choose"],
  ["u or Ctrl+Z", "undo"],
  ["Ctrl+Shift+Z or Ctrl+Y", "redo"],
  ["/", "search"],
  ["?", "these keys"],
];

const main = document.getElementById("main");
let keys = {}; // of the view that is shown
let leave = []; // what the view wants done when it is left
let drawn = 0; // counts, so that a view that answers too late is not drawn

/** Go to another address; `replace` if it is the same view with another choice. */
export function go(address, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  return draw();
}

async function draw() {
  const turn = ++drawn;
  const segments = location.pathname.split("/").slice(1).map(decoded);
  const [name] = segments;
  const [title, load] = viewOf(segments);
  leave.splice(0).forEach((each) => each());
  const fresh = {}; // until the view is drawn, the keys are those of the one that is seen
  bar(name, segments[1]);
  document.title = `${title} – weblode`;
  const view = h("div", { class: `view ${name}` });
  const context = {
    segments,
    query: new URLSearchParams(location.search),
    view,
    go,
    here: () => turn === drawn,
    keys: (given) => Object.assign(fresh, given),
    leaving: (act) => leave.push(act),
    title: (text) => {
      document.title = `${text} – weblode`;
    },
  };
  const waiting = setTimeout(
    () => turn === drawn && main.replaceChildren(h("p", { class: "loading", role: "status" }, "Loading …")),
    150,
  );
  try {
    await (await load()).show(context);
    if (turn !== drawn) return;
    main.replaceChildren(view);
    keys = fresh;
    context.drawn?.();
  } catch (error) {
    if (!error.status) console.error(error);
    if (turn !== drawn) return;
    keys = {};
    main.replaceChildren(
      h(
        "div",
        { class: "view" },
        problem(error.message),
        h("p", {}, link(...(ELSEWHERE[name] ?? ["/records", "Open another page"]))),
      ),
    );
  } finally {
    clearTimeout(waiting);
  }
}

/** The title of the view that an address is, and what loads its module. */
function viewOf([name, id, ...more]) {
  if (name === "pages" && !id) return OPENING;
  const found = VIEWS.find(([each, , , most]) => each === name && more.length + 2 <= most);
  if (!found)
    return [
      "Not found",
      async () => {
        throw new Refused(`The workbench has no page ${location.pathname}`, 404);
      },
    ];
  return OF_A_PAGE.includes(name) && !id ? [found[1], OPENING[1]] : [found[1], found[2]];
}

/** A part of a path as it is meant; as it stands where it means nothing. */
function decoded(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function bar(name, id) {
  const page = OF_A_PAGE.includes(name) ? id : sessionStorage.getItem("page");
  if (page) sessionStorage.setItem("page", page);
  const links = VIEWS.map(([each, title]) => {
    const anchor = link(OF_A_PAGE.includes(each) && page ? `/${each}/${page}` : `/${each}`, title);
    if (each === name) anchor.setAttribute("aria-current", "page");
    return anchor;
  });
  document.getElementById("views").replaceChildren(...links);
}

// ---------------------------------------------------------------- links, keys, theme
addEventListener("popstate", draw);
addEventListener("click", (event) => {
  const anchor = event.target.closest?.("a[href]");
  if (!anchor || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (anchor.target || anchor.hasAttribute("download") || anchor.origin !== location.origin) return;
  if (anchor.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  go(anchor.href);
});

addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  const typing = event.target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]");
  if (typing) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const name = keyOf(event);
  if (name === "?") showKeys();
  else if (name === "/" && document.querySelector("[type=search]")) document.querySelector("[type=search]").focus();
  else if (keys[name]) keys[name](event);
  else return;
  event.preventDefault();
});

/** What a key is called in `keys` of a view. */
function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (altKey) return null;
  if (!ctrlKey && !metaKey) return key;
  return { z: shiftKey ? "redo" : "u", y: "redo" }[key.toLowerCase()] ?? null;
}

function showKeys() {
  dialog(
    "Keys",
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, meaning]) => [h("dt", {}, key), h("dd", {}, meaning)]),
    ),
  );
}

function theme(chosen) {
  if (chosen) localStorage.setItem("theme", chosen);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? (dark ? "dark" : "light");
}

document.getElementById("help").addEventListener("click", showKeys);
document
  .getElementById("theme")
  .addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => theme());
theme();
draw();
