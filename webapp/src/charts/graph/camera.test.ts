import { expect, it } from "vitest";
import { first, fitted } from "./camera";

const view = { width: 477, height: 700 };

it("a graph of usual height opens whole, a long one at its beginning in a size that can be read", () => {
  // 700 pixels less two margins of 24, at half the size.
  const most = { width: 200, height: 2 * (700 - 48) };
  expect(first(most, view, true)).toEqual(fitted(most, view));
  const long = { width: 200, height: most.height + 1 };
  const { scale, y } = first(long, view, true);
  expect(scale).toBeGreaterThan(0.6);
  expect(y * scale).toBeCloseTo(-24, 9);
});
