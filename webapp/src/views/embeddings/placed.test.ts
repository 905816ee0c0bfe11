import { expect, it } from "vitest";
import { firstPlaced, hasPlaces, newestPlaced, type Series } from "./placed";

const series = (...leftOut: readonly number[]): NonNullable<Series> => ({
  step: Float64Array.from(leftOut.keys(), (i) => 10 * i),
  fields: {
    points: Float64Array.from(leftOut, () => 5),
    left_out: Float64Array.from(leftOut),
  },
});

it("a step has places unless all its vectors are left out", () => {
  expect([0, 1, 2].map((i) => hasPlaces(series(0, 4, 5), i))).toEqual([true, true, false]);
  expect(hasPlaces(series(NaN), 0)).toBe(true);
  expect(hasPlaces(null, 0)).toBe(false);
});

it("finds the newest step that has some", () => {
  expect(newestPlaced(series(0, 0, 5, 5))).toBe(10);
  expect(newestPlaced(series(5))).toBeNull();
  expect(newestPlaced(null)).toBeNull();
});

it("opens on the first run that has something to project at its newest step", () => {
  const all: Record<string, Series | undefined> = {
    never: series(5, 5),
    once: series(0, 5),
    good: series(0, 0),
    later: undefined,
  };
  const first = (...runs: string[]): string | null => firstPlaced(runs, (run) => all[run]);
  expect(first("never", "once", "good", "later")).toBe("good");
  expect(first("never", "once")).toBe("once");
  expect(first("never")).toBe("never");
  expect(first("never", "later", "good")).toBeNull();
  expect(first()).toBe("");
});
