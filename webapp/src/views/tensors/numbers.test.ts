import { expect, test } from "vitest";
import { cellText, shade } from "./numbers";

test.each([
  [0, 4, false, "0.0000"],
  [1.23456, 2, false, "1.23"],
  [-0.00001, 4, false, "-1.000e-5"],
  [1234567, 4, false, "1.235e+6"],
  [NaN, 2, false, "NaN"],
  [Infinity, 2, false, "∞"],
  [-Infinity, 2, true, "−∞"],
  [42, 4, true, "42"],
  [123456789012, 4, true, "1.2346e+11"],
])("%d with %d decimals", (value, decimals, isWhole, text) => {
  expect(cellText(value, decimals, isWhole)).toBe(text);
});

test("a shade is a sign and a share", () => {
  expect([5, -5, 20, 0, NaN, Infinity].map((value) => shade(value, 10))).toEqual([
    0.5, -0.5, 1, 0, 0, 0,
  ]);
  expect(shade(3, 0)).toBe(0);
  expect(shade(3, NaN)).toBe(0);
});
