// The jobs view: start mining, watch it, stop it, go on.

import { button, empty, field, h, link, problem, stepping } from "./dom.js";
import { get, post } from "./server.js";

const OFTEN = 700; // milliseconds between two looks at a job that is at work
const OPTIONS = {
  depth: ["Levels of concepts to follow", { min: 0 }],
  support: ["Sites that must share a label", { min: 1 }],
  max_pages: ["Most pages in all", { min: 1 }],
  follow: ["Most pages of a list", { min: 1 }],
  max_per_concept: ["Most items below a concept on a site", { min: 1, placeholder: "all" }],
  delay: ["Seconds between requests to a host", { min: 0, step: "any" }],
};
const STATES = { running: "at work", finished: "finished", stopped: "stopped", failed: "failed" };

export async function show(context) {
  return context.segments[1] ? new Watched(context).show() : list(context);
}

// ---------------------------------------------------------------- all jobs
async function list({ view, go, keys }) {
  const { jobs, options } = await get("/jobs");
  const rows = jobs.map((job) =>
    h(
      "li",
      {},
      link(
        `/jobs/${job.id}`,
        h("span", { class: "title" }, job.name, " ", badge(job)),
        h("span", { class: "hint" }, `${time(job.started)} · ${job.homes.join(", ")}`),
      ),
    ),
  );
  keys(stepping(() => [...view.querySelectorAll(".pages a")]));
  view.classList.add("opening");
  view.append(
    h(
      "section",
      { class: "card", "aria-labelledby": "start" },
      h("h1", { id: "start" }, "Mine sites"),
      h(
        "p",
        { class: "hint" },
        "Name the home pages of a few sites that overlap: what they share becomes a taxonomy with its instances.",
      ),
      form(options, (job) => go(`/jobs/${job.id}`)),
    ),
    h(
      "section",
      { class: "card", "aria-labelledby": "jobs" },
      h("h2", { id: "jobs" }, "Jobs"),
      rows.length
        ? h("ul", { class: "pages" }, rows)
        : empty("No job was started yet.", h("p", {}, "Those that you start stand here, also when they have ended.")),
    ),
  );
}

function form(usual, started) {
  const said = h("div");
  const homes = h("textarea", {
    rows: 4,
    required: true,
    spellcheck: "false",
    placeholder: "https://one.example/\nhttps://another.example/",
  });
  const name = h("input", {
    type: "text",
    required: true,
    pattern: "[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}",
    value: "mined",
    spellcheck: "false",
  });
  const semantics = h("input", { type: "checkbox", id: "semantics" });
  const numbers = Object.entries(OPTIONS).map(([key, [label, bounds]]) => [
    key,
    h("input", { type: "number", ...bounds, value: usual[key] ?? "" }),
    label,
  ]);
  const submit = h("button", { type: "submit", class: "main" }, "Start");
  return h(
    "form",
    {
      class: "open",
      onsubmit: async (event) => {
        event.preventDefault();
        const options = Object.fromEntries(
          numbers.filter(([, input]) => input.value !== "").map(([key, input]) => [key, Number(input.value)]),
        );
        if (semantics.checked) options.semantics = true;
        submit.disabled = true;
        try {
          started(
            await post("/jobs", {
              homes: homes.value
                .split("\n")
                .map((line) => line.trim())
                .filter(Boolean),
              name: name.value.trim(),
              options,
            }),
          );
        } catch (error) {
          said.replaceChildren(problem(error.message));
        } finally {
          submit.disabled = false;
        }
      },
    },
    field("Home pages, one a line: addresses, or files and folders of the served folder", homes),
    field("Folder for what is found", name),
    h(
      "details",
      {},
      h("summary", {}, "How far to go"),
      h(
        "div",
        { class: "row" },
        numbers.map(([, input, label]) => field(label, input)),
      ),
      h("p", {}, h("label", {}, semantics, " Put labels together that mean the same by what the sites say of them")),
    ),
    said,
    h("div", {}, submit),
  );
}

// ---------------------------------------------------------------- one job
class Watched {
  constructor(context) {
    this.context = context;
    this.path = `/jobs/${context.segments[1]}`;
    context.leaving(() => clearTimeout(this.next));
  }

  async show() {
    this.job = await get(this.path);
    const { name, homes } = this.job;
    this.context.title(name);
    this.parts = {
      state: h("p", { class: "state", role: "status" }),
      progress: h("dl", { class: "progress", "aria-live": "polite" }),
      said: h("div"),
      tools: h("div", { class: "tools" }),
      figures: h("dl", { class: "figures" }),
      lines: h("pre", { class: "lines", tabindex: "0", "aria-label": "What it said" }),
    };
    const { state, progress, said, tools, figures, lines } = this.parts;
    this.context.view.classList.add("opening");
    this.context.view.append(
      h(
        "section",
        { class: "card job", "aria-labelledby": "job" },
        h("h1", { id: "job" }, `Mining into ${name}`),
        h("p", { class: "hint" }, homes.join(", ")),
        state,
        progress,
        said,
        tools,
        figures,
        h("h2", {}, "What it said"),
        lines,
      ),
      link("/jobs", "All jobs"),
    );
    this.draw();
    this.again();
  }

  again() {
    clearTimeout(this.next);
    if (this.job.state === "running" && this.context.here()) this.next = setTimeout(() => this.look(), OFTEN);
  }

  async look() {
    try {
      this.job = await get(this.path);
      this.parts.said.replaceChildren();
    } catch (error) {
      this.parts.said.replaceChildren(problem(error.message));
    }
    this.draw();
    this.again();
  }

  draw() {
    const { state, stopping, progress, figures, reason, lines, started, ended, name } = this.job;
    const running = state === "running";
    this.parts.state.replaceChildren(
      badge(this.job),
      ` since ${time(running ? started : ended || started)}`,
      reason ? `: ${reason}` : "",
    );
    this.parts.progress.replaceChildren(
      ...Object.entries(progress).flatMap(([part, text]) => [h("dt", {}, part), h("dd", {}, text || "…")]),
    );
    const act = (text, path, attributes) => button(text, () => this.act(path), attributes);
    this.parts.tools.replaceChildren(
      running
        ? act(stopping ? "Stopping …" : "Stop", "stop", { disabled: stopping })
        : act(state === "finished" ? "Update" : "Go on", "go-on", { class: "main" }),
      state === "finished"
        ? h("a", { class: "button", href: `/ontology/${encodeURIComponent(name)}` }, "Look at the ontology")
        : "",
    );
    this.parts.figures.replaceChildren(
      ...Object.entries(figures).map(([noun, n]) =>
        h("div", {}, h("dt", {}, n === 1 ? noun : `${noun}s`), h("dd", {}, n.toLocaleString("en"))),
      ),
    );
    const text = lines.join("\n") || "Nothing yet.";
    if (this.parts.lines.textContent !== text) this.parts.lines.textContent = text;
  }

  async act(path) {
    try {
      await post(`${this.path}/${path}`);
      await this.look();
    } catch (error) {
      this.parts.said.replaceChildren(problem(error.message));
    }
  }
}

const badge = (job) =>
  h("span", { class: `badge ${job.state}` }, job.stopping && job.state === "running" ? "stopping" : STATES[job.state]);

function time(iso) {
  return iso ? new Date(iso).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" }) : "";
}
