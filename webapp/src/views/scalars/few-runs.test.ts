import { expect, it } from "vitest";
import { fewRuns } from "./few-runs";

const runs = (count: number): string[] => Array.from({ length: count }, (_, i) => `r${i}`);

it("shows all of up to fifty runs", () => {
  expect(fewRuns(runs(50), null, false)).toEqual({ runs: runs(50), of: 0 });
  expect(fewRuns([], null, false)).toEqual({ runs: [], of: 0 });
});

it("shows the ten best of more, in their order, and says of how many", () => {
  const all = runs(51);
  expect(fewRuns(all, [...all].reverse(), false)).toEqual({ runs: all.slice(-10), of: 51 });
  expect(fewRuns(all, null, false)).toEqual({ runs: all.slice(0, 10), of: 51 });
});

it("shows all that were asked for", () => {
  expect(fewRuns(runs(300), null, true)).toEqual({ runs: runs(300), of: 300 });
});
