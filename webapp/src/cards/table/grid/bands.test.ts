import { expect, it } from "vitest";
import { bandsOf } from "./bands";

it("a band has a head over each stretch of its columns", () => {
  const columns = ["given", "given", "reached", "given"].map((band, place) => ({
    column: { key: `c${place}`, name: "", title: "", band, isNumeric: true, text: String },
    place,
    left: place * 100,
    width: 100,
  }));
  expect(bandsOf(columns)).toEqual([
    { key: "c0", name: "given", left: 0, width: 200, count: 2 },
    { key: "c2", name: "reached", left: 200, width: 100, count: 1 },
    { key: "c3", name: "given", left: 300, width: 100, count: 1 },
  ]);
  expect(bandsOf([])).toEqual([]);
});
