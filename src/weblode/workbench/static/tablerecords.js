// The records of the table that is chosen in the tables view.

import { FORMATS, downloads } from "./pageview.js";
import { count, empty, h } from "./dom.js";

const FILES = FORMATS.map(([form, name]) => [`table.${form}`, name]);

/** Draw the records that come of the chosen headers of a tables view. */
export function drawRecords(view) {
  const { records, genuine } = view.data;
  if (!genuine)
    return view.parts.records.replaceChildren(
      empty("A refused table has no records.", h("p", {}, "Take it as data, or choose another table.")),
    );
  const { names, rows, total } = records;
  view.parts.records.replaceChildren(
    h(
      "div",
      { class: "row tools" },
      h("h2", {}, count(total, "record")),
      h("span", { class: "hint" }, "Download"),
      downloads(FILES, (file) => view.address(`/${file}`)),
    ),
    total
      ? h(
          "div",
          { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of records" },
          h(
            "table",
            { class: "records" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("th", { scope: "col" }, "#"),
                names.map((name) => h("th", { scope: "col" }, name)),
              ),
            ),
            h(
              "tbody",
              {},
              rows.map((row, i) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, String(i + 1)),
                  row.map((value) => h("td", { class: value === null ? "none" : "", title: value }, value ?? "")),
                ),
              ),
            ),
          ),
        )
      : empty("No records come of these headers.", h("p", {}, "Mark fewer cells as headers.")),
    rows.length < total
      ? h("p", { class: "hint" }, `The first ${count(rows.length, "record")}; downloads have all.`)
      : "",
  );
}
