// What the server says: data by address, changes by POST with the token of this page.

const token = document.querySelector("meta[name=token]").content;

/** An answer that is none. */
export class Refused extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function answered(request) {
  let response;
  try {
    response = await request;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("The workbench does not answer: is `weblode serve` still running?", 0);
  }
  const found = await response.json().catch(() => ({ error: `${response.status} ${response.statusText}` }));
  if (!response.ok) throw new Refused(found.error ?? response.statusText, response.status);
  return found;
}

/** The data of a view: its address + ".json". */
export function get(path, query = "", options = {}) {
  const search = query.toString();
  return answered(fetch(`${path}.json${search && `?${search.replace(/^\?/, "")}`}`, options));
}

/** What comes of a change; `body` is an object, or a file. */
export function post(path, body = {}) {
  const file = body instanceof Blob;
  const headers = { "x-weblode-token": token, "content-type": file ? "application/octet-stream" : "application/json" };
  return answered(fetch(path, { method: "POST", headers, body: file ? body : JSON.stringify(body) }));
}
