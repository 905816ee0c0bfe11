import { describe, expect, it } from "vitest";
import type { CompositionCurve } from "./curves";
import { dashesOf, figureOf, linesOf, linesWithEnds, rowsAt, shownCsv } from "./figure";
import { chartOf, entryOf } from "../../cards/composition/model";

function curve(
  run: string,
  value: readonly number[],
  smoothed: readonly number[] | null = null,
): CompositionCurve {
  return {
    run,
    x: Float64Array.from(value.keys()),
    step: Float64Array.from(value.keys(), (i) => i * 10),
    value: Float64Array.from(value),
    smoothed: smoothed === null ? null : Float64Array.from(smoothed),
    nonFinite: { x: new Float64Array(), what: new Uint8Array(), count: new Int32Array() },
    isInterpolated: false,
    isThinned: false,
    isReordered: false,
  };
}

const lookOf = (run: string) => ({ name: `run ${run}`, color: run === "a" ? "red" : "blue" });
const loss = entryOf("loss");
const rate = entryOf("lr * 2", { axis: "right", color: "#00ff00" });
const lines = linesOf(
  [
    { entry: loss, curves: [curve("a", [1, 2]), curve("b", [3, 4], [3, 3.5])], dash: [] },
    { entry: rate, curves: [curve("a", [5, 6])], dash: [7, 4] },
  ],
  lookOf,
);

describe("dashesOf", () => {
  it("distinguishes entries of the runs' colors, and leaves the others plain", () => {
    const [one, two, three] = dashesOf([loss, rate, entryOf("acc")]);
    expect([one, two]).toEqual([[], []]);
    expect(three?.length).toBe(2);
  });

  it("spends no dash on what is hidden", () => {
    expect(dashesOf([entryOf("a", { isShown: false }), entryOf("b")])[1]).toEqual([]);
  });
});

describe("figureOf", () => {
  const figure = figureOf(chartOf(1, { logRight: true }), lines, lookOf);

  it("has a line for each run and entry, on its axis, in its color", () => {
    expect(figure.lines.map(({ label, color, axis, dash }) => [label, color, axis, dash])).toEqual([
      ["loss · run a", "red", "left", []],
      ["loss · run b", "blue", "left", []],
      ["lr * 2 · run a", "#00ff00", "right", [7, 4]],
    ]);
    expect(new Set(figure.lines.map(({ key }) => key)).size).toBe(3);
    expect([figure.logY, figure.logRight]).toEqual([false, true]);
  });

  it("draws the smoothed values, and the raw ones faintly", () => {
    expect([...(figure.lines[1]?.y ?? [])]).toEqual([3, 3.5]);
    expect([...(figure.lines[1]?.faint ?? [])]).toEqual([3, 4]);
    expect(figure.lines[0]?.faint).toBe(null);
  });

  it("has no logarithmic axis of times", () => {
    expect(figureOf(chartOf(1, { x: "wall", logX: true }), lines, lookOf).logX).toBe(false);
  });
});

describe("rowsAt", () => {
  const hover = {
    x: 1,
    client: { x: 0, y: 0 },
    indexes: [1, -1, 0],
    distances: [0, 0, 0],
    apart: [false, false, true],
    nearest: 0,
  };

  it("shows entry, run, value and step, and leaves out what has no point in sight", () => {
    expect(rowsAt(lines, hover)).toMatchObject([
      { name: "loss", run: "a", value: 2, smoothed: null, step: 10, isNearest: true },
      { name: "lr * 2", axis: "right", value: 5, step: 0, isApart: true },
    ]);
  });
});

describe("shownCsv", () => {
  it("has the points within the range", () => {
    expect(shownCsv(lines, (run) => `my "${run}"`, [1, 9])).toBe(
      "series,axis,run,step,x,value,smoothed\r\n" +
        'loss,left,"my ""a""",10,1,2,\r\n' +
        'loss,left,"my ""b""",10,1,4,3.5\r\n' +
        'lr * 2,right,"my ""a""",10,1,6,\r\n',
    );
  });
});

describe("a band", () => {
  const banded = entryOf("loss", { band: ["low", "high"] });
  const low = { entry: entryOf("low"), curves: [curve("a", [0, 1, 2]), curve("b", [9])] };
  const high = { entry: entryOf("high"), curves: [curve("a", [4, 5])] };
  const drawn = [
    {
      entry: banded,
      curves: [curve("a", [2, 3, 4]), curve("b", [1])],
      dash: [],
      ends: [low, high],
    },
  ];
  const [a, b] = linesOf(drawn, lookOf);

  it("reaches as far as both of its ends, for each run that has both", () => {
    expect(a?.band).toEqual({
      x: Float64Array.of(0, 1),
      low: Float64Array.of(0, 1),
      high: Float64Array.of(4, 5),
    });
    expect(b?.band).toBeNull();
    const { areas } = figureOf(chartOf(1), linesOf(drawn, lookOf), lookOf);
    expect(areas?.map(({ color }) => color)).toEqual(["red"]);
  });

  it("is shown at the cursor, where it is", () => {
    const hover = (index: number) => ({
      ...{ x: index, client: { x: 0, y: 0 }, nearest: 0 },
      ...{ indexes: [index, -1], distances: [0, 0], apart: [false, false] },
    });
    const of = (index: number) => rowsAt(linesOf(drawn, lookOf), hover(index))[0]?.band;
    expect([of(1), of(2)]).toEqual([[1, 5], null]);
  });

  it("is not drawn at the heights of another axis", () => {
    const right = drawn.map((each) => ({ ...each, entry: { ...banded, axis: "right" as const } }));
    expect(figureOf(chartOf(1), linesOf(right, lookOf), lookOf).areas).toEqual([]);
  });

  it("has its ends as series of their own in a file", () => {
    const text = shownCsv(linesWithEnds(drawn, lookOf), (run) => run, [0, 0]);
    expect(text.split("\r\n").map((row) => row.split(",").slice(0, 6).join(" "))).toEqual([
      "series axis run step x value",
      "loss left a 0 0 2",
      "loss left b 0 0 1",
      "low left a 0 0 0",
      "low left b 0 0 9",
      "high left a 0 0 4",
      "",
    ]);
  });
});
