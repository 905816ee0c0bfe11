import { describe, expect, it } from "vitest";
import { ribbonOf } from "./ribbon";

/** Area of closed lines, those within others taken away. */
function areaOf(lines: readonly Float64Array[]): number {
  let sum = 0;
  for (const line of lines) {
    for (let i = 0; i + 3 < line.length; i += 2) {
      const [x = 0, y = 0, nextX = 0, nextY = 0] = line.subarray(i, i + 4);
      sum += (x * nextY - nextX * y) / 2;
    }
  }
  return Math.abs(sum);
}

describe("a ribbon", () => {
  it("is as wide as asked for, and round at its ends", () => {
    const lines = ribbonOf([{ x: 0, y: 0 }, { x: 100, y: 0 }], [10, 10]); // prettier-ignore
    expect(lines).toHaveLength(1);
    const wanted = 100 * 20 + Math.PI * 100;
    expect(Math.abs(areaOf(lines) / wanted - 1)).toBeLessThan(0.02);
    const ys = lines.flatMap((line) => [...line].filter((_, i) => i % 2 === 1));
    expect(Math.max(...ys)).toBeCloseTo(10, 0);
    expect(Math.min(...ys)).toBeCloseTo(-10, 0);
  });

  it("does not fold over itself where the path turns back", () => {
    const there = [{ x: 0, y: 0 }, { x: 60, y: 0 }, { x: 0, y: 3 }, { x: 60, y: 6 }]; // prettier-ignore
    expect(ribbonOf(there, [12, 12, 12, 12])).toHaveLength(1);
  });

  it("grows evenly from one snapshot to the next", () => {
    const [line = new Float64Array()] = ribbonOf([{ x: 0, y: 0 }, { x: 200, y: 0 }], [0, 20]); // prettier-ignore
    const widest = (from: number, to: number) => {
      let most = 0;
      for (let i = 0; i < line.length; i += 2)
        if ((line[i] ?? 0) >= from && (line[i] ?? 0) <= to) most = Math.max(most, line[i + 1] ?? 0);
      return most;
    };
    expect(widest(95, 105)).toBeGreaterThan(8.5);
    expect(widest(95, 105)).toBeLessThan(11);
  });

  it("is not there where no distance is known", () => {
    expect(ribbonOf([{ x: 0, y: 0 }, { x: 9, y: 9 }], [0, 0])).toEqual([]); // prettier-ignore
    expect(ribbonOf([{ x: NaN, y: 0 }], [5])).toEqual([]);
    expect(ribbonOf([], [])).toEqual([]);
  });
});
