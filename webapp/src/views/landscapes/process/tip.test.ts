import { expect, it, vi } from "vitest";

import { landscapeOf } from "../testing";

// What the words of the page ask a browser for.
vi.stubGlobal("location", { hash: "" });
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("addEventListener", () => undefined);
const { tipOf } = await import("./tip");

const axis = Float64Array.of(-1, 1);

function rowsOf(values: Record<string, number>, metric: string) {
  const columns = Object.entries(values).map(
    ([name, value]) => [name, new Float64Array(4).fill(value)] as const,
  );
  const landscape = landscapeOf({
    x: axis,
    y: axis,
    metrics: Object.keys(values),
    values: new Map(columns),
  });
  return tipOf(landscape, { index: 2, snapshot: null }, metric).rows.map(
    ({ name, value, isMain }) => [name, value, isMain],
  );
}

it("gives the metric that is shown first, and the standard error of the loss beside it", () => {
  const values = { loss: 0.5, accuracy: 0.75, standard_error: 0.0432709 };
  expect(rowsOf(values, "loss")).toEqual([
    ["loss", "0.5 ± 0.043", true],
    ["accuracy", "0.75", false],
  ]);
  expect(rowsOf(values, "accuracy")).toEqual([
    ["accuracy", "0.75", true],
    ["loss", "0.5 ± 0.043", false],
  ]);
  expect(rowsOf(values, "standard_error")).toEqual([
    ["standard_error", "0.0432709", true],
    ["loss", "0.5 ± 0.043", false],
    ["accuracy", "0.75", false],
  ]);
});

it("gives no error where there is none", () => {
  expect(rowsOf({ loss: 0.5 }, "loss")).toEqual([["loss", "0.5", true]]);
});

it("says what a mean of snapshots does itself before what the plane says of its place", () => {
  const values = new Map([
    ["loss", 0.5],
    ["true/loss", 0.25],
    ["ensemble/loss", 0.125],
    ["residual", 2],
  ]);
  const landscape = landscapeOf({ marks: [{ name: "mean of the last 5", x: 0.5, y: -1, values }] });
  const hover = { x: 0.5, y: -1, index: -1, snapshot: null, mark: 0 };
  const tip = tipOf(landscape, hover, "loss");
  expect(tip.title).toBe("mean of the last 5");
  expect(tip.rows.map(({ name, value, isMain }) => [name, value, isMain])).toEqual([
    ["loss", "0.5", false],
    ["loss of the mean itself", "0.25", true],
    ["loss of the mean prediction", "0.125", false],
    ["off the plane", "2", false],
  ]);
});
