import { expect, test } from "vitest";
import { landscapeOf } from "../testing";
import { placesOf, exactAt, withPlaces } from "./exact";

const line = landscapeOf({
  x: Float64Array.of(-0.5, 0.25, 1, 1.75),
  y: null,
  metrics: ["loss", "accuracy"],
  values: new Map([
    ["loss", Float64Array.of(4, 2, NaN, 8)],
    ["accuracy", Float64Array.of(0.1, 0.4, 0.3, 0.2)],
  ]),
  done: Uint8Array.of(1, 1, 0, 1),
  center: new Map([["loss", 1.5]]),
  marks: [
    { name: "end", x: 1, y: 0, values: new Map([["loss", 3]]) },
    { name: "far", x: 9, y: 0, values: new Map([["loss", 7]]) },
    { name: "old", x: 0.5, y: 0, values: new Map() },
  ],
});

test("values that are recorded stand between the points of the grid", () => {
  const { x, values, done } = withPlaces(line, [0, 1, 9]);
  expect([...x]).toEqual([-0.5, 0, 0.25, 1, 1.75]);
  expect([...(values.get("loss") ?? [])]).toEqual([4, 1.5, 2, NaN, 8]);
  expect([...(values.get("accuracy") ?? [])].map((each) => each.toFixed(6))).toEqual(
    [0.1, 0.3, 0.4, 0.3, 0.2].map((each) => each.toFixed(6)),
  );
  expect([...done]).toEqual([1, 1, 1, 0, 1]);
});

test("what is not recorded is as it is drawn, and no computed point", () => {
  const { x, values, done } = withPlaces(line, [-0.125]);
  expect([...x]).toEqual([-0.5, -0.125, 0.25, 1, 1.75]);
  expect(values.get("loss")?.[1]).toBe(3);
  expect([...done]).toEqual([1, 0, 1, 0, 1]);
});

test("a line that has all the places stays the same", () => {
  expect(withPlaces(line, [1, 0.25, -9])).toBe(line);
});

test("places are the center and the marks that have values", () => {
  expect(placesOf([line])).toEqual([0, 1, 9]);
  expect(placesOf([landscapeOf({ center: new Map() }), line])).toEqual([0, 1, 9]);
  expect(placesOf([landscapeOf({ center: new Map() })])).toEqual([]);
  expect(exactAt(line, 0.5).size).toBe(0);
});
