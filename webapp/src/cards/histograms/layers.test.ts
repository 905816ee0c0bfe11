import { describe, expect, it } from "vitest";
import { layerOf, layerOfPayload, nonFiniteOf, nonFiniteText, placesOf, statsOf } from "./layers";
import { answered } from "./testing";

const look = { name: "run", color: "#306ce2" };

describe("placesOf", () => {
  it("lies on the wished axis", () => {
    expect([...placesOf(answered, "step")]).toEqual([0, 10]);
    expect([...placesOf(answered, "relative")]).toEqual([0, 60]);
    expect([...placesOf(answered, "wall")]).toEqual([1000, 1060]);
  });

  it("never runs backwards, also where a clock did", () => {
    const back = { ...answered, walltime: Float64Array.of(1000, 900) };
    expect([...placesOf(back, "wall")]).toEqual([1000, 1000]);
  });
});

describe("layerOf", () => {
  it("hands on the counts as they came", () => {
    const layer = layerOf(answered, "step", look);
    expect(layer).toMatchObject({ key: "r", ...look });
    expect(layer.counts).toBe(answered.counts);
    expect(layer.evened).toBeUndefined();
  });

  it("has equal buckets for a step that has others, and says which", () => {
    const edges = Float64Array.of(0, 1, 2, 6, 1.5, 2.5);
    const counts = Float64Array.of(1, 0, 8, 1);
    const layer = layerOf({ ...answered, counts, edges }, "step", look);
    expect([...layer.offset]).toEqual([0, 6, 7]);
    expect([...layer.counts]).toEqual([1, 0, 2, 2, 2, 2, 1]);
    expect([...layer.edges]).toEqual([0, 1, 2, 3, 4, 5, 6, 1.5, 2.5]);
    expect([...(layer.evened ?? [])]).toEqual([0]);
  });
});

describe("layerOfPayload", () => {
  const record = { run: "r", tag: "w", step: 3, walltime: 0, summary: {} };

  it("is a layer of one step", () => {
    const payload = { counts: Float64Array.of(1, 2), edges: Float64Array.of(0, 1, 2) };
    const layer = layerOfPayload({ ...record, payload }, look);
    expect([...(layer?.at ?? []), ...(layer?.offset ?? [])]).toEqual([3, 0, 2]);
  });

  it("is nothing for something else", () => {
    expect(layerOfPayload({ ...record, payload: {} }, look)).toBeNull();
  });
});

describe("statsOf", () => {
  it("has the numbers of one step", () => {
    expect(statsOf(answered, 1)).toEqual({
      values: 1,
      min: 2,
      max: 2,
      mean: 2,
      std: 0,
      nan: 3,
      posinf: 0,
      neginf: 1,
    });
  });
});

describe("nonFiniteOf", () => {
  it("counts over all steps, and says the first", () => {
    const counts = nonFiniteOf([answered, answered]);
    expect(counts).toEqual({ nan: 6, posinf: 0, neginf: 2, steps: 2, first: 10 });
    expect(nonFiniteText(counts)).toBe("6 NaN, 2 −∞");
    expect(nonFiniteOf([]).first).toBeNull();
  });
});
