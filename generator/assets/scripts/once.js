/* Promises: of what is fetched or made once, and of time. */

export const after = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** What `make()` promises, the same for the same name in the Map `kept`; what fails, or turns out to be nothing, is made anew next time. */
export function once(kept, name, make) {
  if (!kept.has(name)) {
    const made = make();
    const forget = () => kept.delete(name);
    kept.set(name, made);
    made.then((value) => value ?? forget(), forget);
  }
  return kept.get(name);
}
