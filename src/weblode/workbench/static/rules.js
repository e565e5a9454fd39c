// Rules in the records view: the dialog that saves one, and the one that tries it on another page.

import { form } from "./open.js";
import { dialog, field, h, note, problem } from "./dom.js";
import { post } from "./server.js";

/** Ask for a name and save the rule of the list that a records view shows; `then` gets the name. */
export function saveRule(view, then = null) {
  const name = h("input", {
    type: "text",
    required: true,
    pattern: "[A-Za-z0-9_\\-]+",
    value: suggested(view.data.page),
    spellcheck: "false",
  });
  const said = h("div", { "aria-live": "polite" });
  const submit = h("button", { type: "submit", class: "main" }, "Save");
  const taken = () => view.data.rules.includes(name.value); // then another click replaces it
  name.addEventListener("input", () => {
    submit.textContent = taken() ? "Replace" : "Save";
    said.replaceChildren(taken() ? h("p", { class: "warning" }, `There is a rule ${name.value}. Replace it?`) : "");
  });
  const box = dialog(
    "Save the rule",
    h(
      "form",
      {
        onsubmit: async (event) => {
          event.preventDefault();
          try {
            const { rule, differs } = await post(view.address("/rule"), { name: name.value, replace: taken() });
            box.close();
            if (!view.data.rules.includes(rule)) view.data.rules.push(rule);
            view.drawCandidates();
            if (then) then(rule);
            else
              note(`The rule ${rule} is saved.${differs && ` It is not exact: ${differs}.`}`, {
                name: "Test it on another page",
                act: () => choosePage(view, rule),
              });
          } catch (error) {
            said.replaceChildren(problem(error.message));
          }
        },
      },
      field("Name of the rule: letters, digits, - and _", name),
      said,
      submit,
    ),
  );
  name.dispatchEvent(new Event("input"));
  name.select();
}

/** Try the rule of a records view on another page; one that is not saved yet is saved first. */
export function testRule(view) {
  const rule = view.query.get("rule");
  return rule ? choosePage(view, rule) : saveRule(view, (saved) => choosePage(view, saved));
}

function choosePage(view, rule) {
  const box = dialog(
    `Test ${rule} on another page`,
    form((page) => {
      box.close();
      view.context.go(`/records/${page.id}?rule=${encodeURIComponent(rule)}`);
    }),
  );
}

function suggested({ url, name }) {
  const host = url ? new URL(url).hostname.replace(/^www\./, "") : name.replace(/\.[a-z]+$/i, "");
  return (
    host
      .replace(/[^A-Za-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 40) || "rule"
  );
}
