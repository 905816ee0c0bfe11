import { describe, expect, it } from "vitest";
import { markersAt, markers } from "./markers";
import { line } from "./testing";

const box = { left: 0, top: 0, width: 100, height: 100 };
const scale = { range: [0, 100], log: false } as const;

const nonFinite = (
  ...marks: readonly (readonly [x: number, what: number, count: number])[]
): { x: Float64Array; what: Uint8Array; count: Int32Array } => ({
  x: Float64Array.from(marks, ([x]) => x),
  what: Uint8Array.from(marks, ([, what]) => what),
  count: Int32Array.from(marks, ([, , count]) => count),
});

const place = (lines: Parameters<typeof markers>[0]): unknown =>
  markers(lines, [scale, scale, scale], box).map(({ shape, x, y, count }) => [shape, x, y, count]);

describe("markers", () => {
  it("stand at the nearest height for NaN, at the edges for infinities", () => {
    const one = line([0, 20, 40], [30, NaN, 70], {
      nonFinite: nonFinite([20, 0, 1], [50, 1, 2], [80, 2, 3]),
    });
    expect(place([one])).toEqual([
      ["triangle", 20, 70, 1],
      ["up", 50, 7, 2],
      ["down", 80, 93, 3],
    ]);
  });

  it("stand at the bottom for a line without any height", () => {
    const one = line([10, 20], [NaN, NaN], { nonFinite: nonFinite([10, 0, 1], [20, 0, 1]) });
    expect(place([one])).toEqual([["triangle", 10, 93, 2]]);
  });

  it("that would cover each other are one, with their counts added", () => {
    const one = line([0, 12, 20], [50, 50, 40], {
      nonFinite: nonFinite([10, 0, 2], [13, 0, 3], [30, 0, 1]),
    });
    expect(place([one])).toEqual([
      ["triangle", 10, 50, 5],
      ["triangle", 30, 60, 1],
    ]);
  });

  it("are one for values that follow each other, and one more where that begins again", () => {
    const marks = nonFinite([10, 0, 1], [30, 0, 1], [50, 0, 100], [90, 0, 4]);
    const one = line([0, 70, 80], [50, 20, 20], { nonFinite: marks });
    expect(place([one])).toEqual([
      ["triangle", 10, 50, 102],
      ["triangle", 90, 80, 4],
    ]);
  });

  it("are diamonds where a line was taken up again, one for those that would cover each other", () => {
    const resumed = [
      { x: 10, y: 50 },
      { x: 15, y: 50 },
      { x: 40, y: NaN },
      { x: 60, y: 200 },
      { x: 80, y: 20 },
    ];
    expect(place([line([0, 100], [50, 50], { resumed })])).toEqual([
      ["diamond", 10, 50, 2],
      ["diamond", 80, 80, 1],
    ]);
  });

  it("are no carpet where every other value has no height", () => {
    const evens = Array.from({ length: 50 }, (_, i) => 2 * i);
    const marks = nonFinite(...evens.map((x) => [x, 0, 1] as const));
    const one = line(
      evens.map((x) => x + 1),
      evens,
      { nonFinite: marks },
    );
    const found = markers([one], [scale, scale, scale], box);
    expect(found.length).toBeLessThanOrEqual(12);
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(50);
  });

  it("out of sight are left out", () => {
    const one = line([0], [50], {
      nonFinite: nonFinite([200, 0, 1]),
      extrema: [
        { x: 50, y: 400, kind: "max" },
        { x: 50, y: 40, kind: "min" },
      ],
    });
    expect(place([one])).toEqual([["ring", 50, 60, 1]]);
  });

  it("are all found under the cursor, the nearest first", () => {
    const one = line([0], [50], { nonFinite: nonFinite([10, 1, 1]) });
    const other = line([0], [50], { nonFinite: nonFinite([12, 1, 1]) });
    const all = markers([one, other], [scale, scale, scale], box);
    expect(markersAt(all, 13, 8).map(({ line: position }) => position)).toEqual([1, 0]);
    expect(markersAt(all, 60, 60)).toEqual([]);
  });
});
