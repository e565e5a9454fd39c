// What the views of one page share: their data by their address, choices that are in the address, and the way back.

import { Page } from "./page.js";
import { count, h, note } from "./dom.js";
import { get } from "./server.js";

// The formats of tables that can be downloaded.
export const FORMATS = [
  ["csv", "CSV"],
  ["json", "JSON"],
  ["jsonl", "JSON lines"],
  ["parquet", "Parquet"],
];

/** A view of a page. One that extends it has `redraw()`, which draws all that depends on a choice. */
export class PageView {
  constructor(context) {
    this.context = context;
    this.path = `/${context.segments[0]}/${context.segments[1]}`;
    this.query = context.query;
    this.history = []; // former queries, for undo
    this.undone = []; // those that were taken back, for redo
    this.waiting = 0; // choices that are not settled yet
    this.settled = Promise.resolve();
    this.parts = {};
    context.keys({ u: () => this.undo(), redo: () => this.redo() });
    context.leaving(() => this.asking?.abort());
  }

  async load() {
    this.asking = new AbortController();
    this.data = await get(this.path, this.query, { signal: this.asking.signal });
  }

  /** The address of something of this view, with what was chosen in it. */
  address(file = "") {
    return `${this.path}${file}${this.query.size ? `?${this.query}` : ""}`;
  }

  /** The address bar has what is seen now. */
  addressed() {
    history.replaceState(null, "", this.address());
  }

  /** Another choice: `edit` changes the query once earlier ones are settled. An impossible one is undone and told. */
  change(edit) {
    return this.#inTurn(async () => {
      const before = this.query.toString();
      edit(this.query);
      if (this.query.toString() !== before && (await this.#loaded(before))) {
        this.history.push(before);
        this.undone.length = 0;
      }
      return true;
    });
  }

  undo() {
    return this.#goBack(this.history, this.undone, "There is nothing to undo.");
  }

  redo() {
    return this.#goBack(this.undone, this.history, "There is nothing to redo.");
  }

  /** The query that was there before, or after; the one that is left goes to the other ones. */
  #goBack(from, to, none) {
    return this.#inTurn(async () => {
      if (!from.length) {
        note(none);
        return false;
      }
      const before = this.query.toString();
      this.query = new URLSearchParams(from.at(-1));
      if (await this.#loaded(before)) {
        from.pop();
        to.push(before);
      }
      return true;
    });
  }

  /** One after the other: each choice is made in what came of the one before. `act` says whether to draw anew. */
  #inTurn(act) {
    if (!this.data) return null; // nothing is there yet
    this.waiting++;
    this.parts.busy.setAttribute("aria-busy", "true");
    this.settled = this.settled.then(async () => {
      const changed = this.context.here() && (await act());
      if (!--this.waiting) this.parts.busy.removeAttribute("aria-busy");
      if (!changed || !this.context.here()) return;
      this.addressed();
      this.redraw();
    });
    return this.settled;
  }

  /** Whether there is an answer to the query as it is; if not, a note says why and the answer before is shown again. */
  async #loaded(before) {
    const { data } = this;
    let wrong = null;
    try {
      await this.load();
      wrong = this.impossible();
    } catch (error) {
      wrong = error.message;
    }
    if (!wrong) return true;
    this.data = { ...data, problem: wrong };
    this.query = new URLSearchParams(before);
    return false;
  }

  /** Why what was chosen cannot be, though there is an answer to it. */
  impossible() {
    return null;
  }

  /** The page in its frame, and the heading above it; `told` are the listeners of `Page`. */
  framed(told) {
    const { page } = this.data;
    this.context.title(page.title);
    this.page = new Page(`/pages/${page.id}/shown`, { title: `The page: ${page.title}`, ...told });
    const about = `${page.url ?? page.name} · ${page.encoding} · ${count(page.nodes, "node")}`;
    this.context.view.append(h("div", { class: "heading" }, h("h1", {}, page.title), h("p", { class: "hint" }, about)));
    return h("section", { class: "left", "aria-label": "The page" }, this.page.frame);
  }
}

/** Links that download files of a view. */
export function downloads(files, address) {
  return files.map(([file, name]) => h("a", { class: "button", href: address(file), download: file }, name));
}
