import { describe, expect, it } from "vitest";
import { fullNumber, shortNumber, tickLabels } from "./numbers";

describe("shortNumber", () => {
  it.each([
    [0, "0"],
    [0.1234567, "0.12346"],
    [1234.5678, "1234.6"],
    [12345, "12345"],
    [123456, "123.46k"],
    [-2500000, "-2.5M"],
    [0.00001234, "1.234e-5"],
    [1e300, "1e300"],
    [NaN, "NaN"],
    [Infinity, "+∞"],
    [-Infinity, "-∞"],
  ])("writes %d as %s", (value, text) => {
    expect(shortNumber(value)).toBe(text);
  });
});

describe("tickLabels", () => {
  it.each([
    [[0, 0.5, 1], 0.5, ["0", "0.5", "1.0"]],
    [[0, 2000, 4000, 10000], 2000, ["0", "2k", "4k", "10k"]],
    [[500000, 1000000], 500000, ["0.5M", "1.0M"]],
    [[1e-5, 2e-5], 1e-5, ["1e-5", "2e-5"]],
    [[1.05e-6, 1.1e-6], 5e-8, ["1.05e-6", "1.1e-6"]],
    [[1e13, 2e13], 1e13, ["1e13", "2e13"]],
    [[1234567.001, 1234567.002], 0.001, ["1234567.001", "1234567.002"]],
    [[-0.1, -1e-18, 0.1], 0.1, ["-0.1", "0", "0.1"]],
  ])("writes %j", (values, step, labels) => {
    expect(tickLabels(values, step)).toEqual(labels);
  });
});

it("writes numbers with every digit", () => {
  expect(fullNumber(0.1 + 0.2)).toBe("0.30000000000000004");
});
