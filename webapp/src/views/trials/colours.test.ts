import { expect, it } from "vitest";
import { column } from "../../lib/table/testing";
import { coloursBy, scaleOf, sharesOf } from "./colours";

it("numbers are coloured by where they lie between the smallest and the largest", () => {
  const scale = scaleOf("light");
  const colours = coloursBy(column("x", [1, 2, 3, NaN, undefined]), "light");
  expect(colours.slice(0, 3)).toEqual([scale(0), scale(0.5), scale(1)]);
  expect(colours[3]).toBe(colours[4]);
  expect(new Set(colours).size).toBe(4);
});

it("numbers of many magnitudes are coloured by their magnitude", () => {
  expect([...sharesOf(column("lr", [1e-4, 1e-2, 1, Infinity]))]).toEqual([0, 0.5, 1, NaN]);
});

it("words have colours of their own, whatever row comes first", () => {
  const one = coloursBy(column("opt", ["sgd", "adam", "sgd"]), "light");
  const other = coloursBy(column("opt", ["adam", "sgd", "adam"]), "light");
  expect(one[0]).toBe(one[2]);
  expect(one[0]).toBe(other[1]);
  expect(one[0]).not.toBe(one[1]);
});
