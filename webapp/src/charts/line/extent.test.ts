import { describe, expect, it } from "vitest";
import { beyond, countNonPositive, isEmptyIn, squeezed, windowOf } from "./extent";
import { figure, line } from "./testing";

const wide = { x: null, y: null };

describe("windowOf", () => {
  it("shows all lines, with room above and below", () => {
    const both = figure([line([0, 10], [0, 10]), line([5, 20], [5, 20])]);
    expect(windowOf(both, wide)).toEqual({ x: [0, 20], y: [-1, 21] });
  });

  it("fits the height to what is in sight when only x is zoomed", () => {
    const one = figure([line([0, 1, 2, 3], [100, 10, 20, 100])]);
    expect(windowOf(one, { x: [1, 2], y: null })).toEqual({ x: [1, 2], y: [9.5, 20.5] });
  });

  it("ignores non-finite heights but not their places", () => {
    const nonFinite = {
      x: Float64Array.of(9),
      what: Uint8Array.of(0),
      count: Int32Array.of(1),
    };
    const one = figure([line([0, 1, 2], [0, NaN, Infinity], { nonFinite })]);
    expect(windowOf(one, wide)).toEqual({ x: [0, 9], y: [-1, 1] });
  });

  it("gives a single point some room", () => {
    expect(windowOf(figure([line([7], [50])]), wide)).toEqual({ x: [6, 8], y: [45, 55] });
  });

  it("gives steps that are one number to the page some room, however large they are", () => {
    const last = 2 ** 63;
    const { x } = windowOf(figure([line([last, last], [0, 1])]), wide);
    expect(x[0]).toBeLessThan(last);
    expect(x[1]).toBeGreaterThan(last);
  });

  it("takes heights that differ by rounding for one", () => {
    const one = line([0, 1], [50, 50 + 2 ** -47]);
    expect(windowOf(figure([one]), wide).y[0]).toBe(45);
    expect(windowOf(figure([one], { logY: true }), wide).y[0]).toBe(25);
  });

  it("ends where it is said to, and gives way where that is beyond all heights", () => {
    const one = line([0, 10], [0, 10]);
    const ends = (low: number | null, high: number | null, more: object = {}) =>
      windowOf(figure([one], { ends: [low, high], ...more }), wide).y;
    expect(ends(-5, null)).toEqual([-5, 10.5]);
    expect(ends(null, 2)).toEqual([-0.5, 2]);
    expect(ends(2, 4)).toEqual([2, 4]);
    expect(ends(20, null)).toEqual([20, 22]);
    expect(ends(null, -20)).toEqual([-22, -20]);
    expect(ends(4, 2)).toEqual([-0.5, 10.5]);
    // A log axis has no end at or below 0.
    expect(ends(0, 100, { logY: true })).toEqual([5, 100]);
    expect(windowOf(figure([one], { ends: [2, 4] }), { x: null, y: [0, 1] }).y).toEqual([0, 1]);
    expect(windowOf(figure([one], { ends: [2, 4] }), { x: [0, 1], y: null }).y).toEqual([2, 4]);
    expect(beyond(figure([one], { ends: [2, 4] }), wide)).toBe(0);
  });

  it("has a window for no points at all", () => {
    expect(windowOf(figure([]), wide)).toEqual({ x: [0, 1], y: [0, 1] });
    expect(windowOf(figure([], { logX: true, logY: true }), wide)).toEqual({
      x: [1, 10],
      y: [0.1, 10],
    });
  });

  it("leaves out what a log axis can't show", () => {
    const { x, y } = windowOf(
      figure([line([0, 1, 100], [-5, 1, 1])], { logX: true, logY: true }),
      wide,
    );
    expect(x).toEqual([1, 100]);
    expect(y).toEqual([0.5, 2]);
  });

  it("keeps to the given limits until it is zoomed", () => {
    const spiky = figure([line([0, 1, 2, 3], [0, 1000, 10, 5])], { limits: [0, 10] });
    expect(windowOf(spiky, wide).y).toEqual([-0.5, 10.5]);
    expect(windowOf(spiky, { x: [0, 1], y: null }).y).toEqual([-50, 1050]);
  });

  it("includes faint lines", () => {
    const one = line([0, 1], [5, 5], { faint: Float64Array.of(0, 10) });
    expect(windowOf(figure([one]), wide).y).toEqual([-0.5, 10.5]);
  });

  it("ignores a zoom that its log axis has no place for", () => {
    const one = figure([line([1, 100], [1, 1])], { logX: true });
    expect(windowOf(one, { x: [-5, 10], y: null }).x).toEqual([1, 100]);
  });
});

