import { describe, expect, it } from "vitest";
import { all, cells } from "../rows/testing";
import { makeScale } from "../rows/scale";
import { trendOf } from "../rows/trend";
import { boxDragged, boxGrip, envelope } from "./box";
import { cellOf, nearestDot, placesOf, toPixels, toShares } from "./cell";
import { nextAlong } from "./order";

const box = { left: 100, top: 50, width: 200, height: 100 };
const x = makeScale("linear", cells([0, 5, 10, undefined]), all(4));
const y = makeScale("linear", cells([1, 3, NaN, 2]), all(4));

describe("a cell of dots", () => {
  const cell = cellOf(box, x, y, 10, 0);
  const places = placesOf(cell, x, y, all(4));

  it("gives shares their pixels, and back", () => {
    // 10 pixels to the left for the missing one, and 10 below for the NaN.
    expect(cell.inner).toEqual({ left: 110, top: 50, width: 190, height: 90 });
    expect(toPixels(cell, { x: 0.5, y: 0 })).toEqual({ x: 205, y: 140 });
    expect(toShares(cell, { x: 205, y: 140 })).toEqual({ x: 0.5, y: 0 });
  });

  it("has every drawn row inside of it, those without a place in the gutters", () => {
    expect([...places.subarray(0, 4)]).toEqual([110, 140, 205, 50]);
    expect(places[5]).toBeGreaterThan(140);
    expect(places[5]).toBeLessThan(150);
    expect(places[6]).toBeGreaterThan(100);
    expect(places[6]).toBeLessThan(110);
    expect(places[7]).toBe(95);
  });

  it("spreads the dots of a category within its band, always in the same way", () => {
    const letters = makeScale("category", cells(["a", "b", "a", "b"]), all(4));
    const spread = placesOf(cellOf(box, letters, y, 10, 0), letters, y, all(4));
    expect(placesOf(cellOf(box, letters, y, 10, 0), letters, y, all(4))).toEqual(spread);
    expect(spread[0]).not.toBe(spread[4]);
    for (const row of [0, 2]) expect(Math.abs((spread[2 * row] ?? 0) - 150)).toBeLessThan(31);
  });

  it("spreads along both axes independently", () => {
    const same = makeScale("category", cells(Array.from({ length: 2000 }, () => "a")), all(2000));
    const dots = placesOf(cellOf(box, same, same, 10, 0), same, same, all(2000));
    const [across, upwards] = [0, 1].map((at) => dots.filter((_, i) => i % 2 === at));
    const trend = trendOf(across ?? dots, upwards ?? dots, all(2000));
    expect(Math.abs(trend?.r ?? 1)).toBeLessThan(0.06);
  });

  it("finds the nearest dot, the upper one of two in one place", () => {
    expect(nearestDot(places, all(4), { x: 207, y: 52 }, 5)).toBe(1);
    expect(nearestDot(places, all(4), { x: 160, y: 90 }, 5)).toBeNull();
    const same = Float32Array.of(1, 1, 1, 1);
    expect(nearestDot(same, all(2), { x: 1, y: 1 }, 5)).toBe(1);
  });
});

describe("a box over two axes", () => {
  const spans = { x: [0.2, 0.6], y: [0.25, 0.75] } as const;
  const reach = { x: 0.01, y: 0.01 };

  it("is moved from within, resized at its edges, and drawn anew elsewhere", () => {
    expect(boxGrip(spans, { x: 0.4, y: 0.5 }, reach)).toEqual({ x: "move", y: "move" });
    expect(boxGrip(spans, { x: 0.2, y: 0.5 }, reach)).toEqual({ x: "from", y: "move" });
    expect(boxGrip(spans, { x: 0.6, y: 0.75 }, reach)).toEqual({ x: "to", y: "to" });
    expect(boxGrip(spans, { x: 0.8, y: 0.5 }, reach)).toEqual({ x: "new", y: "new" });
  });

  it("keeps one direction while an edge of the other is dragged", () => {
    const at = { x: 0.2, y: 0.5 };
    expect(boxDragged({ x: "from", y: "move" }, spans, at, { x: 0.1, y: 0.9 })).toEqual({
      x: [0.1, 0.6],
      y: null,
    });
  });

  it("of one axis is moved along it and leaves the other axis alone", () => {
    const one = { x: [0.25, 0.5], y: null } as const;
    const grip = boxGrip(one, { x: 0.375, y: 0.9 }, reach);
    const moved = boxDragged(grip, one, { x: 0.375, y: 0.9 }, { x: 0.5, y: 0.1 });
    expect(moved).toEqual({ x: [0.375, 0.625], y: null });
  });

  it("covers categories that adjoin, but not such with a gap", () => {
    const lanes = [] as const;
    expect(
      envelope({
        spans: [
          [0, 0.25],
          [0.25, 0.5],
        ],
        lanes,
      }),
    ).toEqual([0, 0.5]);
    expect(
      envelope({
        spans: [
          [0, 0.25],
          [0.5, 0.75],
        ],
        lanes,
      }),
    ).toBeNull();
    expect(envelope(null)).toBeNull();
  });
});

it("arrow keys go along the axis, and stop at its ends", () => {
  const along = makeScale("linear", cells([3, 1, 2, undefined]), all(4));
  expect(nextAlong(along, all(4), null, 1)).toBe(1);
  expect(nextAlong(along, all(4), 1, 1)).toBe(2);
  expect(nextAlong(along, all(4), 0, 1)).toBe(0);
  expect(nextAlong(along, all(4), null, -1)).toBe(0);
  expect(nextAlong(along, Int32Array.of(3), null, 1)).toBeNull();
});
