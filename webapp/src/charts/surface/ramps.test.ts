import { expect, it } from "vitest";
import { colorOf } from "../../lib/palettes";
import { rampsOf, rampSteps } from "./ramps";

it("has a row of the palette for each grid, or of the grid's own color in shades", () => {
  const ramps = rampsOf([{}, { color: "#804020" }], "viridis");
  const at = (row: number, step: number) => {
    const from = 4 * (row * rampSteps + step);
    return [...ramps.subarray(from, from + 4)];
  };
  expect(ramps).toHaveLength(2 * 4 * rampSteps);
  expect(at(0, 0)).toEqual([...colorOf("viridis", 0), 255]);
  expect(at(0, rampSteps - 1)).toEqual([...colorOf("viridis", 1), 255]);
  const [low, high] = [at(1, 0), at(1, rampSteps - 1)];
  expect(low[0]).toBeLessThan(0x80);
  expect(high[0]).toBeGreaterThan(0x80);
});
