import { describe, expect, it } from "vitest";
import { sharedRange, sparkOf } from "./spark";

const box = { width: 104, height: 24, margin: 2 };
const none = new Float64Array();
const array = (...numbers: number[]): Float64Array => Float64Array.from(numbers);

describe("a small curve", () => {
  it("fills its box", () => {
    const { path, end, broken } = sparkOf(array(0, 5, 10), array(1, 3, 2), none, box);
    expect(path).toBe("M2.0 22.0L52.0 2.0L102.0 12.0");
    expect(end).toEqual([102, 12]);
    expect(broken).toBeNull();
  });

  it("is one point in the middle where there is one", () => {
    expect(sparkOf(array(7), array(3), none, box).end).toEqual([52, 12]);
  });

  it("has a gap where values are not finite", () => {
    const { path } = sparkOf(array(0, 5, 10), array(1, NaN, 2), none, box);
    expect(path).toBe("M2.0 22.0M102.0 2.0");
  });

  it("tells where it broke off, and not of what came back", () => {
    expect(sparkOf(array(0, 5), array(1, 2), array(8, 10), box).broken).toBe(102);
    expect(sparkOf(array(0, 10), array(1, 2), array(5), box).broken).toBeNull();
    expect(sparkOf(array(0, 10), array(1, NaN), none, box).broken).toBe(102);
  });

  it("without any height is broken from its begin", () => {
    expect(sparkOf(array(0), array(NaN), none, box)).toEqual({ path: "", end: null, broken: 2 });
    expect(sparkOf(none, none, none, box).broken).toBeNull();
  });

  it("stays at the edge where it leaves the given heights", () => {
    const { end } = sparkOf(array(0, 10), array(0, 900), none, box, [0, 10]);
    expect(end).toEqual([102, 2]);
  });
});

describe("heights of several curves", () => {
  it("hold all of them where they are alike", () => {
    expect(sharedRange([array(1, 2), array(0, 3), array(2, 4)])).toEqual([0, 4]);
  });

  it("leave out what diverged", () => {
    expect(sharedRange([array(0, 1), array(0, 1), array(0, 8e13)])).toEqual([0, 1]);
  });

  it("hold curves that are merely far from most", () => {
    expect(sharedRange([array(0, 1), array(0, 1), array(2, 9)])).toEqual([0, 9]);
    expect(sharedRange([array(1, 1), array(5, 5)])).toEqual([1, 5]);
  });

  it("are none where nothing is finite", () => {
    expect(sharedRange([array(NaN), none])).toBeNull();
  });
});
