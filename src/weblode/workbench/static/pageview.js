// What the views of one page share: their data by their address, choices that are in the address, and the way back.

import { Page } from "./page.js";
import { count, h, note } from "./dom.js";
import { get } from "./server.js";

/** A view of a page. One that extends it has `redraw()`, which draws all that depends on a choice. */
export class PageView {
  constructor(context) {
    this.context = context;
    this.path = `/${context.segments[0]}/${context.segments[1]}`;
    this.query = context.query;
    this.history = []; // former queries, for undo
    this.parts = {};
    context.keys({ u: () => this.undo() });
  }

  async load() {
    this.asking?.abort();
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

  /** Another choice: `edit` changes the query. One that cannot be is told, and taken back. */
  async change(edit, { kept = true } = {}) {
    const [before, data] = [this.query.toString(), this.data];
    edit(this.query);
    this.parts.busy.setAttribute("aria-busy", "true");
    let wrong = null;
    try {
      await this.load();
      wrong = this.impossible();
    } catch (error) {
      if (error.name === "AbortError") return;
      wrong = error.message;
    }
    if (wrong) {
      this.data = { ...data, problem: wrong };
      this.query = new URLSearchParams(before);
    } else if (kept) {
      this.history.push(before);
    }
    if (!this.context.here()) return;
    this.addressed();
    this.parts.busy.removeAttribute("aria-busy");
    this.redraw();
  }

  /** Why what was chosen cannot be, though there is an answer to it. */
  impossible() {
    return null;
  }

  undo() {
    if (!this.history.length) return note("There is nothing to undo.");
    const before = this.history.pop();
    return this.change((query) => {
      [...query.keys()].forEach((key) => query.delete(key));
      new URLSearchParams(before).forEach((value, key) => query.append(key, value));
    }, { kept: false });
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
