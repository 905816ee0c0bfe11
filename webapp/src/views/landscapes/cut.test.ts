import { expect, it } from "vitest";
import { robustLogShare, robustShare, shareOf } from "./cut";

const bowl = Float64Array.from({ length: 400 }, (_, i) => {
  const [x, y] = [((i % 20) - 9.5) / 9.5, (Math.floor(i / 20) - 9.5) / 9.5];
  return x * x + y * y;
});

it("leaves nothing of a bowl out", () => {
  expect(robustShare([bowl])).toBe(0);
});

it("leaves out as few values as hide the others", () => {
  const walls = bowl.map((value, i) => (i % 50 === 0 ? 1e7 : value));
  expect(robustShare([walls])).toBe(0.02);
  expect(robustShare([bowl.map((value, i) => (i % 12 === 0 ? 1e7 : value))])).toBe(0.1);
});

it("leaves nothing of a plane, of nothing, and of what is not finite out", () => {
  expect(robustShare([new Float64Array(9).fill(3)])).toBe(0);
  expect(robustShare([])).toBe(0);
  expect(robustShare([Float64Array.of(NaN, Infinity)])).toBe(0);
});

it("does what it is asked, and nothing by itself on a logarithmic scale", () => {
  const walls = bowl.map((value, i) => (i % 50 === 0 ? 1e7 : value));
  expect(shareOf("5", "linear", [bowl])).toBe(0.05);
  expect(shareOf("auto", "log", [walls])).toBe(0);
  expect(shareOf("auto", "linear", [walls])).toBe(0.02);
});

it("leaves a few points out that diverge, and none of a plateau, for the sake of a logarithm", () => {
  const steep = bowl.map((value) => 10 ** (2 * value));
  expect(robustLogShare([steep])).toBe(0);
  expect(robustLogShare([steep.map((value, i) => (i % 50 === 0 ? 1e12 : value))])).toBe(0.02);
  expect(robustLogShare([steep.map((value, i) => (i % 5 === 0 ? 1e12 : value))])).toBe(0);
  expect(robustLogShare([Float64Array.of(-1, 0)])).toBe(0);
});
