import { expect, it } from "vitest";
import { beyondOf, chosenScale } from "./scale";

const of = (...values: number[]) => Float64Array.from(values);
const scaleOf = (...grids: Float64Array[]) => chosenScale("auto", "0", grids).scale;

it("is logarithmic where walls leave a plane in one color", () => {
  expect(scaleOf(of(0.1, 0.2, 0.3, 42))).toBe("log");
  expect(scaleOf(of(5, 10, 20, 42))).toBe("linear");
  expect(scaleOf(of(NaN, Infinity))).toBe("linear");
});

it("asks each plane that shares the range, for one that is not flat hides another that is", () => {
  expect(scaleOf(of(5, 10, 20, 42), of(0.01, 0.02, 0.03, 0.1))).toBe("log");
});

it("is linear where a logarithm would leave something out, but for a few points", () => {
  const valley = Array.from({ length: 99 }, (_, i) => 0.01 * (i + 1));
  expect(scaleOf(of(0, ...valley, 42))).toBe("log");
  expect(scaleOf(of(-1, 0.1, 0.2, 42))).toBe("linear");
});

it("leaves out by itself only where points diverge, and does what it is asked", () => {
  const bowl = Array.from({ length: 100 }, (_, i) => (i + 1) / 100);
  expect(chosenScale("auto", "auto", [of(...bowl)])).toEqual({ scale: "linear", share: 0 });
  expect(chosenScale("auto", "auto", [of(...bowl, 1e12)])).toMatchObject({ share: 0.01 });
  expect(chosenScale("log", "auto", [of(...bowl, 1e12)])).toEqual({ scale: "log", share: 0 });
  expect(chosenScale("linear", "5", [of(...bowl)])).toEqual({ scale: "linear", share: 0.05 });
});

it("counts what is above the range, but no infinity", () => {
  expect(beyondOf([of(1, 5, NaN), of(9, Infinity, 4)], 4)).toEqual({ count: 2, most: 9 });
  expect(beyondOf([of(1, 2)], 4)).toEqual({ count: 0, most: 4 });
});
