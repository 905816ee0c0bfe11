import { expect, it } from "vitest";
import { ranked, type CurveEntry } from "./entries";

const entry = (key: string, ap: number): CurveEntry =>
  ({
    look: { key, name: key, color: "#000" },
    curve: { ap },
    isOn: true,
    isDrawn: true,
  }) as CurveEntry;

it("lists the curve with the largest area first, and those without one last", () => {
  const entries = [entry("a", 0.2), entry("none", NaN), entry("b", 0.9), entry("c", 0.2)];
  expect(ranked("pr_curve", entries).map(({ look }) => look.key)).toEqual(["b", "a", "c", "none"]);
});
