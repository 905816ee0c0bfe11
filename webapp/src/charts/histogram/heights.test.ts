import { describe, expect, it } from "vitest";
import { drawnSteps, heightScale, heightsOf, totalOf, valueRange } from "./heights";
import { figure, layer, nothingLogged, two } from "./testing";

describe("heightsOf", () => {
  it("gives the counts as they are: nothing is added to a bucket", () => {
    expect([...heightsOf(two, 0, "count")]).toEqual([5, 0, 7]);
    expect([...heightsOf(two, 1, "count")]).toEqual([1, 2]);
  });

  it("gives densities whose area is one, however wide the buckets are", () => {
    expect([...heightsOf(two, 0, "density")]).toEqual([5 / 12, 0, 7 / 12]);
    expect([...heightsOf(two, 1, "density")]).toEqual([1 / 6, 1 / 3]);
  });

  it("gives zeros where there are no values", () => {
    expect([...heightsOf(nothingLogged, 0, "density")]).toEqual([0]);
    expect(totalOf(nothingLogged, 0)).toBe(0);
  });
});

describe("drawnSteps", () => {
  it("leaves out what holds nothing but NaN", () => {
    const steps = [
      { at: 0, counts: [1, 2], edges: [0, 1, 2] },
      { at: 5, counts: [0], edges: [0, 1] },
      { at: 9, counts: [3], edges: [0, 1] },
    ];
    expect(drawnSteps(layer("a", steps))).toEqual([0, 2]);
  });
});

describe("heightScale", () => {
  it("reaches from nothing to the greatest height of all steps", () => {
    const { top, share } = heightScale(figure([two]));
    expect(top).toBe(7);
    expect([share(0), share(3.5), share(7)]).toEqual([0, 0.5, 1]);
  });

  it("keeps one value apart from none on a logarithmic scale", () => {
    const big = layer("a", [{ at: 0, counts: [1, 1_000_000], edges: [0, 1, 2] }]);
    const { share } = heightScale(figure([big], { log: true }));
    expect(share(0)).toBe(0);
    expect(share(1)).toBeCloseTo(0.05, 2);
    expect(share(1_000_000)).toBe(1);
  });

  it("has no height where nothing was logged", () => {
    expect(heightScale(figure([nothingLogged])).share(0)).toBe(0);
  });
});

describe("valueRange", () => {
  it("reaches over the edges of all steps of all layers", () => {
    expect(valueRange([two])).toEqual([-1, 3]);
    expect(valueRange([two, layer("c", [{ at: 0, counts: [1], edges: [5, 9] }])])).toEqual([-1, 9]);
  });

  it("leaves out steps without values", () => {
    expect(valueRange([nothingLogged])).toBeNull();
    expect(valueRange([])).toBeNull();
  });
});
