import { expect, test } from "vitest";
import { largest } from "./largest";

test("twenty stand alone, and the others are exactly the rest", () => {
  const values = Float64Array.from({ length: 50 }, (_, i) => i + 1);
  const found = largest(values);
  expect(found.places).toHaveLength(20);
  expect(found.places[0]).toBe(49);
  expect(found.restCount).toBe(30);
  expect(found.rest).toBe((30 * 31) / 2);
  expect(found.whole).toBe((50 * 51) / 2);
});

test("of twenty there is no rest, and zeros are not listed", () => {
  const values = Float64Array.from({ length: 25 }, (_, i) => (i < 20 ? 1 : 0));
  expect(largest(values)).toMatchObject({ rest: 0, restCount: 0, whole: 20 });
});

test("only those that are asked about count, equal ones in their order", () => {
  const values = Float64Array.of(5, 2, 9, 2, NaN);
  expect(largest(values, [1, 3, 4, 0], 2)).toEqual({
    places: [0, 1],
    rest: 2,
    restCount: 1,
    whole: 9,
  });
});
