// Elements of the workbench's own pages. Text is always text: nothing here parses HTML.

/** An element: h("button", {class: "quiet", onclick: act, "aria-label": "Undo"}, "↶"). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (["value", "checked", "selected", "disabled", "indeterminate"].includes(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A link inside the workbench; a click changes the view without loading the page anew. */
export function link(href, ...children) {
  return h("a", { href }, ...children);
}

/** A button with an action. */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/** Draw a part anew. What had the focus there has it again: what has the same `data-focus`, or is called the same. */
export function refocused(part, draw) {
  const held = part.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  draw();
  if (held === null) return;
  const again = [...part.querySelectorAll("button, a, input, select, summary, [tabindex]")].filter(
    (each) => !each.disabled,
  );
  (again.find((each) => nameOf(each) === held) ?? again[0])?.focus({ preventScroll: true });
}
const nameOf = (element) => element.dataset.focus ?? element.getAttribute("aria-label") ?? element.textContent;

/** A labelled field of a form. */
export function field(label, control, attributes = {}) {
  control.id ||= `f${++numbered}`;
  return h("div", { class: "field", ...attributes }, h("label", { for: control.id }, label), control);
}
let numbered = 0;

/** A choice of [value, text] pairs or plain texts. */
export function select(options, chosen, onchange, attributes = {}) {
  const pairs = options.map((each) => (Array.isArray(each) ? each : [each, each]));
  const made = pairs.map(([value, text]) => h("option", { value, selected: value === chosen }, text));
  return h("select", { onchange: (event) => onchange?.(event.target.value), ...attributes }, made);
}

/** What stands where there is nothing yet: a line, and what to do about it. */
export function empty(title, ...children) {
  return h("div", { class: "empty" }, h("p", { class: "title" }, title), ...children);
}

/** A box that says what went wrong. */
export function problem(text) {
  return h("p", { class: "problem", role: "alert" }, text);
}

/** A short note at the foot of the window, gone after a while; with an action if one is given. */
export function note(text, action = null) {
  const box = h(
    "div",
    { class: "note" },
    h("span", {}, text),
    action &&
      button(action.name, () => {
        box.remove();
        action.act();
      }),
  );
  document.getElementById("notes").replaceChildren(box);
  setTimeout(() => box.remove(), action ? 12000 : 5000);
}

/** A dialog with a title; closes by Escape, and gives the focus back. */
export function dialog(title, ...children) {
  const heading = h("h2", { id: `d${++numbered}` }, title);
  const box = h(
    "dialog",
    { "aria-labelledby": heading.id, onclose: () => box.remove() },
    h(
      "div",
      { class: "inside" },
      h(
        "header",
        {},
        heading,
        button("×", () => box.close(), { "aria-label": "Close", class: "quiet" }),
      ),
      ...children,
    ),
  );
  document.body.append(box);
  box.showModal();
  return box;
}

export const count = (n, noun, plural = `${noun}s`) => `${n.toLocaleString("en")} ${n === 1 ? noun : plural}`;
export const percent = (share) => `${Math.round(100 * share)} %`;

/** Moves a selection among rows: j/k or the arrows, Home and End; returns the keys for the view. */
export function stepping(rows, moved) {
  let at = -1;
  const to = (i) => {
    const all = rows();
    if (!all.length) return;
    at = Math.max(0, Math.min(all.length - 1, i));
    all[at].focus({ preventScroll: true });
    all[at].scrollIntoView({ block: "nearest" });
    moved?.(at, all[at]);
  };
  const here = () => {
    const i = rows().indexOf(document.activeElement?.closest("[tabindex],a,button"));
    return i < 0 ? at : i;
  };
  return { j: () => to(here() + 1), k: () => to(here() - 1) };
}
