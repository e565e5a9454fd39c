// Opening a page: by its address, from a file, from the folder, or pasted; and those that were opened before.

import { empty, field, h, link, problem } from "./dom.js";
import { get, post } from "./server.js";

/** The form that opens a page; `opened` gets what the server knows of it. */
export function form(opened) {
  const said = h("div", { "aria-live": "polite" });
  const address = h("input", {
    type: "text",
    name: "address",
    placeholder: "https://… or a file of the folder",
    autocomplete: "off",
    spellcheck: "false",
  });
  const file = h("input", { type: "file", accept: ".html,.htm,.xhtml,.shtml,text/html" });
  const pasted = h("textarea", { rows: 6, name: "html", spellcheck: "false", placeholder: "<ul><li>…" });
  const submit = h("button", { type: "submit", class: "main" }, "Open");
  const act = async (path, body) => {
    submit.disabled = true;
    said.replaceChildren(h("p", { class: "loading" }, "Opening …"));
    try {
      opened(await post(path, body));
    } catch (error) {
      said.replaceChildren(problem(error.message));
    } finally {
      submit.disabled = false;
    }
  };
  file.addEventListener(
    "change",
    () => file.files.length && act(`/pages?name=${encodeURIComponent(file.files[0].name)}`, file.files[0]),
  );
  return h(
    "form",
    {
      class: "open",
      onsubmit: (event) => {
        event.preventDefault();
        const where = address.value.trim();
        if (where) act("/pages", /^[a-z][a-z0-9+.-]*:\/\//i.test(where) ? { url: where } : { path: where });
        else if (pasted.value.trim()) act("/pages", { html: pasted.value });
        else said.replaceChildren(problem("Give an address, choose a file, or paste HTML."));
      },
    },
    h("div", { class: "row" }, field("Address or file of the folder", address, { class: "field wide" }), submit),
    h("div", { class: "row" }, field("A file of yours", file), h("p", { class: "hint" }, "or")),
    field("HTML", pasted),
    said,
  );
}

export async function show({ segments, view, go }) {
  const { pages } = await get("/pages");
  const name = segments[0] === "pages" ? "records" : segments[0];
  const listed = pages.map((page) =>
    h(
      "li",
      {},
      link(
        `/${name}/${page.id}`,
        h("span", { class: "title" }, page.title),
        h("span", { class: "hint" }, page.url ?? page.name),
      ),
    ),
  );
  view.classList.add("opening");
  view.append(
    h(
      "section",
      { class: "card", "aria-labelledby": "open" },
      h("h1", { id: "open" }, "Open a page"),
      form((page) => go(`/${name}/${page.id}`)),
    ),
    h(
      "section",
      { class: "card", "aria-labelledby": "recent" },
      h("h2", { id: "recent" }, "Opened before"),
      listed.length
        ? h("ul", { class: "pages" }, listed)
        : empty("No page was opened yet.", h("p", {}, "Pages that you open are kept here.")),
    ),
  );
}
