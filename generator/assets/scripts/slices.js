/* Long work in short slices, so that the page keeps answering. */

/** Milliseconds per slice; a frame has 16, the page needs a share of it, and a slow phone takes four times as long for the last step. */
const SLICE = 4;

/** The longest time to wait for a frame, in ms: hidden pages have none. */
const PATIENCE = 200;

const channel = new MessageChannel();
const waiting = [];
channel.port1.onmessage = () => waiting.shift()();

/** Yields to input and frames. Unlike setTimeout, which waits 4 ms every time, it resumes at once if there are none. */
export function pause() {
  if (globalThis.scheduler?.yield) return globalThis.scheduler.yield();
  return new Promise((goOn) => {
    waiting.push(goOn);
    channel.port2.postMessage(null);
  });
}

/** A promise of the next frame on the screen. */
export const painted = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, PATIENCE);
});

/**
 * Runs a generator to its end, with a pause after every slice; resolves to what it returns.
 * @param {Iterator} work yields wherever it may be interrupted, at least every few milliseconds
 */
export async function inSlices(work) {
  for (let end = performance.now() + SLICE; ;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() < end) continue;
    await pause();
    end = performance.now() + SLICE;
  }
}
