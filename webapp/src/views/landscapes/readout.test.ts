import { expect, test } from "vitest";
import { placeRow, withError } from "./readout";

test("a number stands with its error, as far as both are known", () => {
  expect(withError(8, 0.5)).toBe("8 ± 0.5");
  expect(withError(8, NaN)).toBe("8");
  expect(withError(8)).toBe("8");
  expect(withError(NaN, 0.5)).toBe("–");
  expect(withError(1.23456, NaN, 3)).toBe("1.23");
});

test("a place is said with four digits", () => {
  expect(placeRow({ x: 0.123456, y: -2 })).toEqual({ name: "x, y", values: ["0.1235, -2"] });
});
