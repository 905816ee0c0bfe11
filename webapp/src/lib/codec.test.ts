import { expect, test } from "vitest";
import { choice, flag, list, numberIn, orNone } from "./codec";

test("a number out of range is no value", () => {
  const weight = numberIn(0, 0.99);
  expect(weight.parse("0.6")).toBe(0.6);
  for (const text of ["1", "-0.1", "NaN", "", " ", "six"]) {
    expect(weight.parse(text)).toBeUndefined();
  }
});

test("a choice that is not offered is no value", () => {
  const axis = choice("step", "wall");
  expect(axis.parse("wall")).toBe("wall");
  expect(axis.parse("Wall")).toBeUndefined();
});

test("a flag is 0 or 1", () => {
  expect([flag.parse("1"), flag.parse("0"), flag.parse("true")]).toEqual([true, false, undefined]);
});

test("a list comes back whatever its texts hold", () => {
  for (const texts of [[], ["a"], ["a,b", "c%2C", "%", "损失/训练"], ["", "x"]]) {
    expect(list.parse(list.format(texts))).toEqual(texts);
  }
});

test("nothing is a value where a value may be missing", () => {
  const weight = orNone(numberIn(0, 1));
  expect([weight.parse(""), weight.parse("0"), weight.parse("2")]).toEqual([null, 0, undefined]);
  expect([weight.format(null), weight.format(0.5)]).toEqual(["", "0.5"]);
});
