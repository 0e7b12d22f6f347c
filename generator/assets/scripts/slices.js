/* Long work in short slices, so that the page answers in between. */

const MOST = 8; // ms: a slow phone takes four times as long for the last step

const pause = () => new Promise((resolve) => { setTimeout(resolve); });

/** What a generator returns, after all its steps. */
export async function inSlices(steps) {
  let begun = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - begun > MOST) {
      await pause();
      begun = performance.now();
    }
  }
}
