import { expect, test } from "vitest";
import { landscapeFileAddress, landscapeOf, landscapesOf } from "./landscapes";

const column = (...values: number[]) => ({
  dtype: "f8",
  data: new Uint8Array(Float64Array.from(values).buffer),
});

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
  x: column(-1, 1),
  y: column(0, 2, 4),
  values: [column(1, 2, 3, 4, NaN, Infinity)],
  done: { dtype: "u1", data: Uint8Array.of(1, 1, 1, 1, 0, 1) },
  center: { loss: "NaN" },
  path: {
    step: { dtype: "i8", data: new Uint8Array(BigInt64Array.of(1n, 9n).buffer) },
    x: column(1, 0),
    y: column(2, 0),
    loss: column(3, 1),
    true_loss: column(NaN, 1),
    residual: column(0.5, 0),
  },
  marks: [{ name: "other", x: 1, y: 2, values: { loss: "NaN", "hessian/max": 4 } }],
  curvature: {
    eigenvalues: column(2, 1),
    errors: null,
    trace: 3,
    trace_error: null,
    density: { x: column(0, 1), y: column(1, 0.5) },
    samples: null,
  },
  flatness: null,
  damaged: 0,
};

test("fields of a record that are missing or of another type count as not told", () => {
  const { landscapes, formats } = landscapesOf({
    landscapes: [summary],
    formats: ["stl", "npz", "a new one"],
  });
  const [told] = landscapes;
  expect(formats).toEqual(["npz", "stl"]);
  expect(told?.y).toBeNull();
  expect(told?.directions).toMatchObject({ kind: "pca", explained: [0.75, 0.125], seed: 5 });
  expect(told?.directions).toMatchObject({ norm: null, ignore: [], angle: null });
  expect(told?.settings).toMatchObject({ mode: "train", interval: [1, 25], learning_rate: [0.1] });
  expect(told?.settings).toMatchObject({ samples: null, optimizer: null });
});

test("a landscape becomes typed arrays", () => {
  const found = landscapeOf(landscape);
  expect([...found.x]).toEqual([-1, 1]);
  expect([...(found.values.get("loss") ?? [])]).toEqual([1, 2, 3, 4, NaN, Infinity]);
  expect([...found.done]).toEqual([1, 1, 1, 1, 0, 1]);
  expect(found.center.get("loss")).toBeNaN();
  expect([...(found.path?.step ?? [])]).toEqual([1, 9]);
  expect([...(found.path?.trueLoss ?? [])]).toEqual([NaN, 1]);
  const values = new Map(Object.entries({ loss: NaN, "hessian/max": 4 }));
  expect(found.marks).toEqual([{ name: "other", x: 1, y: 2, values }]);
  expect(found.curvature).toMatchObject({ trace: 3, errors: null, samples: null });
  expect([...(found.curvature?.density?.y ?? [])]).toEqual([1, 0.5]);
});

test("grids that do not fit are refused", () => {
  expect(() => landscapeOf({ ...landscape, values: [] })).toThrow("0 grids");
  expect(() => landscapeOf({ ...landscape, values: [column(1)] })).toThrow("1 points");
  expect(() => landscapeOf({ ...landscape, y: null })).toThrow("6 points");
  const path = { ...landscape.path, x: column(1) };
  expect(() => landscapeOf({ ...landscape, path })).toThrow("path.x");
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
