import { describe, expect, it } from "vitest";
import type { Mesh } from "../../api/meshes";
import { colorOf } from "../../lib/palettes";
import {
  coloringOf,
  colorsOf,
  endsOf,
  middleOf,
  placeText,
  seriesBox,
  seriesEnds,
  seriesReach,
  shareOf,
  strangeValuesOf,
} from "./model";
import { comparable, otherPlace } from "./other";

const bare: Mesh = {
  run: "r",
  tag: "t",
  step: 0,
  vertices: new Float32Array(9),
  faces: null,
  colors: null,
  channels: 0,
  values: null,
  look: {},
  clipped: 0,
};
const colored: Mesh = { ...bare, colors: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9), channels: 3 };
const valued: Mesh = { ...colored, values: Float32Array.of(-1, NaN, 3) };
const paint = {
  palette: "viridis",
  range: { min: -1, max: 3 },
  runColor: "#102030",
  plainColor: "#c8d2e6",
} as const;

it("the middle of values has 98 of 100 of them", () => {
  const values = Float32Array.from({ length: 101 }, (_, i) => (i * 37) % 101);
  values[0] = NaN;
  expect(middleOf({ ...bare, values: Float32Array.of(...values, -1e9, 1e9) })).toEqual({
    min: 1,
    max: 100,
  });
  expect(middleOf({ ...bare, values: Float32Array.of(NaN, Infinity) })).toBeNull();
  expect(middleOf(bare)).toBeNull();
  const many = Float32Array.from({ length: 1_000_000 }, (_, i) => (i * 7919) % 1_000_000);
  const found = middleOf({ ...bare, values: many });
  expect((found?.min ?? NaN) / 1e4).toBeCloseTo(1, 0);
  expect((found?.max ?? NaN) / 1e4).toBeCloseTo(99, 0);
});

describe("colors", () => {
  it("are values first, then those that were logged, then none", () => {
    expect([bare, colored, valued].map((mesh) => coloringOf(mesh, "auto"))).toEqual([
      "plain",
      "own",
      "values",
    ]);
    expect([bare, colored, valued].map((mesh) => coloringOf(mesh, "own"))).toEqual([
      "plain",
      "own",
      "own",
    ]);
    expect([bare, colored, valued].map((mesh) => coloringOf(mesh, "values"))).toEqual([
      "plain",
      "plain",
      "values",
    ]);
    expect(coloringOf(valued, "plain")).toBe("plain");
    expect(coloringOf(bare, "run")).toBe("run");
  });

  it("of values are those of the scale, and gray where there is none", () => {
    const colors = colorsOf(valued, { ...paint, coloring: "values" });
    expect([...colors]).toEqual([
      ...colorOf("viridis", 0),
      255,
      128,
      128,
      128,
      255,
      ...colorOf("viridis", 1),
      255,
    ]);
    const one = colorsOf(
      { ...valued, values: Float32Array.of(2, 2, 2) },
      { ...paint, range: { min: 2, max: 2 }, coloring: "values" },
    );
    // The middle of 1024 steps lies between two.
    const middle = colorOf("viridis", 0.5);
    [0, 1, 2].forEach((i) => expect(Math.abs((one[i] ?? 0) - (middle[i] ?? 0))).toBeLessThan(2));
  });

  it("as logged are opaque where they have no opacity", () => {
    expect([...colorsOf(colored, { ...paint, coloring: "own" })]).toEqual([
      1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255,
    ]);
    const sheer = {
      ...bare,
      colors: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
      channels: 4,
    };
    expect(colorsOf(sheer, { ...paint, coloring: "own" })).toBe(sheer.colors);
  });

  it("of values are gray where none is on a scale", () => {
    const values = Float32Array.of(NaN, Infinity, NaN);
    const colors = colorsOf({ ...valued, values }, { ...paint, range: null, coloring: "values" });
    expect([...colors]).toEqual(Array(3).fill([128, 128, 128, 255]).flat());
    expect(strangeValuesOf({ ...valued, values })).toBe(3);
    expect([strangeValuesOf(valued), strangeValuesOf(bare)]).toEqual([1, 0]);
  });

  it("of a run, or of what has none, are the same everywhere", () => {
    expect([...colorsOf(bare, { ...paint, coloring: "run" })].slice(4, 8)).toEqual([
      16, 32, 48, 255,
    ]);
    expect([...colorsOf(bare, { ...paint, coloring: "plain" })].slice(0, 4)).toEqual([
      200, 210, 230, 255,
    ]);
  });
});

