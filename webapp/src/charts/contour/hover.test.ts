import { describe, expect, it } from "vitest";
import { frameFor } from "./draw";
import { wholeView } from "./frame";
import { pointedAfter, pointedAt } from "./hover";
import { bowl, figureOf, path, size } from "./testing";

const figure = figureOf([bowl], { paths: [path] });
const frame = frameFor(figure, size, wholeView(figure));
const at = (x: number, y: number) => ({ x: frame.toX(x), y: frame.toY(y) });

describe("the cursor", () => {
  it("points at the nearest point of the grid", () => {
    const pointed = pointedAt(figure, frame, at(1.05, -1.35));
    expect(pointed?.x).toBeCloseTo(1, 12);
    expect(pointed?.y).toBeCloseTo(-1.4, 12);
    expect(bowl.values[pointed?.index ?? -1]).toBeCloseTo(
      (pointed?.x ?? 0) ** 2 + (pointed?.y ?? 0) ** 2,
      12,
    );
  });

  it("points at a snapshot nearby rather", () => {
    expect(pointedAt(figure, frame, at(-0.98, 1.02))).toEqual({
      x: -1,
      y: 1,
      index: -1,
      snapshot: { path: 0, index: 1 },
    });
  });

  it("points at a mark that is described rather, unless a snapshot is nearer", () => {
    const mark = { name: "mean", kind: "point" as const, x: -0.97, y: 1.03 };
    const marked = figureOf([bowl], { paths: [path], marks: [{ ...mark, hasReading: true }] });
    expect(pointedAt(marked, frame, at(-0.96, 1.04))).toEqual({
      ...{ x: -0.97, y: 1.03, index: -1, snapshot: null, mark: 0 },
    });
    expect(pointedAt(marked, frame, at(-1, 1))?.snapshot?.index).toBe(1);
    const silent = figureOf([bowl], { paths: [path], marks: [mark] });
    expect(pointedAt(silent, frame, at(-0.96, 1.04))?.snapshot?.index).toBe(1);
  });

  it("points at nothing beside the plane, and at the place itself over several grids", () => {
    expect(pointedAt(figure, frame, at(9, 9))).toBeNull();
    const two = figureOf([bowl, { ...bowl, id: "b" }]);
    const pointed = pointedAt(two, frame, at(0.123, -0.456));
    expect(pointed?.index).toBe(-1);
    expect(pointed?.x).toBeCloseTo(0.123, 9);
  });
});

describe("keys", () => {
  const press = (key: string, now: ReturnType<typeof pointedAfter>, shiftKey = false) =>
    pointedAfter(figure, { key, shiftKey }, now);

  it("go from snapshot to snapshot and stop at the ends", () => {
    const first = press("ArrowRight", null);
    expect(first?.snapshot?.index).toBe(0);
    expect(press("ArrowRight", first)?.snapshot?.index).toBe(1);
    expect(press("ArrowLeft", first)?.snapshot?.index).toBe(0);
    expect(press("End", first)?.snapshot?.index).toBe(2);
    expect(press("Home", press("End", first))?.snapshot?.index).toBe(0);
  });

  it("go over the grid with Shift, and where there is no path", () => {
    const start = press("ArrowUp", null, true);
    expect([start?.x, start?.y]).toEqual([0, 0]);
    const next = press("ArrowUp", start, true);
    expect(next?.y).toBeCloseTo(0.2, 12);
    const plain = figureOf([bowl]);
    const across = pointedAfter(plain, { key: "ArrowRight", shiftKey: false }, start);
    expect(across?.x).toBeCloseTo(0.2, 12);
  });

  it("mean nothing else", () => {
    expect(press("a", null)).toBeNull();
  });
});
