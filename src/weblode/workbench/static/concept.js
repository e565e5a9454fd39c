// One concept: what it is called, who says so, what is around it, and what it lists; each with where it was read.

import { button, count, h, link } from "./dom.js";
import { conceptPath, short, when, witnessPath } from "./ontology.js";

/** All that is known of a concept. */
export function concept(found, tidy) {
  const { run, labels, merged, edited } = found;
  const [label, ...others] = labels;
  return [
    h("div", { class: "concept-head" }, h("h2", {}, label), tools(found, tidy)),
    others.length > 0 && h("p", {}, "Also: ", others.join(" · ")),
    around(run, "Broader", found.broader, "It is on top of the taxonomy."),
    around(run, "Narrower", found.narrower, ""),
    merged.length > 0 &&
      part(
        "Why these labels are one concept",
        h(
          "ul",
          { class: "plain" },
          merged.map((why) => h("li", {}, why)),
        ),
      ),
    edited.length > 0 &&
      part(
        "Done by hand",
        h(
          "ul",
          { class: "plain" },
          edited.map((note) => h("li", {}, told(note))),
        ),
      ),
    part(
      `${count(found.sites.length, "site")}`,
      h(
        "p",
        {},
        found.sites.map(({ name, home }) => h("span", { class: "chip", title: home ?? "" }, name)),
      ),
    ),
    witnesses(run, found.witnesses),
    found.urls.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, `Its pages (${found.urls.length})`),
        h(
          "ul",
          { class: "plain" },
          found.urls.map((url) => h("li", {}, link(witnessPath(run, { page: url }), short(url)))),
        ),
      ),
    instances(found),
  ];
}

/** A note of an edit, its time as people read it. */
function told(note) {
  const [, time, said] = /^(\S+): (.*)$/s.exec(note) ?? [null, "", note];
  return [said, h("span", { class: "hint" }, ` ${when(time)}`)];
}

function part(title, ...children) {
  return h("div", { class: "part" }, h("h3", {}, title), ...children);
}

function tools(found, tidy) {
  return h(
    "div",
    { class: "tools", role: "group", "aria-label": "Tidy up" },
    button("Rename …", () => tidy.rename(found)),
    button("Merge …", () => tidy.merge([found.id])),
    button("Split …", () => tidy.split(found), { disabled: found.labels.length + found.sites.length < 3 }),
    button("Move …", () => tidy.move([found.id])),
    button("Reject …", () => tidy.reject([found.id]), { class: "danger" }),
  );
}

function around(run, title, pairs, none) {
  if (!pairs.length) return none && h("p", { class: "hint" }, none);
  const row = (pair) =>
    h(
      "li",
      {},
      link(conceptPath(run, pair.id), pair.label),
      " ",
      h("span", { class: "hint" }, pair.sites.length ? count(pair.sites.length, "site") : "by hand"),
      pair.witnesses.map((witness, i) =>
        where(run, witness, `Where it was read that ${pair.label} is ${title.toLowerCase()}, ${i + 1}`),
      ),
    );
  const shown = pairs.slice(0, 12);
  return part(
    title,
    h("ul", { class: "plain pairs" }, shown.map(row)),
    pairs.length > shown.length &&
      h(
        "details",
        {},
        h("summary", {}, `${pairs.length - shown.length} more`),
        h("ul", { class: "plain pairs" }, pairs.slice(12).map(row)),
      ),
  );
}

function witnesses(run, found) {
  if (!found.length) return null;
  return h(
    "details",
    { open: found.length <= 6 },
    h("summary", {}, `Where its labels were read (${found.length})`),
    h(
      "ul",
      { class: "plain witnesses" },
      found.map((witness) =>
        h(
          "li",
          {},
          link(witnessPath(run, witness), short(witness.page)),
          " ",
          h("code", { class: "hint" }, witness.xpath),
          witness.method !== "outline" && h("span", { class: "chip" }, witness.method),
        ),
      ),
    ),
  );
}

/** A small link to the very node. */
function where(run, witness, text) {
  const anchor = link(witnessPath(run, witness), "◎");
  anchor.className = "where";
  anchor.title = `${text}: ${witness.xpath || "the page"} of ${witness.page} (${witness.method})`;
  anchor.setAttribute("aria-label", text);
  return anchor;
}

// ---------------------------------------------------------------- instances
function instances(found) {
  const { total, step, from } = found;
  if (!total) return h("p", { class: "hint" }, "No instances of its own.");
  const last = Math.min(total, from + step);
  const at = (start) => `${conceptPath(found.run, found.id)}?from=${start}`;
  const pager =
    total > step &&
    h(
      "nav",
      { class: "tools pager", "aria-label": "Instances" },
      from > 0 ? link(at(Math.max(0, from - step)), "← Before") : "",
      h("span", {}, `${from + 1}–${last} of ${total.toLocaleString("en")}`),
      last < total ? link(at(last), "Next →") : "",
    );
  return part(
    count(found.distinct, "instance") + (total > found.distinct ? `, in ${count(total, "place")}` : ""),
    pager,
    found.instances.length
      ? h(
          "ol",
          { class: "instances", start: from + 1 },
          found.instances.map((each, i) => instance(found, each, from + i)),
        )
      : h("p", {}, "There are none so far down. ", link(at(0), "Back to the first")),
    pager && pager.cloneNode(true),
  );
}

function instance({ run, chosen }, each, number) {
  return h(
    "li",
    { "data-lit": number === chosen },
    h(
      "div",
      { class: "instance-title" },
      link(witnessPath(run, each.witness), each.title || "(no title)"),
      each.url &&
        /^https?:/.test(each.url) &&
        h("a", { href: each.url, target: "_blank", rel: "noopener noreferrer", class: "hint" }, `${short(each.url)} ↗`),
    ),
    each.attributes.length > 0 &&
      h(
        "dl",
        { class: "attributes" },
        each.attributes.map(({ name, value, witness }) =>
          h(
            "div",
            {},
            h("dt", {}, name),
            h(
              "dd",
              {},
              h("span", { class: "value", title: value }, value),
              where(run, witness, `Where ${name} was read`),
            ),
          ),
        ),
      ),
  );
}
