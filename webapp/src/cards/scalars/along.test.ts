import { expect, it } from "vitest";
import { placedAlong } from "./along";
import { columnsOf } from "./columns";
import { series } from "./testing";

const column = (...values: number[]): Float64Array => Float64Array.from(values);

it("lies where the scalar was when a point was logged, and leaves out what came before it", () => {
  const loss = series("a", [5, 4, 3, 2], { step: column(0, 10, 20, 30) });
  const epoch = series("a", [1, 2], { step: column(10, 25) });
  const columns = columnsOf(placedAlong(loss, epoch), "step");
  expect([...columns.x]).toEqual([1, 1, 2]);
  expect([...columns.value]).toEqual([4, 3, 2]);
  expect([...columns.step]).toEqual([10, 20, 30]);
});

it("is in the order of a scalar that falls in places, and says so", () => {
  const loss = series("a", [5, 4, 3, 2], { smoothed: column(50, 40, 30, 20) });
  const placed = placedAlong(loss, series("a", [0, 2, 1, 3]));
  expect(placed.placed?.isReordered).toBe(true);
  const { x, value, smoothed } = columnsOf(placed, "step");
  expect([[...x], [...value], [...(smoothed ?? [])]]).toEqual([
    [0, 1, 2, 3],
    [5, 3, 4, 2],
    [50, 30, 40, 20],
  ]);
  expect(placedAlong(loss, series("a", [0, 1, 2, 3])).placed?.isReordered).toBe(false);
});

it("has the values without a height where the scalar was, too", () => {
  const loss = series("a", [5, 4], {
    nonfinite: {
      step: column(1, 3),
      walltime: column(1, 3),
      what: Uint8Array.of(0, 1),
      count: Int32Array.of(1, 2),
    },
  });
  const { nonFinite } = columnsOf(placedAlong(loss, series("a", [10, 20, 15, 5])), "step");
  expect([[...nonFinite.x], [...nonFinite.what]]).toEqual([
    [5, 20],
    [1, 0],
  ]);
});

it("has nothing where the scalar has no value", () => {
  const placed = placedAlong(series("a", [1, 2]), series("a", [NaN, Infinity]));
  expect(columnsOf(placed, "step").x).toHaveLength(0);
});

it("is worked out once for each answer", () => {
  const [loss, epoch] = [series("a", [1]), series("a", [1])];
  expect(placedAlong(loss, epoch)).toBe(placedAlong(loss, epoch));
});
