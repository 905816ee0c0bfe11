import { describe, expect, it } from "vitest";
import { landscapeOf } from "../testing";
import { barrierRows, pointRows } from "./download";
import { cellText, greatestPair, matrixFigure } from "./figure";
import {
  barrierOf,
  heightOf,
  lineAt,
  lineOf,
  pairOf,
  pairsOf,
  rowOf,
  drawnNames,
  textOf,
} from "./model";

const x = Float64Array.of(0, 0.5, 1);
const look = { color: "#0000ff", other: "#ff0000" };

/** Three models: all pairs plain, then all aligned; the last line is not computed yet. */
const three = landscapeOf({
  x,
  y: Float64Array.of(0, 1, 2, 3, 4, 5),
  metrics: ["loss"],
  values: new Map([
    ["loss", Float64Array.of(0, 3, 2, 0, 1, 4, 2, NaN, 4, 0, 1.5, 2, 0, 2, 4, NaN, NaN, NaN)],
  ]),
  done: Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0),
  settings: { mode: "barriers", models: ["a", "b", "c"], align: "both" },
});

describe("barrierOf", () => {
  it("is what values rise to above the straight line between their ends", () => {
    expect(barrierOf(x, Float64Array.of(0, 3, 2), false)).toBe(2);
    expect(barrierOf(x, Float64Array.of(0, 1, 4), false)).toBe(0);
    expect(barrierOf(x, Float64Array.of(0.9, 0.5, 0.7), true)).toBeCloseTo(-0.3);
    expect(barrierOf(x, Float64Array.of(0, Infinity, 2), false)).toBe(Infinity);
    expect(barrierOf(x, Float64Array.of(0, NaN, 2), false)).toBeNaN();
  });
});

it("finds the row of each pair, without and with alignment", () => {
  const rows = pairsOf(3).map((pair) => [rowOf(three, pair, false), rowOf(three, pair, true)]);
  expect(rows).toEqual([
    [0, 3],
    [1, 4],
    [2, 5],
  ]);
  expect([...(lineOf(three, "loss", { first: 0, second: 2 }, false)?.values ?? [])]).toEqual([
    0, 1, 4,
  ]);
  expect(lineOf(three, "accuracy", { first: 0, second: 2 }, false)).toBeNull();
});

it("says why there is no barrier", () => {
  const heights = pairsOf(3).flatMap((pair) =>
    [false, true].map((aligned) => heightOf(three, "loss", pair, { aligned, falls: false })),
  );
  expect(heights).toEqual([2, 0.5, 0, 0, "nan", "waiting"]);
});

describe("matrixFigure", () => {
  it("has barriers as trained above the diagonal, and aligned ones below it", () => {
    const figure = matrixFigure(three, "loss", "both", look);
    const text = [0, 1, 2].map((row) => [0, 1, 2].map((column) => figure.text(row, column)));
    expect(text).toEqual([
      ["", "2", "0"],
      ["0.5", "", "NaN"],
      ["0", "…", ""],
    ]);
    expect([...figure.strength]).toEqual([NaN, 1, 0, 0.25, NaN, NaN, 0, NaN, NaN]);
    expect(figure.scale.high).toBe("2");
  });

  it("is symmetric where one kind is shown", () => {
    const figure = matrixFigure(three, "loss", "plain", look);
    expect(figure.text(0, 1)).toBe(figure.text(1, 0));
    expect(lineAt(2, 1, "aligned")).toEqual({ pair: { first: 1, second: 2 }, aligned: true });
  });
});

it("writes what is no number, and what is hardly more than nothing", () => {
  expect([cellText(Infinity), cellText(-0.25), cellText(1e-7)]).toEqual(["∞", "-0.25", "0"]);
});

it("begins with the lines of the greatest barrier", () => {
  expect(greatestPair(three, "loss", "both")).toEqual({ first: 0, second: 1 });
});

it("reads a pair of a link, and no pair that is not there", () => {
  expect(pairOf(textOf({ first: 0, second: 2 }), 3)).toEqual({ first: 0, second: 2 });
  expect([pairOf("1-4", 3), pairOf("2-1", 3), pairOf("", 3)]).toEqual([null, null, null]);
});

it("leaves out of long names what they share, and their middle", () => {
  const long = "the-same-beginning-of-all-names";
  expect(drawnNames([`${long}/a`, `${long}/b`])).toEqual(["a", "b"]);
  expect(drawnNames(["short", `${long}-b`])).toEqual(["short", "the-same-begi…of-all-names-b"]);
});

describe("downloads", () => {
  it("has a row for each line", () => {
    expect(barrierRows(three).slice(0, 3)).toEqual([
      ["first", "second", "aligned", "loss"],
      ["a", "b", "false", 2],
      ["a", "c", "false", 0],
    ]);
    expect(barrierRows(three).at(-1)).toEqual(["b", "c", "true", undefined]);
  });

  it("has a row for each point", () => {
    expect(pointRows(three)).toHaveLength(19);
    expect(pointRows(three)[2]).toEqual(["a", "b", "false", 0.5, 3]);
  });
});
