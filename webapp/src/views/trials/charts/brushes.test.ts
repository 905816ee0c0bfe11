import { describe, expect, it } from "vitest";
import { makeScale } from "../../../charts/rows/scale";
import { all } from "../../../charts/rows/testing";
import type { Filter } from "../../../lib/table/types";
import { brushOf, filterOfBands, filterOfLane, filterOfSpan } from "./brushes";
import { hparam } from "./testing";

const lr = hparam("lr", [1e-4, 1e-2, 1, undefined, NaN, -Infinity, "auto"]);
const log = makeScale("log", lr, all(7));
const opt = hparam("opt", ["sgd", "adam", undefined, "adam", "lion"]);
const words = makeScale("category", opt, all(5));
const set = (values: Extract<Filter, { kind: "set" }>["values"], missing = false): Filter => ({
  kind: "set",
  values,
  missing,
});

describe("a range along an axis of numbers", () => {
  it("is the filter from value to value, exact at the ends", () => {
    expect(filterOfSpan(log, [0, 1])).toEqual({ kind: "range", from: 1e-4, to: 1 });
    const half = filterOfSpan(log, [0.5, 1]);
    expect(half?.kind === "range" ? half.from : NaN).toBeCloseTo(1e-2, 12);
    expect(filterOfSpan(log, null)).toBeNull();
  });

  it("is drawn where the filter says, no matter who set it", () => {
    const filter: Filter = { kind: "range", from: 1e-2, to: Infinity };
    const brush = brushOf(log, lr, filter);
    expect(brush?.spans[0]?.[0]).toBeCloseTo(0.5, 12);
    expect(brush?.spans[0]?.[1]).toBe(1);
    expect(brush?.lanes).toEqual([]);
    expect(brushOf(log, lr, { kind: "range", from: 5, to: 9 })?.spans).toEqual([]);
    expect(brushOf(log, lr, undefined)).toBeNull();
  });

  it("reaches the lanes of infinities if its end is open", () => {
    expect(brushOf(log, lr, { kind: "range", from: -Infinity, to: 1 })?.lanes).toEqual(["below"]);
  });
});

describe("a set of values", () => {
  it("is a mark for each number, and its lanes", () => {
    const brush = brushOf(log, lr, set([1e-2, NaN, "auto"], true));
    expect(brush?.spans).toHaveLength(1);
    expect(brush?.spans[0]?.[0]).toBeCloseTo(0.5, 12);
    expect(brush?.lanes).toEqual(["nan", "other", "missing"]);
  });

  it("is a band for each category", () => {
    const [first, second] = brushOf(words, opt, set(["adam", "sgd"]))?.spans ?? [];
    expect(first?.[1]).toBeCloseTo(1 / 3, 12);
    expect(second?.[0]).toBeCloseTo(2 / 3, 12);
  });
});

describe("categories", () => {
  it("are switched one by one; the last one off takes the filter away", () => {
    expect(filterOfBands(words, undefined, [0], true)).toEqual(set(["adam"]));
    expect(filterOfBands(words, set(["adam"], true), [2], true)).toEqual(
      set(["adam", "sgd"], true),
    );
    expect(filterOfBands(words, set(["adam"]), [0], true)).toBeNull();
  });

  it("under a drag are chosen, and no others", () => {
    expect(filterOfBands(words, set(["sgd"], true), [0, 1], false)).toEqual(set(["adam", "lion"]));
    expect(filterOfSpan(words, [0.4, 0.9])).toEqual(set(["lion", "sgd"]));
  });

  it("that a range lets through stay when another one is switched", () => {
    const width = hparam("width", [16, 32, 64]);
    const bands = makeScale("category", width, all(3));
    const range: Filter = { kind: "range", from: 20, to: 40 };
    expect(filterOfBands(bands, range, [0], true)).toEqual(set([32, 16]));
  });
});

describe("a lane", () => {
  it("is switched on and off", () => {
    expect(filterOfLane(lr, undefined, "missing")).toEqual(set([], true));
    expect(filterOfLane(lr, set([], true), "missing")).toBeNull();
    expect(filterOfLane(lr, undefined, "nan")).toEqual(set([NaN]));
    expect(filterOfLane(lr, set([NaN]), "nan")).toBeNull();
    expect(filterOfLane(lr, set(["x"]), "other")).toEqual(set(["x", "auto"]));
    expect(filterOfLane(lr, undefined, "nonPositive")).toEqual({
      kind: "range",
      from: -Infinity,
      to: 0,
    });
  });
});
