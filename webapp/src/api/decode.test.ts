import { expect, test } from "vitest";
import { DecodeError, number } from "./decode";

test("a number that JSON can't write comes as a string", () => {
  expect(number("NaN", "x")).toBeNaN();
  expect(number("-Infinity", "x")).toBe(-Infinity);
  expect(() => number("12", "x")).toThrow(DecodeError);
});
