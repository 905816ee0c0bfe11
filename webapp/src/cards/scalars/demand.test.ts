import { expect, it } from "vitest";
import { appended, pixelsFor, placeKey, requestKey, type ScalarDemand } from "./demand";
import { series } from "./testing";

it("asks in coarse steps, and for less where lines are very many", () => {
  expect([90, 301, 1234].map((width) => pixelsFor(width, 10))).toEqual([200, 400, 1300]);
  expect(pixelsFor(1000, 1000)).toBe(100);
});

it("appends all columns", () => {
  const mark = (step: number): ReturnType<typeof series>["nonfinite"] => ({
    step: Float64Array.of(step),
    walltime: Float64Array.of(step),
    what: Uint8Array.of(1),
    count: Int32Array.of(2),
  });
  const whole = appended(
    series("a", [1, Infinity], { nonfinite: mark(1), smoothed: Float64Array.of(1, 2) }),
    series("a", [Infinity], {
      nonfinite: mark(2),
      smoothed: Float64Array.of(3),
      count: 3,
      append: true,
    }),
  );
  expect([...whole.value]).toEqual([1, Infinity, Infinity]);
  expect([...(whole.smoothed ?? [])]).toEqual([1, 2, 3]);
  expect([...whole.nonfinite.step]).toEqual([1, 2]);
  expect(whole.nonfinite.what).toEqual(Uint8Array.of(1, 1));
  expect(whole).toMatchObject({ count: 3, append: false });
});

it("takes no answer to another baseline for a stand-in, and asks again for one that has grown", () => {
  const asked = { axis: "step", smoothing: 0, quantiles: false } as const;
  const from = (runs: readonly string[], version: string) => ({
    ...asked,
    baseline: { runs, version },
  });
  const demand: ScalarDemand = {
    card: { key: "a", kind: "scalar", tag: "a", runs: [] },
    pixels: 100,
    range: null,
  };
  const [none, one] = [asked, from(["a"], "1")];
  expect(placeKey(one, demand)).not.toBe(placeKey(none, demand));
  expect(placeKey(one, demand)).toBe(placeKey(from(["a"], "2"), demand));
  expect(requestKey(one, demand)).not.toBe(requestKey(from(["a"], "2"), demand));
  expect(requestKey(one, demand)).not.toBe(requestKey(from(["b"], "1"), demand));
});
