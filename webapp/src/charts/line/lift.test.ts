import { describe, expect, it } from "vitest";
import { paperColors } from "../common/theme";
import type { Shape } from "../shapes/shapes";
import { liftedLines, liftedShapes } from "./lift";
import { figure, line } from "./testing";

const box = { left: 0, top: 0, width: 100, height: 100 };
const scale = { range: [0, 100], log: false } as const;
const two = figure([
  line([0, 100], [0, 100], { key: "a" }),
  line([0, 100], [100, 0], { key: "b" }),
]);

function drawn(keys: readonly string[]): readonly Shape[] {
  return liftedShapes(liftedLines(two, keys), [scale, scale, scale], box, paperColors);
}

describe("liftedShapes", () => {
  it("covers the drawing and draws the lifted lines alone", () => {
    const [clip] = drawn(["b"]);
    const shapes = clip?.kind === "clip" ? clip.shapes : [];
    expect(shapes.map(({ kind }) => kind)).toEqual(["path", "paths"]);
    expect(shapes[0]).toMatchObject({ fill: paperColors.surface, opacity: 0.65 });
    expect(shapes[1]).toMatchObject({ lines: [Float64Array.of(0, 0, 100, 100)], dash: [] });
    expect(drawn(["a", "b"])).toMatchObject([{ shapes: { length: 3 } }]);
  });

  it("leaves a chart alone that has none of the lines", () => {
    expect(drawn(["c"])).toEqual([]);
    expect(drawn([])).toEqual([]);
  });
});
