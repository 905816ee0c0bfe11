import { describe, expect, it } from "vitest";
import { spotAfter } from "./keys";
import { figure, two } from "./testing";

const all = figure([two]);

describe("spotAfter", () => {
  it("begins at the newest step, and goes to its neighbors but not beyond the ends", () => {
    const newest = { layer: 0, index: 1, bucket: -1 };
    expect(spotAfter(all, null, "ArrowUp", false)).toEqual(newest);
    expect(spotAfter(all, newest, "ArrowUp", false)).toEqual({ ...newest, index: 0 });
    expect(spotAfter(all, newest, "ArrowRight", false)).toEqual(newest);
    expect(spotAfter(all, newest, "Home", false)).toEqual({ ...newest, index: 0 });
  });

  it("goes over the buckets of a step with Shift", () => {
    const spot = { layer: 0, index: 1, bucket: -1 };
    expect(spotAfter(all, spot, "ArrowRight", true)).toEqual({ ...spot, bucket: 3 });
    expect(spotAfter(all, spot, "ArrowLeft", true)).toEqual({ ...spot, bucket: 4 });
    expect(spotAfter(all, { ...spot, bucket: 4 }, "ArrowRight", true)).toEqual({
      ...spot,
      bucket: 4,
    });
  });

  it("drops the spot with Escape, and leaves other keys alone", () => {
    expect(spotAfter(all, { layer: 0, index: 0, bucket: -1 }, "Escape", false)).toBeNull();
    expect(spotAfter(all, null, "Escape", false)).toBeUndefined();
    expect(spotAfter(all, null, "f", false)).toBeUndefined();
    expect(spotAfter(figure([]), null, "ArrowUp", false)).toBeUndefined();
  });
});
