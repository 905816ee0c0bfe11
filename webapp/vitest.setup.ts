/** Files share one process: what one has stood in for, the next one finds as it was. */

import { afterAll, vi } from "vitest";

const setRealTimeout = globalThis.setTimeout;
const waiting = new Set<ReturnType<typeof setTimeout>>();

// What a file has put off, such as writing the address, would run in the next one, where nothing stands in for a browser.
globalThis.setTimeout = Object.assign((...call: Parameters<typeof setRealTimeout>) => {
  const timer = setRealTimeout(...call);
  waiting.add(timer);
  return timer;
}, setRealTimeout);

afterAll(() => {
  vi.useRealTimers();
  globalThis.setTimeout = setRealTimeout;
  for (const timer of waiting) clearTimeout(timer);
  waiting.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
