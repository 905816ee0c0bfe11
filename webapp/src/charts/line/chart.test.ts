import { expect, it } from "vitest";
import { paperColors } from "../common/theme";
import { lineChart, type SeenLines } from "./chart";
import { figure, line } from "./testing";

const seen: SeenLines = {
  figure: figure([line([0, 5, 10], [1, 2, 3])], { highlights: [{ range: [2, Infinity] }] }),
  window: { x: [0, 10], y: [0, 10] },
};
const drawing = lineChart.draw(seen, { width: 400, height: 200 }, paperColors);

it("is walked from point to point, and to its ends", () => {
  const press = (key: string, from: number | null): number | null | undefined => {
    const spot = from === null ? null : lineChart.renewed?.(seen, { ...at(0), x: from }, drawing);
    const next = lineChart.spotAfter?.(seen, spot ?? null, { key } as KeyboardEvent, drawing);
    return next === null || next === undefined ? next : next.x;
  };
  expect(press("ArrowRight", null)).toBe(5);
  expect(press("ArrowLeft", null)).toBe(5);
  expect(press("ArrowRight", 5)).toBe(10);
  expect([press("Home", 5), press("End", 5)]).toEqual([0, 10]);
  expect(press("Tab", 5)).toBeUndefined();
});

/** The spot at a share of the plot's width. */
function at(share: number) {
  const { left = 0, top = 0, width = 0 } = drawing.box ?? {};
  const spot = drawing.spotAt({ x: left + share * width, y: top + 50 });
  if (spot === null) throw new Error("no spot");
  return spot;
}

it("has a cursor wherever a pointer is, with a dot at the nearest point", () => {
  expect(at(0.6)).toMatchObject({ indexes: [1], nearest: 0, markers: [] });
  const shapes = drawing.highlight?.(at(0.6)) ?? [];
  expect(shapes.map(({ kind }) => kind)).toEqual(["path", "circle"]);
});

it("reports to programs what it shows", () => {
  expect(lineChart.attributes?.(seen)).toEqual({
    "data-x-min": 0,
    "data-x-max": 10,
    "data-y-min": 0,
    "data-y-max": 10,
    "data-last-step": 10,
    "data-highlights": "2 to Infinity",
  });
  expect(lineChart.hasContent?.({ ...seen, figure: figure([]) })).toBe(false);
});