describe("countNonPositive", () => {
  it("counts finite values only, of the raw line", () => {
    const one = line([-1, 0, 1, 2], [1, 1, 1, 1], {
      faint: Float64Array.of(-1, 0, -Infinity, NaN),
    });
    expect(countNonPositive(figure([one], { logX: true, logY: true }))).toEqual({ x: 2, y: 2 });
    expect(countNonPositive(figure([one]))).toEqual({ x: 0, y: 0 });
  });
});

describe("isEmptyIn", () => {
  const rising = figure([line([0, 10], [0, 10])]);

  it("is false where a line only passes through", () => {
    expect(isEmptyIn(rising, { x: [4, 6], y: [0, 10] })).toBe(false);
    expect(isEmptyIn(rising, { x: [4, 6], y: [4, 6] })).toBe(false);
  });

  it("is true beside, above and below all lines, and in their gaps", () => {
    expect(isEmptyIn(rising, { x: [12, 16], y: [0, 10] })).toBe(true);
    expect(isEmptyIn(rising, { x: [0, 10], y: [20, 30] })).toBe(true);
    const gap = figure([line([0, 5, 10], [1, NaN, 1])]);
    expect(isEmptyIn(gap, { x: [2, 8], y: [0, 2] })).toBe(true);
  });

  it("is true where a log axis has no place for the values", () => {
    const negative = figure([line([0, 1], [-1, -2])], { logY: true });
    expect(isEmptyIn(negative, windowOf(negative, wide))).toBe(true);
  });
});

describe("two axes", () => {
  const both = figure([line([0, 10], [0, 10]), line([0, 10], [100, 200], { axis: "right" })]);

  it("fits each to its own lines", () => {
    expect(windowOf(both, wide)).toEqual({ x: [0, 10], y: [-0.5, 10.5], right: [95, 205] });
  });

  it("shows the same part of both for a box", () => {
    const zoomed = windowOf(both, { x: null, y: [-0.5, 5] });
    expect(zoomed.right?.[0]).toBeCloseTo(95);
    expect(zoomed.right?.[1]).toBeCloseTo(150);
  });

  it("counts what either log axis can't show", () => {
    const low = line([0, 1], [-1, 1], { axis: "right" });
    expect(countNonPositive(figure([low], { logRight: true })).y).toBe(1);
    expect(countNonPositive(figure([low], { logY: true })).y).toBe(0);
  });
});

it("areas and quiet lines are in sight as well", () => {
  const area = {
    color: "#000",
    x: Float64Array.of(0, 1),
    low: Float64Array.of(-10, 0),
    high: Float64Array.of(0, 10),
  };
  const quiet = { color: "#000", x: Float64Array.of(0, 4), y: Float64Array.of(0, 0) };
  const all = figure([line([0, 1], [0, 1])], { areas: [area], quiet: [quiet] });
  expect(windowOf(all, wide)).toEqual({ x: [0, 4], y: [-11, 11] });
});

