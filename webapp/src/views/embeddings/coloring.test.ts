import { describe, expect, it } from "vitest";
import { PALETTE } from "../../lib/colors";
import { colored, rampColor } from "./coloring";

const numbers = (...values: number[]) =>
  ({ name: "n", type: "number", values: Float64Array.from(values) }) as const;
const texts = (...values: string[]) => ({ name: "t", type: "text", values }) as const;

describe("colored", () => {
  it("takes few whole numbers for categories, in their order", () => {
    const { legend } = colored(numbers(3, 1, 3), "auto", 3);
    expect(legend).toEqual({
      kind: "categories",
      shown: [
        { name: "1", count: 1, color: PALETTE[0] },
        { name: "3", count: 2, color: PALETTE[1] },
      ],
      more: 0,
      morePoints: 0,
    });
  });

  it("gives other numbers a ramp over the finite ones", () => {
    const { legend, rgb } = colored(numbers(0.5, NaN, 2.5), "auto", 3);
    expect(legend).toEqual({ kind: "ramp", low: 0.5, high: 2.5, without: 1 });
    expect([...rgb.slice(0, 3)]).toEqual([...rampColor(0)]);
    expect([...rgb.slice(6, 9)]).toEqual([...rampColor(1)]);
  });

  it("says how many categories share a color when there are more than colors", () => {
    const names = Array.from({ length: 30 }, (_, i) => `c${String(i).padStart(2, "0")}`);
    const { legend } = colored(texts(...names, "c29"), "auto", 31);
    expect(legend.kind).toBe("categories");
    if (legend.kind !== "categories") return;
    expect(legend.shown[0]).toEqual({ name: "c29", count: 2, color: PALETTE[0] });
    expect(legend.shown).toHaveLength(PALETTE.length - 1);
    expect([legend.more, legend.morePoints]).toEqual([11, 11]);
  });

  it("draws text as categories even when a ramp is asked for", () => {
    expect(colored(texts("a", "b"), "ramp", 2).legend.kind).toBe("categories");
  });
});
