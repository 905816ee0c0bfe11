import { expect, it } from "vitest";
import { column } from "./testing";
import { colorsBy, scaleOf, sharesOf } from "./colors";

const all = (count: number): Int32Array => Int32Array.from({ length: count }, (_, row) => row);

it("numbers are colored by where they lie between the smallest and the largest", () => {
  const scale = scaleOf("light");
  const colors = colorsBy(column("x", [1, 2, 3, NaN, undefined]), all(5), "light");
  expect(colors.slice(0, 3)).toEqual([scale(0), scale(0.5), scale(1)]);
  expect(colors[3]).toBe(colors[4]);
  expect(new Set(colors).size).toBe(4);
});

it("numbers of many magnitudes are colored by their magnitude", () => {
  expect([...sharesOf(column("lr", [1e-4, 1e-2, 1, Infinity]), all(4))]).toEqual([0, 0.5, 1, NaN]);
});

it("numbers that are searched by their magnitude are colored by it, however close they lie", () => {
  const values = [1, 2, 4];
  const searched = { ...column("units", values), logarithmic: true };
  expect([...sharesOf(searched, Int32Array.of(0, 1, 2))]).toEqual([0, 0.5, 1]);
});

it("the scale spans the rows that are drawn, and no others", () => {
  const scale = scaleOf("light");
  const colors = colorsBy(column("x", [0, 10, 20, 30]), Int32Array.of(1, 2), "light");
  expect(colors).toEqual([scale(0), scale(0), scale(1), scale(1)]);
});

it("words have colors of their own, whatever row comes first", () => {
  const one = colorsBy(column("opt", ["sgd", "adam", "sgd"]), all(3), "light");
  const other = colorsBy(column("opt", ["adam", "sgd", "adam"]), all(3), "light");
  expect(one[0]).toBe(one[2]);
  expect(one[0]).toBe(other[1]);
  expect(one[0]).not.toBe(one[1]);
});
