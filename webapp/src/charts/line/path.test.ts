import { describe, expect, it } from "vitest";
import { drawPath, type Pen } from "./path";

const box = { left: 0, top: 0, width: 100, height: 100 };
const scale = { range: [0, 100], log: false } as const;

class Notes implements Pen {
  readonly strokes: string[] = [];
  moveTo(x: number, y: number): void {
    this.strokes.push(`M${x},${y}`);
  }
  lineTo(x: number, y: number): void {
    this.strokes.push(`L${x},${y}`);
  }
}

function drawn(
  xs: readonly number[],
  ys: readonly number[],
  {
    x = scale,
    y = scale,
  }: { x?: typeof scale | { range: [number, number]; log: boolean }; y?: typeof x } = {},
): { strokes: string; lonely: number[] } {
  const pen = new Notes();
  const lonely = drawPath(pen, Float64Array.from(xs), Float64Array.from(ys), x, y, box);
  return { strokes: pen.strokes.join(" "), lonely };
}

describe("drawPath", () => {
  it("connects the points, upwards being up", () => {
    expect(drawn([0, 50, 100], [0, 100, 25]).strokes).toBe("M0,100 L50,0 L100,75");
  });

  it("leaves a gap at a value that is not finite", () => {
    expect(drawn([0, 10, 20, 30, 40], [0, 0, NaN, 0, 0]).strokes).toBe(
      "M0,100 L10,100 M30,100 L40,100",
    );
  });

  it("reports points that no stroke touches", () => {
    expect(drawn([10, 20, 30], [50, NaN, 60]).lonely).toEqual([10, 50, 30, 40]);
  });

  it("draws only what is in sight and one point beyond each end", () => {
    const xs = [-30, -20, -10, 50, 110, 120, 130];
    expect(
      drawn(
        xs,
        xs.map(() => 0),
      ).strokes,
    ).toBe("M-10,100 L50,100 L110,100 L120,100");
  });

  it("leaves out what a log axis can't show", () => {
    const log = { range: [1, 100] as [number, number], log: true };
    expect(drawn([0, 50, 100], [1, -5, 1], { y: log }).lonely).toEqual([0, 100, 100, 100]);
  });

  it("keeps the smallest and the largest of each pixel column when points are many", () => {
    const xs = Array.from({ length: 10_000 }, (_, i) => i / 100);
    const ys = xs.map((_, i) => (i === 5020 ? 99 : i === 5021 ? 1 : 50));
    const { strokes } = drawn(xs, ys);
    expect(strokes).toContain("L50,99 L50,1");
    expect(strokes.split(" ").length).toBeLessThan(220);
  });
});
