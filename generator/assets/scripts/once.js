/* Promises of values that are fetched or made once, and of time. */

export const after = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** The promise of `make()`, kept in the Map `kept` by name; one that fails or yields nothing is made anew next time. */
export function once(kept, name, make) {
  if (!kept.has(name)) {
    const made = make();
    const forget = () => kept.delete(name);
    kept.set(name, made);
    made.then((value) => value ?? forget(), forget);
  }
  return kept.get(name);
}
