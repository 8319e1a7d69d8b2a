// Python, the solvers and qsr in a web worker: requests in, the replies of qsr.adapters.serve.answers out, as JSON.

import clingo from "./clingo/clingo.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PERFORM = `
import json
from qsr.adapters.serve.answers import FIRST, perform

def answered(request):
    return json.dumps(perform(json.loads(request)))

answered
`;

async function bytes(path) {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.arrayBuffer();
}

/** Return clingo as a function of a program and options; what it prints is what it returns. */
async function textual() {
  const printed = [];
  const made = await clingo({ print: (line) => printed.push(line), printErr: (line) => console.warn(line) });
  return (program, options) => {
    printed.length = 0;
    made.ccall("run", "number", ["string", "string"], [program, options]);
    return printed.join("\n");
  };
}

async function load() {
  const site = JSON.parse(new TextDecoder().decode(await bytes("site.json")));
  postMessage({ loading: `Loading Python and the solvers, ${site.megabytes} MB; the browser keeps them for the next visit …` });
  const wheels = site.wheels.map((name) => bytes(`wheels/${name}`));
  const [run, module] = [textual(), bytes("clingo/clingo.py")];
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  for (const wheel of wheels) python.unpackArchive(await wheel, "wheel", { extractDir: folder });
  python.registerJsModule("clingo_wasm", { run: await run });
  python.FS.writeFile(`${folder}/clingo.py`, new Uint8Array(await module));
  postMessage({ loading: "Starting the solvers …" });
  const answered = python.runPython(PERFORM);
  postMessage({ ready: { seconds: site.seconds } });
  onmessage = ({ data: { name, given } }) => {
    const usual = site.requests[name];
    if (!usual) {
      postMessage({ reply: JSON.stringify({ error: { kind: "request", message: `nothing here answers "${name}"` } }) });
      return;
    }
    try {
      postMessage({ reply: answered(JSON.stringify({ ...usual, ...given, task: name, seconds: site.seconds })) });
    } catch (error) {
      postMessage({ failed: `a defect of the program (${String(error.type ?? error.message).slice(0, 200)})` });
      console.error(error);
    }
  };
  // While somebody reads the example, what most questions need is loaded.
  python.runPython("perform(FIRST)");
}

// What goes wrong here is an error of the worker, which the page hears of.
load().catch((error) => setTimeout(() => { throw error; }));
