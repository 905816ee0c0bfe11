import { expect, it } from "vitest";
import { clipped } from "./clip";

const box = { left: 0, top: 0, width: 10, height: 10 };
const parts = (...points: number[]) => clipped(Float64Array.from(points), box).map((p) => [...p]);

it("keeps what is inside, whole", () => {
  expect(parts(0, 0, 5, 5, 10, 0)).toEqual([[0, 0, 5, 5, 10, 0]]);
});

it("cuts at the edge, and begins anew where the line comes back", () => {
  expect(parts(5, 5, 15, 5, 15, 8, 5, 8)).toEqual([
    [5, 5, 10, 5],
    [10, 8, 5, 8],
  ]);
});

it("keeps the middle of a line whose ends are both outside", () => {
  expect(parts(-5, 5, 15, 5)).toEqual([[0, 5, 10, 5]]);
});

it("has nothing of a line that passes by", () => {
  expect(parts(-5, -1, 15, -1)).toEqual([]);
  expect(parts(11, 0, 11, 10)).toEqual([]);
});
