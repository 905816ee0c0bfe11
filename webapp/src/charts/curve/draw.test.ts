import { describe, expect, it } from "vitest";
import { corners, draw, spotsAt } from "./draw";
import { frameOf } from "./frame";
import { colors, figure, line, size } from "./testing";
import { wholeView } from "./types";

const frame = frameOf(size, wholeView, figure([]));
const look = { colors, emphasis: null };

describe("frameOf", () => {
  it("is a square where there is room on one side", () => {
    const { box } = frameOf({ width: 1000, height: 448 }, wholeView, figure([]));
    expect([box.width, box.height]).toEqual([400, 400]);
    expect(box.left).toBe(48 + (1000 - 48 - 16 - 400) / 2);
  });
});

describe("corners", () => {
  it("goes to the height of a point first, as the sum of average precision has it", () => {
    const pr = line("pr", [0, 0.5, 1], [1, 0.5, 0.25]);
    expect([...corners(pr, "steps", frame)]).toEqual(
      [
        [48, 10],
        [48, 210],
        [248, 210],
        [248, 310],
        [448, 310],
      ].flat(),
    );
  });

  it("joins straight otherwise", () => {
    expect([...corners(line("roc", [0, 1], [0, 1]), "straight", frame)]).toEqual([
      48, 410, 448, 10,
    ]);
  });
});

describe("draw", () => {
  it("has every line, its mark, the axes with their words and the diagonal", () => {
    const { shapes } = draw(figure([line("a", [0, 1], [0, 1], 1)]), size, wholeView, look);
    const own = shapes.filter((shape) => shape.kind === "path" && shape.stroke === "#306ce2");
    const marks = shapes.filter((shape) => shape.kind === "path" && shape.fill === "#306ce2");
    expect([own.length, marks.length]).toEqual([1, 1]);
    const words = shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));
    expect(words).toEqual(expect.arrayContaining(["0", "1.0", "x", "y"]));
  });

  it("draws nothing beyond the square when only a part is in sight", () => {
    const view = { x: [0.4, 0.6], y: [0.4, 0.6] } as const;
    const { shapes } = draw(figure([line("a", [0, 1], [0, 1])]), size, view, look);
    for (const shape of shapes) {
      if (shape.kind !== "path") continue;
      for (let i = 0; i < shape.points.length; i += 2) {
        expect(shape.points[i]).toBeGreaterThanOrEqual(47.99);
        expect(shape.points[i]).toBeLessThanOrEqual(448.01);
      }
    }
  });
});

describe("spotsAt", () => {
  const lines = [line("a", [0, 0.5, 1], [0, 0.9, 1]), line("b", [0, 0.5, 1], [0, 0.6, 1])];

  it("has the nearest point of each line, the nearest line first", () => {
    const spots = spotsAt(figure(lines), frame, { x: 250, y: 180 });
    expect(spots.map(({ line: at, index }) => [at, index])).toEqual([
      [1, 1],
      [0, 1],
    ]);
    expect(spots[0]?.distance).toBeCloseTo(Math.hypot(2, 10), 9);
  });

  it("leaves out what is not in sight", () => {
    const part = frameOf(size, { x: [0.4, 0.6], y: [0.8, 1] }, figure([]));
    expect(spotsAt(figure(lines), part, { x: 250, y: 180 })).toHaveLength(1);
  });
});
