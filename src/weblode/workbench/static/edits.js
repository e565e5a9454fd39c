// All that was done by hand to a run, in order, and the way back.

import { button, count, empty, h, link, note, problem } from "./dom.js";
import { conceptPath, heading, path, when } from "./ontology.js";
import { get, post } from "./server.js";

export async function show(context) {
  const base = path(context.segments[1]);
  const data = await get(`${base}/edits`);
  const act = async (body) => {
    note(body.redo ? "Doing it again …" : "Undoing …");
    try {
      const { said } = await post(`${base}/undo`, body);
      const at = document.activeElement?.closest("[data-place]")?.dataset.place;
      await context.go(`${base}/edits`, { replace: true });
      const again = at && document.querySelector(`[data-place="${at}"]:enabled`);
      (again || document.getElementById("edits"))?.focus(); // the list is a new one
      note(`${body.redo ? "Done again" : "Undone"}: ${said}.`);
    } catch (error) {
      note(error.message);
    }
  };
  context.title(`Edits – ${data.title}`);
  context.keys({ u: () => act({}), redo: () => act({ redo: true }) });
  context.view.append(
    heading(data, "/edits"),
    h(
      "section",
      { class: "card", "aria-labelledby": "edits" },
      h(
        "div",
        { class: "row tools" },
        h("h2", { id: "edits", tabindex: "-1" }, data.edits.length ? count(data.edits.length, "edit") : "Edits"),
        button("Undo the last", () => act({}), { disabled: !data.undo, "data-place": "undo" }),
        button("Do it again", () => act({ redo: true }), { disabled: !data.redo, "data-place": "redo" }),
      ),
      data.problems.map(problem),
      data.edits.length
        ? h(
            "ol",
            { class: "edits" },
            data.edits.map((each) => row(data, each, act)),
          )
        : empty(
            "Nothing was tidied up yet.",
            h(
              "p",
              {},
              "Choose a ",
              link(base, "concept"),
              " to rename, merge, split, move or reject it. Every edit is kept for later runs, and can be undone.",
            ),
          ),
    ),
  );
}

function row({ name }, { number, time, said, standing, concept }, act) {
  return h(
    "li",
    { class: standing ? "" : "off" },
    h(
      "span",
      {},
      concept ? link(conceptPath(name, concept), said) : said,
      h("span", { class: "hint" }, ` ${when(time)}${standing ? "" : " · undone"}`),
    ),
    standing
      ? button("Undo", () => act({ edits: [number] }), { "data-place": number, "aria-label": `Undo: ${said}` })
      : button("Redo", () => act({ edits: [number], redo: true }), {
          "data-place": number,
          "aria-label": `Redo: ${said}`,
        }),
  );
}
