import { expect, it } from "vitest";
import { chartSvg } from "../svg";
import { figure, line } from "../testing";
import { paperColors } from "../../common/theme";
import { surroundingsOf, type PlacedSurroundings } from "./surroundings";

const box = { left: 50, top: 8, width: 400, height: 200 };
const size = { width: 500, height: 240 };
const names = { left: "loss", right: "accuracy", x: "from a to b", above: "goes on above" };
const mark = { name: "first", x: 0, left: 150, row: 1 };
const leaving = [{ color: "#d62728", left: 200 }];

function svgOf(drawn: PlacedSurroundings, own = names): string {
  return chartSvg({
    title: "line",
    figure: figure([line([0, 1], [0, 1])]),
    window: { x: [0, 1], y: [0, 1] },
    ...size,
    colors: paperColors,
    surroundings: surroundingsOf(drawn, own, box, size, paperColors),
  });
}

it("puts an arrow of the line's color where it leaves, and says what it means", () => {
  const svg = svgOf({ marks: [], leaving });
  expect(svg).toContain('<polyline points="200,8 204,15 196,15" fill="#d62728"/>');
  expect(svg).toContain(">▲ goes on above</text>");
  expect(svgOf({ marks: [], leaving: [] })).not.toContain("▲");
});

it("draws named places as dashed lines, their names in the rows of the page", () => {
  const svg = svgOf({ marks: [mark], leaving: [] });
  expect(svg).toContain('<polyline points="150,8 150,208" fill="none"');
  expect(svg).toContain('<text x="150" y="39" text-anchor="middle"');
  expect(svg).toContain(">first</text>");
});

it("names the axes in room of their own above and below the plot", () => {
  const svg = svgOf({ marks: [], leaving: [] });
  for (const name of ["loss", "accuracy", "from a to b"]) expect(svg).toContain(`>${name}</text>`);
  // A title of 28 pixels, a row above, the plot, a row below, and one row of the legend.
  expect(svg).toContain(`height="${28 + 18 + 240 + 18 + 30}"`);
  expect(svgOf({ marks: [], leaving: [] }, { ...names, right: "" })).not.toContain("></text>");
});

it("gives the notice a row of its own where the names leave no room between them", () => {
  const long = { ...names, left: "train/loss, validation/loss, test/loss", above: "x".repeat(40) };
  expect(svgOf({ marks: [], leaving })).toContain('height="334"');
  const svg = svgOf({ marks: [], leaving }, long);
  expect(svg).toContain('<text x="12" y="-24"');
  expect(svg).toContain('height="352"');
});