describe("a line that diverged", () => {
  const steps = [0, 1, 2, 3];
  const others = [line(steps, [2, 1, 1, 0]), line(steps, [2, 2, 1, 1]), line(steps, [2, 1, 2, 1])];
  const diverged = line(steps, [2, 50, 4e8, 7e13], { key: "diverged" });
  const all = figure([...others, diverged]);
  const most = { ...all, fit: "most" } as const;

  it("lies beyond the height of the others, which say how many do", () => {
    expect(windowOf(most, wide).y).toEqual([-0.1, 2.1]);
    expect(beyond(most, wide)).toBe(1);
    expect(windowOf(all, wide).y[1]).toBeGreaterThan(7e13);
    expect(beyond(all, wide)).toBe(0);
  });

  it("does so in what is zoomed along x as well, and not where the height is chosen", () => {
    expect(windowOf(most, { x: [1.5, 3], y: null }).y).toEqual([-0.1, 2.1]);
    expect(beyond(most, { x: [0, 0.5], y: null })).toBe(0);
    expect(beyond(most, { x: null, y: [0, 1] })).toBe(0);
  });

  it("is what is shown where nothing else is in sight", () => {
    const alone = figure([...others, line([9, 10, 11], [2, 4e8, 7e13])], { fit: "most" });
    expect(windowOf(alone, { x: [8, 12], y: null }).y[1]).toBeGreaterThan(7e13);
  });

  it("leaves a logarithmic axis as it is unless the others would have hardly any of it", () => {
    expect(windowOf({ ...most, logY: true }, wide).y[1]).toBeLessThan(3);
    const wider = [line(steps, [2e4, 1, 1e-3, 1e-6]), ...others];
    const height = windowOf(figure([...wider, diverged], { logY: true, fit: "most" }), wide).y[1];
    expect(height).toBeGreaterThan(7e13);
  });

  it("is looked for among the single runs behind the lines, where there are some", () => {
    const quiet = [...others, diverged].map(({ x, y }) => ({ x, y, color: "#000" }));
    const mean = line(steps, [2, 13.5, 1e8, 1.75e13]);
    const groups = figure([mean], { quiet, fit: "most" });
    expect(windowOf(groups, wide).y).toEqual([-0.1, 2.1]);
    expect(beyond(groups, wide)).toBe(1);
  });

  it("has its own axis", () => {
    const right = [...others, diverged].map((each) => ({ ...each, axis: "right" as const }));
    expect(
      windowOf(figure([others[0] ?? diverged, ...right], { fit: "most" }), wide).right,
    ).toEqual([-0.1, 2.1]);
  });
});

it("an area of too little has no say in the height", () => {
  const area = {
    color: "#000",
    x: Float64Array.of(0, 1),
    low: Float64Array.of(-10, -10),
    high: Float64Array.of(10, 10),
    isWeak: true,
  };
  expect(windowOf(figure([line([0, 1], [0, 1])], { areas: [area] }), wide).y).toEqual([
    -0.05, 1.05,
  ]);
});

describe("squeezed", () => {
  const most = (lines: ReturnType<typeof line>[], rest = {}) =>
    figure(lines, { fit: "most", ...rest });
  const good = (end: number): ReturnType<typeof line> => line([0, 1, 2], [1, 0.5, end]);
  const high = line([0, 1, 2], [1, 4, 20]);

  it("names a run without which the others had more than five times the height", () => {
    expect(squeezed(most([good(0.2), high]), wide).count).toBe(1);
    expect(squeezed(most([good(0.2), line([0, 1, 2], [1, 2, 4])]), wide).count).toBe(0);
  });

  it("has the logarithmic axis that shows all, where there is one", () => {
    const wider = line([0, 1, 2], [1, 0.01, 0.0001]);
    expect(squeezed(most([wider, line([0, 1, 2], [1, 4, 300])]), wide)).toMatchObject({
      count: 1,
      byLog: true,
    });
    const below = line([0, 1, 2], [1, 0.5, -0.2]);
    expect(squeezed(most([below, high]), wide)).toEqual({ count: 1, byLog: false });
  });

  it("names what goes far down, too, but not of half of the runs or of levels", () => {
    const low = line([0, 1], [0, -90]);
    expect(squeezed(most([low, line([0, 1], [0, 1]), line([0, 1], [0, 2])]), wide).count).toBe(1);
    const [one, other] = [line([0, 1], [0, 100]), line([0, 1], [0, 1])];
    expect(squeezed(most([one, one, other, other]), wide).count).toBe(0);
    expect(squeezed(most([line([0, 1], [50, 50]), line([0, 1], [1, 1])]), wide).count).toBe(0);
  });

  it("is nothing of a box that somebody has drawn", () => {
    expect(squeezed(most([good(0.2), high]), { x: null, y: [0, 20] }).count).toBe(0);
  });

  it("fits the height to the others where they are to be left out, and counts those", () => {
    const rest = most([good(0.2), good(0.1), high], { fit: "rest" });
    expect(windowOf(rest, wide).y.map((y) => Math.round(y * 1000))).toEqual([55, 1045]);
    expect(beyond(rest, wide)).toBe(1);
  });
});
