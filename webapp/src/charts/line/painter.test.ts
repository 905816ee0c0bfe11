import { describe, expect, it } from "vitest";
import { paint } from "./painter";
import type { Scale } from "../common/scales";
import { figure, line } from "./testing";
import { paperColors } from "../common/theme";

/** A canvas that writes down the dashes of each stroke. */
function recorder(): { context: CanvasRenderingContext2D; strokes: (readonly number[])[] } {
  const strokes: (readonly number[])[] = [];
  let dash: readonly number[] = [];
  const own: Record<string, unknown> = {
    setLineDash: (next: readonly number[]) => (dash = next),
    stroke: () => strokes.push([...dash]),
  };
  const context = new Proxy(own, {
    get: (target, name: string) => target[name] ?? (() => undefined),
    set: () => true,
  });
  return { context: context as unknown as CanvasRenderingContext2D, strokes };
}

const scale: Scale = { range: [0, 100], log: false };
const box = { left: 0, top: 0, width: 100, height: 100 };

function strokesOf(figures: ReturnType<typeof figure>): (readonly number[])[] {
  const { context, strokes } = recorder();
  paint(context, figures, [scale, scale, scale], box, paperColors);
  return strokes;
}

describe("paint", () => {
  it("strokes each line with its own dashes, and raw values without", () => {
    const faint = Float64Array.of(1, 2);
    const lines = [line([0, 100], [0, 100], { dash: [6, 4], faint }), line([0, 100], [100, 0])];
    expect(strokesOf(figure(lines))).toEqual([[], [6, 4], []]);
  });

  it("strokes a line in two where part of it says little", () => {
    const parts = { sure: Float64Array.of(0, NaN), weak: Float64Array.of(0, 100) };
    expect(strokesOf(figure([line([0, 100], [0, 100], { parts })]))).toEqual([[], [2, 3]]);
  });

  it("dashes no line that is a band of noise", () => {
    const x = [...Array(101).keys()];
    const noise = x.map((i) => (i % 2) * 100);
    expect(strokesOf(figure([line(x, noise, { dash: [6, 4] })]))).toEqual([[]]);
  });
});
