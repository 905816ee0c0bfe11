import { describe, expect, it } from "vitest";
import { paperColors } from "../common/theme";
import { liftedLines, paintLifted } from "./lift";
import { figure, line } from "./testing";

/** A canvas that writes down what was called. */
function recorder(): { context: CanvasRenderingContext2D; calls: string[] } {
  const calls: string[] = [];
  const context = new Proxy(
    {},
    {
      get: (_, name: string) => () => calls.push(name),
      set: () => true,
    },
  );
  return { context: context as CanvasRenderingContext2D, calls };
}

const box = { left: 0, top: 0, width: 100, height: 100 };
const scale = { range: [0, 100], log: false } as const;
const two = figure([
  line([0, 100], [0, 100], { key: "a" }),
  line([0, 100], [100, 0], { key: "b" }),
]);

function drawn(keys: readonly string[]): readonly string[] {
  const { context, calls } = recorder();
  const scales = [scale, scale, scale] as const;
  paintLifted(context, liftedLines(two, keys), scales, box, box, paperColors);
  return calls.filter((call) => ["clearRect", "fillRect", "stroke"].includes(call));
}

describe("paintLifted", () => {
  it("covers the drawing and draws the lifted line alone", () => {
    expect(drawn(["b"])).toEqual(["clearRect", "fillRect", "stroke"]);
    expect(drawn(["a", "b"])).toEqual(["clearRect", "fillRect", "stroke", "stroke"]);
  });

  it("leaves a chart alone that has none of the lines", () => {
    expect(drawn(["c"])).toEqual(["clearRect"]);
    expect(drawn([])).toEqual(["clearRect"]);
  });
});
