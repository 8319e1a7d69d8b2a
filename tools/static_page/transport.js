// The way from the page to what answers it where there is no server: a web worker with Python in it; see the file of this name in
// qsr/adapters/serve/page. One request runs at a time. What runs cannot be stopped but by ending the worker, and a new one has to
// load everything again: a request that nobody wants any more has some seconds to end by itself.

const PATIENCE = 8000;
const told = document.getElementById("loading");
const waiting = [];
let worker = null;
let running = null;
let isReady = false;
let clock = 0;
let seconds = 60;
let solved = null;

/** Ask for `api/${name}`, as the page's own transport does. */
export async function ask(name, given = null, signal = undefined) {
  if (given === null) {
    const response = await fetch(`api/${name}.json`, { signal });
    if (!response.ok) throw new Error(`api/${name}.json: ${response.status}`);
    return response.json();
  }
  const known = isReady || name !== "solve" ? null : await built(given);
  signal?.throwIfAborted();
  if (known) return known;
  return new Promise((resolve, reject) => {
    const job = { name, given, resolve, reject };
    signal?.addEventListener("abort", () => drop(job, signal.reason), { once: true });
    waiting.push(job);
    next();
  });
}

/** Return what was answered when the page was built, so that the examples can be seen while Python is on its way. */
async function built(given) {
  solved ??= ask("solved").catch(() => []);
  const fits = (one) => Object.keys(given).every((field) => one.given[field] === given[field]);
  return (await solved).find(fits)?.reply;
}

function drop(job, reason) {
  job.reject(reason);
  if (job === running) {
    clearTimeout(clock);
    clock = setTimeout(again, PATIENCE);
  } else if (waiting.includes(job)) {
    waiting.splice(waiting.indexOf(job), 1);
  }
}

function next() {
  if (running || !isReady || !waiting.length) return;
  running = waiting.shift();
  clock = setTimeout(late, seconds * 1000);
  worker.postMessage({ name: running.name, given: running.given });
}

function late() {
  running.resolve({ error: { kind: "time", message: `no answer within ${seconds} seconds; the work was ended` } });
  again();
}

function again() {
  worker.terminate();
  running = null;
  start();
}

function tell(words) {
  told.textContent = words;
  told.hidden = !words;
}

function start() {
  isReady = false;
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.loading) {
      tell(data.loading);
    } else if (data.ready) {
      ({ seconds } = data.ready);
      isReady = true;
      tell("");
      next();
    } else {
      clearTimeout(clock);
      if (data.reply) running.resolve(JSON.parse(data.reply));
      else running.reject(new Error(data.failed));
      running = null;
      // What ran out of memory may have left anything half made.
      if (data.failed) again();
      else next();
    }
  };
  worker.onerror = (event) => {
    tell(`Python could not be loaded: ${event.message || "this browser may be too old for it"}`);
    for (const job of waiting.splice(0)) job.reject(new Error(told.textContent));
  };
}

start();