describe("series", () => {
  const columns = Object.fromEntries(
    Object.entries({
      least: [NaN, -2, 1],
      greatest: [NaN, 5, 2],
      radius: [2, 5, NaN],
      "low.x": [0, -1, NaN],
      "low.y": [0, 0, NaN],
      "low.z": [0, 0, NaN],
      "high.x": [2, 3, NaN],
      "high.y": [2, 9, NaN],
      "high.z": [1, 1, NaN],
    }).map(([name, values]) => [name, Float64Array.from(values)]),
  );

  it("have the ends and the box of all steps", () => {
    expect(seriesEnds([columns])).toEqual({ min: -2, max: 5 });
    const other = { least: Float64Array.of(-9), greatest: Float64Array.of(1) };
    expect(seriesEnds([columns, other])).toEqual({ min: -9, max: 5 });
    expect(seriesBox(columns)).toEqual({ low: [-1, 0, 0], high: [3, 9, 1] });
    expect(seriesBox({})).toBeNull();
    expect(seriesEnds([{}])).toBeNull();
  });

  it("lie within the ball that is said to hold them", () => {
    // The first one reaches 2 from (1, 1, 0.5), the second one 5 from (1, 4.5, 0.5).
    expect(seriesReach(columns, [1, 4.5, 0.5])).toBe(3.5 + 2);
    expect(seriesReach(columns, [1, 4.5, 12.5])).toBe(17);
  });
});

it("knows how much of the frame is filled", () => {
  const box = { low: [0, 0, 0], high: [1, 4, 2] } as const;
  expect(shareOf(box, { low: [0, 0, 0], high: [8, 8, 8] })).toBe(0.5);
  expect(shareOf(box, { low: [0, 0, 0], high: [0, 0, 0] })).toBe(1);
  expect(endsOf([NaN, Infinity])).toBeNull();
});

it("writes coordinates with the digits that distinguish them", () => {
  const box = { low: [4999999, 0, 0], high: [5000001, 2, 0] } as const;
  expect(placeText(5000000.1234567, box)).toBe("5000000.12346");
  expect(placeText(0.123456, box)).toBe("0.12346");
  expect(placeText(0, box)).toBe("0");
  expect(placeText(5000000.12345, null)).toBe("5M");
});

describe("comparison", () => {
  const series = (run: string, ...steps: number[]) => ({
    run,
    tag: "t",
    version: 1,
    count: steps.length,
    superseded: 0,
    append: false,
    step: Float64Array.from(steps),
    walltime: Float64Array.from(steps),
    bytes: Float64Array.from(steps),
    check: Float64Array.from(steps, (step) => step + 100),
    fields: {},
    newest: {},
  });
  const own = series("a", 0, 10, 20);
  const stepOf = (...given: Parameters<typeof otherPlace>): unknown => {
    const found = otherPlace(...given);
    return found === null ? null : (JSON.parse(found.address) as { step: number }).step;
  };

  it("is with the first step, the one before, or the nearest of another run", () => {
    expect(stepOf("first", own, 2, null)).toBe(0);
    expect(stepOf("previous", own, 2, null)).toBe(10);
    expect(stepOf("b", own, 2, series("b", 1, 19))).toBe(19);
  });

  it("is offered with the runs of tags that another run has, too", () => {
    const tags = [{ runs: ["a", "b"] }, { runs: ["c"] }, { runs: ["b", "a", "d"] }];
    expect(comparable(tags)).toEqual([
      { run: "a", tags: 2 },
      { run: "b", tags: 2 },
      { run: "d", tags: 1 },
    ]);
  });

  it("is with nothing where there is no other", () => {
    expect(stepOf("", own, 2, null)).toBeNull();
    expect(stepOf("first", own, 0, null)).toBeNull();
    expect(stepOf("previous", own, 0, null)).toBeNull();
    expect(stepOf("b", own, 2, null)).toBeNull();
    expect(stepOf("a", own, 2, own)).toBeNull();
  });
});
