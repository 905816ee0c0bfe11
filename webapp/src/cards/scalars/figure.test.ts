import { expect, it } from "vitest";
import { figureOf, nonFiniteCounts, rangeAround, type ScalarLook } from "./figure";
import { series } from "./testing";

const look: ScalarLook = { logY: true, smoothing: 0.5 };
const lookOf = (run: string): { name: string; color: string } => ({
  name: `run ${run}`,
  color: "#123456",
});
const smoothed = series("a", [1, 3], { smoothed: Float64Array.of(1, 2) });

it("draws the smoothed values, with the raw ones faint behind", () => {
  const { lines, kind, logY } = figureOf([smoothed], lookOf, look);
  expect(lines[0]).toMatchObject({ key: "a", label: "run a", color: "#123456" });
  expect([...(lines[0]?.y ?? [])]).toEqual([1, 2]);
  expect([...(lines[0]?.faint ?? [])]).toEqual([1, 3]);
  expect([kind, logY]).toEqual(["integer", true]);
});

it("draws no raw values behind when they are not wanted", () => {
  expect(figureOf([smoothed], lookOf, { ...look, smoothedOnly: true }).lines[0]?.faint).toBeNull();
});

it("draws the raw values at once when smoothing is turned off", () => {
  const { lines } = figureOf([smoothed], lookOf, { ...look, smoothing: 0 });
  expect([...(lines[0]?.y ?? [])]).toEqual([1, 3]);
});

it("draws short series raw where smoothing is automatic", () => {
  const fewest = (points: number): number[] => [
    ...(figureOf([smoothed], lookOf, { ...look, fewest: points }).lines[0]?.y ?? []),
  ];
  expect(fewest(2)).toEqual([1, 2]);
  expect(fewest(3)).toEqual([1, 3]);
});

it("fits the height to most curves where that is wished", () => {
  expect(figureOf([], lookOf, { heights: "most" })).toMatchObject({ fit: "most", limits: null });
  expect(figureOf([], lookOf)).toMatchObject({ fit: "all", limits: null });
});

it("limits the heights to the quantiles of all series", () => {
  const quantiles = (q05: number, q95: number): ReturnType<typeof series> =>
    series("a", [1], { stats: { ...smoothed.stats, q05, q95 } });
  const both = [quantiles(1, 5), quantiles(0, 3)];
  expect(figureOf(both, lookOf, { ...look, heights: "quantiles" }).limits).toEqual([0, 5]);
  expect(figureOf(both, lookOf, look).limits).toBeNull();
  const diverged = [...both, quantiles(1, 1e30)];
  expect(figureOf(diverged, lookOf, { ...look, heights: "quantiles" }).limits).toEqual([0, 25]);
});

it("finds the places of extrema along the axis", () => {
  const one = series("a", [5, 1, 9], {
    walltime: Float64Array.of(10, 20, 30),
    stats: { ...smoothed.stats, min: 1, min_step: 1, max: 9, max_step: 2 },
  });
  expect(
    figureOf([one], lookOf, { ...look, axis: "wall", extrema: true }).lines[0]?.extrema,
  ).toEqual([
    { x: 20, y: 1, kind: "min" },
    { x: 30, y: 9, kind: "max" },
  ]);
});

it("finds the places where a run was resumed along the axis", () => {
  const one = series("a", [5, 1, 9], { walltime: Float64Array.of(10, 20, 30), resumed: [1, 7] });
  expect(figureOf([one], lookOf, { ...look, axis: "wall" }).lines[0]?.resumed).toEqual([
    { x: 20, y: 1 },
  ]);
});

it("counts what is not finite and finds the first of it", () => {
  const broken = (run: string, step: number): ReturnType<typeof series> =>
    series(run, [1], {
      nonfinite: {
        step: Float64Array.of(step),
        walltime: Float64Array.of(step * 2),
        what: Uint8Array.of(0),
        count: Int32Array.of(3),
      },
      stats: { ...smoothed.stats, nan: 3 },
    });
  expect(nonFiniteCounts([broken("a", 700), broken("b", 50)], "wall")).toEqual({
    nan: 6,
    posinf: 0,
    neginf: 0,
    first: { x: 100, step: 50 },
  });
});

it("shows a tenth of everything around a place", () => {
  expect(rangeAround(700, [0, 1000])).toEqual([650, 750]);
});

it("has no logarithmic axis of wall time", () => {
  expect(figureOf([], lookOf, { ...look, logX: true, axis: "wall" }).logX).toBe(false);
  expect(figureOf([], lookOf, { ...look, logX: true, axis: "relative" }).logX).toBe(true);
});
