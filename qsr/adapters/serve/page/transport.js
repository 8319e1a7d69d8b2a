// The one way from the page to what answers it. A build without a server has another file in place of this one, with the same
// function; whatever the page asks has to go through it.

/**
 * Ask for `api/${name}`: with `given`, an object, its reply to that request, else what it tells without one.
 *
 * Resolves to the reply as an object; what is wrong with a request is one too, `{ error: { kind, message, … } }`. Rejects where
 * there is no reply, and with the reason of `signal` (an AbortSignal) once that is aborted.
 */
export async function ask(name, given = null, signal = undefined) {
  const posted = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) };
  const response = await fetch(`api/${name}`, given === null ? { signal } : { ...posted, signal });
  if (given === null && !response.ok) throw new Error(`api/${name}: ${response.status}`);
  return response.json();
}
