import { expect, test } from "vitest";
import { landscape as decode } from "./landscape-shapes";
import { landscapeFileAddress, listedOf } from "./landscapes";
import { column, f8, i8 } from "./testing";

const described = {
  run: "r",
  tag: "t",
  step: 3,
  walltime: 9,
  id: "k",
  metrics: ["loss"],
  directions: { kind: "pca", explained: [0.75, 0.125], seed: 5n },
  settings: { mode: "train", interval: [1, 25], learning_rate: 0.1, samples: "many" },
};

const summary = {
  ...described,
  x: { min: -1, max: 1, number: 2 },
  y: null,
  points: 2,
  done: 1,
  snapshots: 0,
  curvature: false,
};

const landscape = {
  ...described,
  x: f8(-1, 1),
  y: f8(0, 2, 4),
  values: [f8(1, 2, 3, 4, NaN, Infinity)],
  done: column("u1", Uint8Array.of(1, 1, 1, 1, 0, 1)),
  center: { loss: "NaN" },
  path: {
    step: i8(1, 9),
    x: f8(1, 0),
    y: f8(2, 0),
    loss: f8(3, 1),
    true_loss: f8(NaN, 1),
    residual: f8(0.5, 0),
  },
  paths: [
    {
      name: "adam",
      step: i8(4),
      x: f8(0.5),
      y: f8(1),
      loss: f8(NaN),
      true_loss: f8(0.75),
      residual: f8(0.25),
    },
  ],
  marks: [{ name: "other", x: 1, y: 2, values: { loss: "NaN", "hessian/max": 4 } }],
  curvature: {
    eigenvalues: f8(2, 1),
    errors: null,
    trace: 3,
    trace_error: null,
    critical_sharpness: null,
    critical_error: null,
    density: { x: f8(0, 1), y: f8(1, 0.5) },
    samples: null,
    sampling: null,
    population: null,
    standard_error: null,
  },
  sharpness: null,
  flatness: null,
  damaged: 0,
};

test("fields of a record that are missing or of another type count as not given", () => {
  const { landscapes, formats } = listedOf({
    landscapes: [summary],
    formats: ["stl", "npz", "a new one"],
  });
  const [listed] = landscapes;
  expect(formats).toEqual(["npz", "stl"]);
  expect(listed?.y).toBeNull();
  expect(listed?.directions).toMatchObject({ kind: "pca", explained: [0.75, 0.125], seed: 5 });
  expect(listed?.directions).toMatchObject({ norm: null, ignore: [], angle: null });
  expect(listed?.settings).toMatchObject({
    mode: "train",
    interval: [1, 25],
    learning_rate: [0.1],
  });
  expect(listed?.settings).toMatchObject({ samples: null, optimizer: null });
});

test("a landscape becomes typed arrays", () => {
  const found = decode(landscape, "landscape");
  expect([...found.x]).toEqual([-1, 1]);
  expect([...(found.values.get("loss") ?? [])]).toEqual([1, 2, 3, 4, NaN, Infinity]);
  expect([...found.done]).toEqual([1, 1, 1, 1, 0, 1]);
  expect(found.center.get("loss")).toBeNaN();
  expect([...(found.path?.step ?? [])]).toEqual([1, 9]);
  expect([...(found.path?.trueLoss ?? [])]).toEqual([NaN, 1]);
  expect(found.paths.map(({ name, trueLoss }) => [name, ...trueLoss])).toEqual([["adam", 0.75]]);
  const values = new Map(Object.entries({ loss: NaN, "hessian/max": 4 }));
  expect(found.marks).toEqual([{ name: "other", x: 1, y: 2, values }]);
  expect(found.curvature).toMatchObject({ trace: 3, errors: null, samples: null });
  expect([...(found.curvature?.density?.y ?? [])]).toEqual([1, 0.5]);
});

test("grids that do not fit are refused", () => {
  expect(() => decode({ ...landscape, values: [] }, "landscape")).toThrow("0 grids");
  expect(() => decode({ ...landscape, values: [f8(1)] }, "landscape")).toThrow("1 points");
  expect(() => decode({ ...landscape, y: null }, "landscape")).toThrow("6 points");
  const path = { ...landscape.path, x: f8(1) };
  expect(() => decode({ ...landscape, path }, "landscape")).toThrow("path.x");
});

test("the address of a file has what was chosen, and nothing else", () => {
  const place = { run: "r", tag: "a b", step: 3, id: "k" };
  expect(landscapeFileAddress(place, "csv")).toBe(
    "./api/landscape/file?run=r&tag=a+b&step=3&id=k&format=csv",
  );
  const options = { metric: "loss", log: true, zmax: 5, interpolate: 100 };
  expect(landscapeFileAddress(place, "vtk", options)).toMatch(
    /&format=vtk&metric=loss&log=true&zmax=5&interpolate=100$/,
  );
});
