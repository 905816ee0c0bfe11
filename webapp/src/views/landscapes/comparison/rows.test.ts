import { expect, it } from "vitest";
import { landscapeOf, summaryOf } from "../testing";
import { measuresOf, type Compared } from "./measures";
import { errorOf, fitOf, flattest, isRough, measuredOf, type ComparedRow } from "./rows";

function compared(key: string, area: number, sharpness = 1, curvature = 1): Compared {
  const flatness = {
    metric: "loss",
    center: 0,
    minimum: 0,
    level: 1,
    area,
    volume: 1,
    open: false,
    sharpness,
    radius: 0.25,
    sharpness_method: "grid",
    curvature_x: curvature,
    curvature_y: null,
    curvature_x_error: 0.5,
    curvature_y_error: null,
    curvature_method: "hessian",
  };
  const landscape = landscapeOf({ flatness });
  return { key, summary: summaryOf(), landscape, name: key, color: "#000000" };
}

const row = (one: Compared, ...repeats: Compared[]): ComparedRow => ({ compared: one, repeats });
const [first] = [compared("a", 1).landscape];
const measure = (key: string) => {
  const found = measuresOf(first === undefined ? [] : [first]).find((each) => each.key === key);
  if (found === undefined) throw new Error(`no measure ${key}`);
  return found;
};

it("gives the mean of repeats, and from where to where they go", () => {
  const repeats = [compared("a 1", 1), compared("a 2", 2), compared("a 3", 6)];
  const measured = measuredOf(measure("area"), row(compared("a", 1), ...repeats));
  expect(measured).toEqual({ value: 3, low: 1, high: 6, count: 3 });
  const missing = { ...compared("b", 1), landscape: undefined };
  expect(measuredOf(measure("area"), row(missing))).toBeUndefined();
});

it("finds the flattest: the largest area, the least sharpness, the least bend either way", () => {
  const rows = [row(compared("a", 1, 0.5, -3)), row(compared("b", 2, 0.9, 2))];
  const keys = (key: string) => [...flattest(measure(key), rows)];
  expect([keys("area"), keys("sharpness"), keys("curvatureX")]).toEqual([["b"], ["a"], ["b"]]);
  expect(keys("volume")).toEqual([]);
  expect(keys("minimum")).toEqual([]);
});

it("says how far one curvature may be off, and which are of a fit", () => {
  const exact = compared("a", 1);
  const fitted = compared("b", 1);
  const { landscape } = fitted;
  if (!landscape?.flatness) throw new Error("no flatness");
  const flatness = { ...landscape.flatness, curvature_x_error: NaN, curvature_method: "grid" };
  const rough = { ...fitted, landscape: { ...landscape, flatness } };
  expect(errorOf(measure("curvatureX"), row(exact))).toBe(0.5);
  expect(errorOf(measure("curvatureX"), row(rough))).toBeUndefined();
  expect(errorOf(measure("curvatureX"), row(exact, exact, exact))).toBeUndefined();
  expect(errorOf(measure("area"), row(exact))).toBeUndefined();
  expect(fitOf(measure("curvatureX"), row(exact))).toBeNull();
  expect(fitOf(measure("curvatureX"), row(exact, exact, rough))).toBe("grid");
  expect(fitOf(measure("area"), row(rough))).toBeNull();
});

it("calls a grid coarse below 31 points along an axis", () => {
  const along = (n: number) => Float64Array.from({ length: n }, (_, i) => i);
  const on = (x: Float64Array, y: Float64Array) => {
    const values = new Map([["loss", new Float64Array(x.length * y.length)]]);
    return row({ ...compared("a", 1), landscape: landscapeOf({ x, y, values }) });
  };
  expect(isRough(measure("area"), on(along(31), along(31)))).toBe(false);
  expect(isRough(measure("area"), on(along(51), along(25)))).toBe(true);
  expect(isRough(measure("minimum"), on(along(51), along(25)))).toBe(false);
});

it("calls a sharpness rough that is read off a coarse grid, and none of points at its radius", () => {
  const x = Float64Array.of(-1, 0, 1);
  const of = (sharpness_method: string) => {
    const landscape = landscapeOf({ x, y: x, values: new Map([["loss", new Float64Array(9)]]) });
    const flatness = compared("a", 1).landscape?.flatness;
    if (!flatness) throw new Error("it has one");
    return row({
      ...compared("a", 1),
      landscape: { ...landscape, flatness: { ...flatness, sharpness_method } },
    });
  };
  expect(isRough(measure("sharpness"), of("grid"))).toBe(true);
  expect(isRough(measure("sharpness"), of("points"))).toBe(false);
});
