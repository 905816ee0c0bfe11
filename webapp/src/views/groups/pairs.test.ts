import { expect, it } from "vitest";
import { slopes } from "./pairs";

it("values lie between the lowest and the highest of all pairs", () => {
  const found = slopes([
    { label: ["1", "x"], a: 1, b: 3 },
    { label: ["2", "x"], a: 5, b: 2 },
  ]);
  expect([found.low, found.high]).toEqual([1, 5]);
  expect(found.slopes).toEqual([
    { label: "1, x", a: 0, b: 0.5, isUp: true },
    { label: "2, x", a: 1, b: 0.25, isUp: false },
  ]);
});

it("equal values lie in the middle", () => {
  expect(slopes([{ label: [], a: 2, b: 2 }]).slopes[0]).toMatchObject({ a: 0.5, b: 0.5 });
});
