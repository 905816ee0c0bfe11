import { describe, expect, it } from "vitest";
import { landscapeOf, summaryOf } from "../testing";
import { mapGrid } from "./maps";
import { isMap, mapOf, newestOf, rowOf, spectrumOf } from "./model";

const look = { key: "a", name: "a", color: "#306ce2" };
const curvature = {
  eigenvalues: Float64Array.of(8, 2, -2),
  errors: Float64Array.of(0.1, 0.2, 0.3),
  trace: 12,
  trace_error: 0.5,
  density: null,
  samples: 512,
  critical_sharpness: null,
  critical_error: null,
};

describe("a map", () => {
  const values = new Map([
    ["hessian/max", Float64Array.of(4, 2, 1, 4, 4, 4, 4, 4, 4)],
    ["hessian/min", Float64Array.of(-2, 1, -1, 0, 0, 0, 0, 0, 0)],
  ]);

  it("is a landscape over a plane with values of the Hessian", () => {
    expect(isMap(summaryOf({ metrics: ["hessian/max"] }))).toBe(true);
    expect(isMap(summaryOf({ metrics: ["hessian/max"], y: null }))).toBe(false);
    expect(isMap(summaryOf())).toBe(false);
  });

  it("has the ratio of both ends where none was recorded", () => {
    expect([...(mapOf(landscapeOf({ values }), "ratio") ?? [])].slice(0, 3)).toEqual([0.5, 0.5, 1]);
  });

  it("has the ratio that was recorded before one of its own", () => {
    const given = new Map([...values, ["hessian/ratio", new Float64Array(9).fill(7)] as const]);
    expect(mapOf(landscapeOf({ values: given }), "ratio")?.[0]).toBe(7);
  });

  it("is nothing without such values", () => {
    expect(mapOf(landscapeOf(), "max")).toBeNull();
    expect(mapGrid(landscapeOf(), "max", "a")).toBeNull();
  });

  it("counts what has no value, and says how much is computed", () => {
    const done = Uint8Array.of(1, 1, 1, 1, 1, 1, 0, 0, 0);
    const holed = new Map([["hessian/max", Float64Array.of(NaN, 1, 1, 1, 1, 1, 1, 1, 1)]]);
    const grid = mapGrid(landscapeOf({ values: holed, done }), "max", "a");
    expect([grid?.holes, grid?.done]).toEqual([1, 6 / 9]);
  });
});

describe("spectrumOf", () => {
  it("is there for landscapes with curvature only, its errors NaN where none were recorded", () => {
    expect(spectrumOf(landscapeOf(), look)).toBeNull();
    const bare = landscapeOf({ curvature: { ...curvature, errors: null } });
    expect([...(spectrumOf(bare, look)?.errors ?? [])]).toEqual([NaN, NaN, NaN]);
  });
});

describe("rowOf", () => {
  it("has both ends, their ratio and the trace", () => {
    expect(rowOf(landscapeOf({ curvature }))).toEqual({
      max: 8,
      maxError: 0.1,
      minError: 0.3,
      min: -2,
      ratio: 0.25,
      trace: 12,
      traceError: 0.5,
      samples: 512,
    });
  });

  it("does not take the least of a few large eigenvalues for the least of all", () => {
    const top = { ...curvature, eigenvalues: Float64Array.of(8, 2) };
    const row = rowOf(landscapeOf({ curvature: top }));
    expect([row.min, row.ratio]).toEqual([NaN, NaN]);
  });
});

it("has the newest of each run", () => {
  const all = [summaryOf({ id: "2" }), summaryOf({ id: "1" }), summaryOf({ run: "b" })];
  expect(newestOf(all, () => true)).toEqual([all[0], all[2]]);
});
