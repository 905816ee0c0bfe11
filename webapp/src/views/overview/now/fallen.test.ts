import { expect, it } from "vitest";
import { fallenRuns } from "./fallen";

const ids = ["steady", "gone", "worse", "nan", "below", "unknown"];
const lasts = new Map([
  ["steady", 1.3],
  ["gone", 72],
  ["worse", 900],
  ["nan", NaN],
  ["below", 5],
]);
const bests = new Map([
  ["steady", 1.2],
  ["gone", 1.21],
  ["worse", 1.1],
  ["nan", 1],
  ["below", -5],
]);

it("names runs that end ten times as far as their best, the worst first", () => {
  const found = fallenRuns(ids, lasts, bests, "min");
  expect(found.map(({ id }) => id)).toEqual(["worse", "gone"]);
});

it("takes the inverse where more is better", () => {
  const found = fallenRuns(
    ["a", "b"],
    new Map([
      ["a", 0.07],
      ["b", 0.5],
    ]),
    new Map([
      ["a", 0.8],
      ["b", 0.8],
    ]),
    "max",
  );
  expect(found).toEqual([{ id: "a", last: 0.07, best: 0.8 }]);
});
