import { expect, it } from "vitest";
import { barsPath, densitiesPath } from "./bars-path";

it("bars of equal width stand side by side", () => {
  expect(barsPath([1, 2], 10, 8)).toBe("M0 8L0.00 4.00L5.00 4.00L5.00 0.00L10.00 0.00L10 8Z");
});

it("a wide bucket is as high as its values are dense", () => {
  expect(densitiesPath([1, 2], [0, 1, 5], 10, 8)).toBe(
    "M0 8L0.00 0.00L2.00 0.00L2.00 4.00L10.00 4.00L10 8Z",
  );
});

it("without any count there is nothing to draw", () => {
  expect(barsPath([], 10, 8)).toBe("");
  expect(barsPath([0, 0], 10, 8)).toBe("");
  expect(densitiesPath([3], [2, 2], 10, 8)).toBe("");
});
