import { expect, it } from "vitest";
import type { TagCells, Outlier } from "../../api/layers";
import { crumbs, decidingValues, distanceOf, sharing, tagsInRow } from "./model";

const layers: TagCells = {
  tags: 5,
  all_steps: 2,
  row_tags: ["a", "c"],
  first_tags: Float64Array.of(0, 2),
  first_steps: Float64Array.of(0, 10),
  last_steps: Float64Array.of(0, 10),
  values: Float64Array.of(1, NaN, 3, 2),
  tag_places: Float64Array.of(0, 1, 2, -1),
  steps: Float64Array.of(0, 10, 0, 10),
};

it("takes colors from values that are there, but for the farthest of very many", () => {
  expect([...decidingValues(layers)]).toEqual([1, 3]);
  const values = Float64Array.from({ length: 1000 }, (_, i) => (i === 7 ? 1e9 : i));
  const deciding = decidingValues({ ...layers, values, tag_places: new Float64Array(1000) });
  expect([deciding[0], deciding.at(-1), deciding.length]).toEqual([5, 995, 990]);
});

it("knows how many tags share a row", () => {
  expect([0, 1].map((row) => tagsInRow(layers, row))).toEqual([2, 3]);
  expect(sharing(layers)).toEqual({ rows: true, columns: false });
});

it("leads back from a branch to those around it", () => {
  expect(crumbs("")).toEqual([]);
  expect(crumbs("grad/layers.3/")).toEqual([
    { name: "grad", prefix: "grad/" },
    { name: "layers.3", prefix: "grad/layers.3/" },
  ]);
});

it("lists an outlier with the distance that makes it one", () => {
  const outlier: Outlier = {
    ...{ tag: "a", why: "all_along", usual: 12, largest: 40, largest_step: 3 },
    ...{ not_finite: 0, first_not_finite: null },
  };
  expect(distanceOf(outlier)).toBe(12);
  expect(distanceOf({ ...outlier, why: "at_a_step" })).toBe(40);
  expect(distanceOf({ ...outlier, why: "not_finite" })).toBeNull();
});
