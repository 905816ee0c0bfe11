import { expect, it } from "vitest";
import { cellsOf, numbersOf, strokesOf, type Scaled } from "./scale";

const scaled: Scaled = {
  range: { min: 0, max: 8 },
  scale: "linear",
  palette: "greys",
  valueLabel: "loss",
  levels: [2, 4, 6],
  drawing: "filled",
};
const ten = () => 10;

it("has a cell for each band, which meet at the levels", () => {
  const cells = cellsOf(scaled);
  expect(cells.map(({ from, to }) => [from, to])).toEqual([
    [0, 0.25],
    [0.25, 0.5],
    [0.5, 0.75],
    [0.75, 1],
  ]);
  expect(new Set(cells.map(({ fill }) => fill)).size).toBe(4);
});

it("fills a heat map's scale without a gap", () => {
  const cells = cellsOf({ ...scaled, drawing: "heat" });
  expect(cells[0]?.from).toBe(0);
  expect(cells.at(-1)?.to).toBe(1);
  for (const [i, { from }] of cells.entries()) if (i > 0) expect(from).toBe(cells[i - 1]?.to);
});

it("has strokes for lines, and only for those within the range", () => {
  const lines = { ...scaled, drawing: "lines", levels: [-1, 4, 9] } as const;
  expect(strokesOf(lines, "#ffffff").map(({ at }) => at)).toEqual([0.5]);
  expect(cellsOf(lines)).toEqual([]);
  expect(strokesOf(scaled, "#ffffff")).toEqual([]);
});

it("writes the levels, or round values where colors flow into each other", () => {
  const textsOf = (own: Scaled) => numbersOf(own, 200, ten, 50).map(({ text }) => text);
  expect(textsOf(scaled)).toEqual(["2", "4", "6"]);
  expect(textsOf({ ...scaled, levels: [1.5], drawing: "heat" })).toEqual(["0", "2", "4", "6", "8"]);
  expect(textsOf({ ...scaled, levels: [] })).toEqual(["0", "2", "4", "6", "8"]);
  expect(textsOf({ ...scaled, levels: [], drawing: "lines" })).toEqual([]);
});

it("leaves out numbers evenly where they would run into each other", () => {
  const levels = [1, 2, 3, 4, 5, 6, 7];
  const texts = (length: number) =>
    numbersOf({ ...scaled, levels }, length, ten, 50).map(({ text }) => text);
  expect(texts(80)).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
  expect(texts(79)).toEqual(["1", "3", "5", "7"]);
});

it("places values by their logarithm, and leaves out those that crowd at the end", () => {
  const log: Scaled = {
    ...scaled,
    range: { min: 1, max: 100 },
    scale: "log",
    levels: [10, 98, 99],
  };
  const numbers = numbersOf(log, 100, ten, 50);
  expect(numbers.map(({ text }) => text)).toEqual(["10", "99"]);
  expect(numbers[0]?.at).toBeCloseTo(0.5);
});

it("has one color and one number for a plane that is flat", () => {
  const flat = { ...scaled, range: { min: 3, max: 3 } };
  expect(cellsOf(flat)).toHaveLength(1);
  expect(numbersOf(flat, 100, ten, 50)).toEqual([{ at: 0.5, text: "3" }]);
});
