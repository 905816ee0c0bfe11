import { expect, test } from "vitest";
import { scalars } from "./scalars";
import { column, f8, i8 } from "./testing";

const series = {
  run: "a",
  tag: "loss",
  version: 0,
  count: 2,
  superseded: 0,
  resumed: [],
  in_range: 2,
  exact: true,
  append: false,
  origin: 10,
  step: i8(1, 2),
  walltime: f8(10, 11),
  value: f8(0.5, NaN),
  smoothed: null,
  nonfinite: {
    step: i8(),
    walltime: f8(),
    what: column("u1", new Uint8Array()),
    count: column("i4", new Int32Array()),
  },
  stats: {
    min: 0.5,
    min_step: 1,
    max: 0.5,
    max_step: 1,
    last: "NaN",
    last_step: 2,
    nan: 1,
    posinf: 0,
    neginf: 0,
    q05: null,
    q95: null,
  },
};

function read(...all: unknown[]) {
  return scalars({ series: all }, "scalars").series;
}

test("a series that does not exist stands in its place", () => {
  const missing = { run: "b", tag: "loss", error: "not_found" };
  const [first, second] = read(missing, series);
  expect(first).toEqual(missing);
  expect(second).toMatchObject({ run: "a", step: Float64Array.of(1, 2) });
});

test("columns of unequal length are refused with their place", () => {
  expect(() => read(series, { ...series, value: f8(1) })).toThrow(
    "at scalars.series[1].value: got 1 items, want 2 items",
  );
});

test("a field that is missing is named", () => {
  const { exact: _, ...broken } = series;
  expect(() => read(broken)).toThrow(
    "at scalars.series[0].exact: got undefined, want true or false",
  );
});
