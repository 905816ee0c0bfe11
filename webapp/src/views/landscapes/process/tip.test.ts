import { expect, it, vi } from "vitest";

import { landscapeOf } from "../testing";

// What the words of the page ask a browser for.
vi.stubGlobal("location", { hash: "" });
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

it("tells the metric that is shown first, and the standard error of the loss beside it", () => {
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

it("tells no error where there is none", () => {
  expect(rowsOf({ loss: 0.5 }, "loss")).toEqual([["loss", "0.5", true]]);
});
