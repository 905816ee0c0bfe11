import { describe, expect, it } from "vitest";
import { drawnBuckets, evenBuckets, fittingBuckets, isUneven } from "./even-buckets";

const numbers = (made: ReturnType<typeof evenBuckets>): unknown =>
  made && { counts: [...made.counts], edges: [...made.edges] };

describe("isUneven", () => {
  it("is recognized by widths that differ by more than half", () => {
    expect(isUneven([0, 1, 3])).toBe(true);
    expect(isUneven([0, 1, 2.5, 3.5])).toBe(false);
    expect(isUneven([0, 1, 2.6, 3.6])).toBe(true);
  });

  it("lets the last bucket be narrower", () => {
    expect(isUneven([0, 3, 6, 7])).toBe(false);
    expect(isUneven([0, 1, 4, 7])).toBe(true);
    expect(isUneven([0, 1])).toBe(false);
    expect(isUneven([0])).toBe(false);
  });
});

describe("evenBuckets", () => {
  it("spreads the counts of a bucket over its width", () => {
    const made = evenBuckets([2, 4], [0, 1, 3], 3);
    expect(numbers(made)).toEqual({ counts: [2, 2, 2], edges: [0, 1, 2, 3] });
  });

  it("divides a bucket that lies across an edge", () => {
    const made = evenBuckets([1, 6, 1], [0, 1, 3, 4], 2);
    expect(numbers(made)).toEqual({ counts: [4, 4], edges: [0, 2, 4] });
  });

  it("puts narrow buckets together", () => {
    const made = evenBuckets([1, 2, 3, 8], [0, 0.25, 0.5, 1, 2], 2);
    expect(numbers(made)).toEqual({ counts: [6, 8], edges: [0, 1, 2] });
  });

  it("leaves out empty buckets at the ends", () => {
    const made = evenBuckets([0, 2, 4, 0], [-1e20, 0, 1, 3, 1e20], 3);
    expect(numbers(made)).toEqual({ counts: [2, 2, 2], edges: [0, 1, 2, 3] });
  });

  it("is nothing without values or a range to divide", () => {
    expect(evenBuckets([1, 1], [1e15, 1e15 + 1, 1e15 + 3], 64)).toBeNull();
    expect(evenBuckets([0, 0], [0, 1, 3], 3)).toBeNull();
    expect(evenBuckets([1, 1], [-1.5e308, 0, 1.5e308], 1)).toBeNull();
  });
});

describe("drawnBuckets", () => {
  it("are the stored ones where these are equal", () => {
    const stored = { counts: Float64Array.of(1, 2), edges: Float64Array.of(0, 1, 2) };
    expect(drawnBuckets(stored)).toBe(stored);
  });

  it("are as many as the values fill, and 64 at most", () => {
    expect(fittingBuckets([2, 7])).toBe(6);
    expect(fittingBuckets([5000, 5000])).toBe(64);
    const made = drawnBuckets({ counts: Float64Array.of(2, 7), edges: Float64Array.of(0, 2, 6) });
    expect(numbers(made)).toEqual({
      counts: [1, 1, 1.75, 1.75, 1.75, 1.75],
      edges: [0, 1, 2, 3, 4, 5, 6],
    });
  });
});
