import { expect, it } from "vitest";
import { column } from "./testing";
import { colorsBy, scaleOf, sharesOf } from "./colors";

it("numbers are colored by where they lie between the smallest and the largest", () => {
  const scale = scaleOf("light");
  const colors = colorsBy(column("x", [1, 2, 3, NaN, undefined]), "light");
  expect(colors.slice(0, 3)).toEqual([scale(0), scale(0.5), scale(1)]);
  expect(colors[3]).toBe(colors[4]);
  expect(new Set(colors).size).toBe(4);
});

it("numbers of many magnitudes are colored by their magnitude", () => {
  expect([...sharesOf(column("lr", [1e-4, 1e-2, 1, Infinity]))]).toEqual([0, 0.5, 1, NaN]);
});

it("words have colors of their own, whatever row comes first", () => {
  const one = colorsBy(column("opt", ["sgd", "adam", "sgd"]), "light");
  const other = colorsBy(column("opt", ["adam", "sgd", "adam"]), "light");
  expect(one[0]).toBe(one[2]);
  expect(one[0]).toBe(other[1]);
  expect(one[0]).not.toBe(one[1]);
});
