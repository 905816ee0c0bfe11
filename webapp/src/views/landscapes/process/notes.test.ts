import { describe, expect, it } from "vitest";
import type { Landscape } from "../../../api/landscapes";
import { extentOf, warningsOf } from "./notes";

describe("warningsOf", () => {
  const list = (...values: number[]): Float64Array => Float64Array.from(values);

  function landscape(
    residual: readonly number[],
    trueLoss: readonly number[],
    explained: readonly number[],
    lengths: readonly number[] = [],
  ): Landscape {
    const path = {
      step: list(...residual.keys()),
      x: list(...residual.map((_, i) => 3 * i)),
      y: list(...residual.map((_, i) => 4 * i)),
      loss: list(...residual.map((_, i) => 2 - i)),
      trueLoss: list(...trueLoss),
      residual: list(...residual),
    };
    return {
      path,
      directions: { explained, lengths },
      settings: { left_out: [] },
    } as unknown as Landscape;
  }

  it("says nothing where the plane holds the path", () => {
    expect(warningsOf(landscape([0, 0.1, 0], [2, 1, 0], [0.8, 0.15]))).toEqual([]);
    expect(warningsOf({ ...landscape([0], [1], []), path: null })).toEqual([]);
  });

  it("names a low share of the variance, far snapshots, and another loss than the plane's", () => {
    const found = warningsOf(landscape([0, 6, NaN], [2, 4, NaN], [0.3, 0.2]));
    expect(found).toEqual([
      { kind: "variance", share: 0.5 },
      { kind: "residual", most: 6, extent: 10 },
      { kind: "loss", step: 1, own: 4, plane: 1 },
    ]);
  });

  it("measures a difference of losses by the losses, however high the path begins", () => {
    const path = {
      step: list(0, 1, 2, 3),
      x: list(0, 1, 2, 3),
      y: list(0, 1, 2, 3),
      loss: list(2.3, 0.105, 0.2, 0.0001),
      trueLoss: list(2.3, 0.513, 0.21, 0.002),
      residual: list(0, 0, 0, 0),
    };
    const described = {
      path,
      directions: { explained: [], lengths: [] },
      settings: { left_out: [] },
    } as unknown as Landscape;
    expect(warningsOf(described)).toEqual([{ kind: "loss", step: 1, own: 0.513, plane: 0.105 }]);
  });

  it("measures the path in the unit of the weights", () => {
    const { path } = landscape([0, 0, 0], [2, 1, 0], []);
    if (path === null) throw new Error("no path");
    expect(extentOf(path, [2, 0])).toBe(12);
    expect(warningsOf(landscape([0, 6, 0], [2, 1, 0], [], [10, 10]))).toEqual([]);
  });

  it("names snapshots that could not be used", () => {
    const described = landscape([0, 0.1, 0], [2, 1, 0], [0.8, 0.15]);
    const settings = { ...described.settings, left_out: [2, 5] };
    const wanted = [{ kind: "leftOut", steps: [2, 5] }];
    expect(warningsOf({ ...described, settings })).toEqual(wanted);
    expect(warningsOf({ ...described, settings, path: null })).toEqual(wanted);
  });

  it("says that the model computes something else than the one that was trained", () => {
    const described = landscape([0, 0.1, 0], [2, 1, 0], [0.8, 0.15]);
    const settings = { ...described.settings, model_changed: true };
    expect(warningsOf({ ...described, settings })).toEqual([{ kind: "changed" }]);
  });

  it("says that two snapshots are no path to speak of", () => {
    expect(warningsOf(landscape([0, 0], [2, 1], []))).toEqual([{ kind: "few", snapshots: 2 }]);
  });
});
