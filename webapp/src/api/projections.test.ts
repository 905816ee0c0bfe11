import { expect, it } from "vitest";
import { pointSet } from "./embeddings";
import { projection } from "./projections";
import { column, f8 } from "./testing";

const answer = {
  id: "a1",
  method: "pca",
  components: 10,
  state: "done",
  ahead: 0,
  done: 1,
  iteration: null,
  error: null,
  points: 2,
  dimensions: 3,
  left_out: 1,
  projected: 1,
  reduced_to: null,
  perplexity: null,
  neighbors: null,
  aligned: false,
  seconds: 0.5,
  version: 1,
  ratio: null,
  exact: true,
  coordinates: [column("f4", Float32Array.of(0.5, NaN))],
};

it("keeps coordinates as the 32-bit floats that they are", () => {
  const { coordinates, left_out } = projection(answer, "projection");
  expect(coordinates).toEqual([Float32Array.of(0.5, NaN)]);
  expect(left_out).toBe(1);
});

it("refuses a state that it does not know", () => {
  expect(() => projection({ ...answer, state: "lost" }, "projection")).toThrow("state");
});

it("distinguishes columns of numbers from columns of text", () => {
  const answer = {
    points: 2,
    dimensions: 3,
    left_out: 0,
    check: 7,
    columns: [
      { name: "digit", type: "number", values: f8(1, 2) },
      { name: "name", type: "text", values: ["a", "b"] },
    ],
    thumbnails: null,
  };
  const set = pointSet(answer, "embeddings");
  expect(set.columns[0]?.values).toEqual(Float64Array.of(1, 2));
  expect(set.columns[1]?.values).toEqual(["a", "b"]);
});
