// Tidying up: dialogs for what can be done to concepts, and the way back.

import { button, count, dialog, field, h, note, problem } from "./dom.js";
import { path } from "./ontology.js";
import { post } from "./server.js";

const SHOWN = 8; // concepts that a search in a dialog shows
const sameIds = (some, others) => some.length === others.length && some.every((id) => others.includes(id));

export class Tidy {
  /** `done(id)` draws what there is after an edit, with the concept that it is about. */
  constructor(context, data, { chosen = null, done }) {
    this.context = context;
    this.run = data.name;
    this.known = new Map(data.concepts.map((each) => [each.id, each]));
    this.chosen = chosen;
    this.done = done;
  }

  label(id) {
    return this.known.get(id)?.label ?? id;
  }
  #above(id) {
    return [...this.known.values()].filter(({ below }) => below.includes(id)).map((each) => each.id);
  }

  /** After edits: draw what there is, and tell, with a way back from just these. */
  async #made(made, said) {
    try {
      await this.done(made.concept ?? this.chosen);
    } catch (error) {
      return note(error.message);
    }
    note(said, { name: "Undo", act: () => this.undo(made.numbers) });
    this.#problems(made);
  }

  /** Take back the edits with these numbers, else those that were made together last. */
  undo(numbers = []) {
    return this.#turn({ edits: numbers }, "Undoing …", "Undone");
  }

  /** Do again what was taken back last. */
  redo() {
    return this.#turn({ redo: true }, "Doing it again …", "Done again");
  }

  /** One after the other: who presses keys quickly means each of them. */
  #turn(body, doing, did) {
    this.turning = (this.turning ?? Promise.resolve()).then(() => this.#turned(body, doing, did));
    return this.turning;
  }

  async #turned(body, doing, did) {
    note(doing);
    try {
      const turned = await post(`${path(this.run)}/undo`, body);
      await this.done(turned.concept ?? this.chosen);
      note(`${did}: ${turned.said}.`);
      this.#problems(turned);
    } catch (error) {
      note(error.message);
    }
  }

  #problems({ problems }) {
    if (problems?.length)
      dialog(
        "Edits that do not apply",
        h(
          "ul",
          {},
          problems.map((each) => h("li", {}, each)),
        ),
      );
  }

  /** A dialog with a form; `edits` gives what to do when it is sent, or says what is wrong by an Error. */
  #form(title, children, { send, said, edits, danger = false }) {
    const wrong = h("div", { "aria-live": "polite" });
    const submit = h("button", { type: "submit", class: danger ? "danger" : "main" }, send);
    const box = dialog(
      title,
      h(
        "form",
        {
          onsubmit: async (event) => {
            event.preventDefault();
            submit.disabled = true;
            wrong.replaceChildren(h("p", { class: "hint" }, "Writing …"));
            let wanted, made;
            try {
              wanted = edits();
              made = await post(`${path(this.run)}/edit`, { edits: wanted }); // all or none
            } catch (error) {
              wrong.replaceChildren(problem(error.message));
              submit.disabled = false;
              return;
            }
            box.close(); // before what is drawn anew takes the focus
            await this.#made(made, said(wanted));
          },
        },
        children,
        wrong,
        h(
          "div",
          { class: "tools" },
          submit,
          button("Cancel", () => box.close(), { class: "quiet" }),
        ),
      ),
    );
    return box;
  }

  rename({ id, labels }) {
    const label = h("input", {
      type: "text",
      required: true,
      value: labels[0],
      list: "labels",
      spellcheck: "false",
      maxlength: 200,
    });
    this.#form(
      `Rename ${labels[0]}`,
      [
        field("Preferred label; the one before stays as another label", label),
        labels.length > 1 &&
          h(
            "div",
            { class: "tools" },
            h("span", { class: "hint" }, "Or one that it has:"),
            labels.slice(1).map((each) =>
              button(
                each,
                () => {
                  label.value = each;
                },
                { class: "quiet" },
              ),
            ),
          ),
      ],
      {
        send: "Rename",
        edits: () => [{ kind: "rename", concepts: [id], label: label.value.trim() }],
        said: () => `Renamed to ${label.value.trim()}.`,
      },
    );
    label.select();
  }

  merge(ids) {
    const chosen = this.#chooser(ids, { first: "This one stays, with all that the others have:" });
    this.#form("Merge concepts", chosen.element, {
      send: "Merge",
      edits: () => {
        if (chosen.ids.length < 2) throw new Error("Choose at least two concepts.");
        return [{ kind: "merge", concepts: chosen.ids }];
      },
      said: () => `Merged ${count(chosen.ids.length, "concept")} into ${this.label(chosen.ids[0])}.`,
    });
    chosen.focus();
  }

  split({ id, labels, sites }) {
    const ticks = (title, all) => {
      const boxes = all.map((value) => h("input", { type: "checkbox", value }));
      return {
        boxes,
        element: h(
          "fieldset",
          {},
          h("legend", {}, title),
          boxes.map((box) => h("label", { class: "tick" }, box, ` ${box.value}`)),
        ),
      };
    };
    const [some, from] = [
      ticks("Labels that go", labels),
      ticks(
        "Sites that go, with their links and instances",
        sites.map(({ name }) => name),
      ),
    ];
    const label = h("input", { type: "text", spellcheck: "false", maxlength: 200 });
    const picked = ({ boxes }) => boxes.filter((box) => box.checked).map((box) => box.value);
    this.#form(
      `Split ${labels[0]}`,
      [
        h("p", { class: "hint" }, "What you tick becomes a concept of its own, below the same ones."),
        some.element,
        from.element,
        field("Its label, if it is to have another one", label),
      ],
      {
        send: "Split",
        edits: () => {
          const edit = {
            kind: "split",
            concepts: [id],
            labels: picked(some),
            sites: picked(from),
            label: label.value.trim(),
          };
          if (!edit.labels.length && !edit.sites.length) throw new Error("Tick at least one label or site.");
          return [edit];
        },
        said: () => `Split ${labels[0]}.`,
      },
    );
  }

  move(ids) {
    const names = ids.map((id) => this.label(id)).join(", ");
    const now = ids.length === 1 ? this.#above(ids[0]) : [];
    const chosen = this.#chooser(now, { without: ids, none: "On top of the taxonomy." });
    this.#form(`Move ${names}`, [h("p", { class: "hint" }, "It is to be below:"), chosen.element], {
      send: "Move",
      edits: () => {
        const there = (id) => sameIds(this.#above(id), chosen.ids);
        // One that is there already is no reason to refuse all.
        const moving = ids.every(there) ? ids : ids.filter((id) => !there(id));
        return moving.map((id) => ({ kind: "move", concepts: [id, ...chosen.ids] }));
      },
      said: () =>
        chosen.ids.length
          ? `Moved ${names} below ${chosen.ids.map((id) => this.label(id)).join(", ")}.`
          : `Moved ${names} to the top.`,
    });
    chosen.focus();
  }

  reject(ids) {
    const names = ids.map((id) => this.label(id)).join(", ");
    const lost = ids.reduce((sum, id) => sum + (this.known.get(id)?.instances ?? 0), 0);
    this.#form(
      `Reject ${ids.length > 1 ? count(ids.length, "concept") : names}`,
      [
        ids.length > 1 && h("p", {}, names),
        h(
          "p",
          {},
          (lost ? `${count(lost, "instance")} will leave too. ` : "") +
            "What is below goes to what is above. Later runs leave it out as well; it can be undone.",
        ),
      ],
      {
        send: "Reject",
        danger: true,
        edits: () => ids.map((id) => ({ kind: "reject", concepts: [id] })),
        said: () => `Rejected ${names}.`,
      },
    );
  }

  /** Concepts to choose by their labels. */
  #chooser(given, { without = [], first = "", none = "" }) {
    const ids = [...given];
    const list = h("ul", { class: "plain chosen-list" });
    const found = h("ul", { class: "plain found" });
    const search = h("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: "Type to find concepts",
    });
    const about = ({ support, instances }) =>
      h("span", { class: "hint" }, ` ${count(support, "site")}${instances ? `, ${count(instances, "instance")}` : ""}`);
    const draw = () => {
      list.replaceChildren(
        ...(ids.length
          ? ids.map((id, i) =>
              h(
                "li",
                {},
                first && i === 0 && h("span", { class: "hint" }, first),
                h("span", {}, this.label(id), about(this.known.get(id))),
                first &&
                  i > 0 &&
                  button(
                    "Let it stay",
                    () => {
                      ids.unshift(...ids.splice(i, 1));
                      draw();
                    },
                    { class: "quiet", "aria-label": `Let ${this.label(id)} stay` },
                  ),
                button(
                  "×",
                  () => {
                    ids.splice(ids.indexOf(id), 1);
                    draw();
                  },
                  { class: "quiet", "aria-label": `Leave out ${this.label(id)}` },
                ),
              ),
            )
          : [h("li", { class: "hint" }, none)]),
      );
      const typed = search.value.trim().toLowerCase();
      const matches = typed
        ? [...this.known.values()].filter(
            ({ id, label, others }) =>
              !ids.includes(id) &&
              !without.includes(id) &&
              [label, ...others].some((each) => each.toLowerCase().includes(typed)),
          )
        : [];
      matches.sort(
        (a, b) => Number(b.label.toLowerCase().startsWith(typed)) - Number(a.label.toLowerCase().startsWith(typed)),
      );
      found.replaceChildren(
        ...matches.slice(0, SHOWN).map((each) =>
          h(
            "li",
            {},
            button(
              h("span", {}, `+ ${each.label}`, about(each)),
              () => {
                ids.push(each.id);
                search.value = "";
                draw();
                search.focus();
              },
              { class: "quiet" },
            ),
          ),
        ),
        ...(typed && !matches.length ? [h("li", { class: "hint" }, "No concept has such a label.")] : []),
      );
    };
    search.addEventListener("input", draw);
    search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !found.querySelector("button")) return;
      event.preventDefault();
      found.querySelector("button").click();
    });
    draw();
    return {
      ids,
      element: h("div", { class: "chooser" }, list, field("Add a concept", search), found),
      focus: () => search.focus(),
    };
  }
}
