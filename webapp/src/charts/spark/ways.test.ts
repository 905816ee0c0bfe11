import { expect, it } from "vitest";
import { areDots, type SparkCurve, waysOf } from "./ways";

const box = { width: 100, height: 60, margin: 0 };
const curve = (steps: number[], values: number[], lost: number[] = []): SparkCurve => ({
  step: Float64Array.from(steps),
  value: Float64Array.from(values),
  lost: Float64Array.from(lost),
});

it("curves of one point each are dots side by side, all within their range", () => {
  const curves = [curve([0], [5]), curve([0], [0]), curve([0], [100]), curve([7], [50])];
  expect(areDots(curves)).toBe(true);
  expect(waysOf(curves, box)).toEqual([
    { path: "M20.0 57.0h0", isDot: true },
    { path: "M40.0 60.0h0", isDot: true },
    { path: "M60.0 0.0h0", isDot: true },
    { path: "M80.0 30.0h0", isDot: true },
  ]);
});

it("a run whose only value is not finite leaves its place free", () => {
  const [lost, there] = waysOf([curve([], [], [0]), curve([0], [1])], box);
  expect(lost).toEqual({ path: "", isDot: false });
  expect(there).toEqual({ path: "M66.7 30.0h0", isDot: true });
});

it("curves keep their steps, and a point alone among them is seen", () => {
  const curves = [curve([0, 10], [0, 1]), curve([5], [1])];
  expect(areDots(curves)).toBe(false);
  expect(waysOf(curves, box)).toEqual([
    { path: "M0.0 60.0L100.0 0.0", isDot: false },
    { path: "M50.0 0.0h0", isDot: true },
  ]);
});

it("points that gaps part are all dots", () => {
  const [way] = waysOf([curve([0, 1, 2], [0, NaN, 1])], box);
  expect(way).toEqual({ path: "M0.0 60.0h0M100.0 0.0h0", isDot: true });
});
