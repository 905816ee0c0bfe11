import { describe, expect, it } from "vitest";
import { pictureSvg } from "../shapes/svg";
import { draw } from "./draw";
import { colors, figure, layer, size, two } from "./testing";

describe("a histogram as a file", () => {
  it("has the title, the runs, and every shape of the chart", () => {
    const odd = { ...layer("<b>", []), color: "#ff0000" };
    const { shapes } = draw(figure([two]), size, colors);
    const svg = pictureSvg({ ...size, title: "w & b", layers: [two, odd], shapes, colors });
    expect(svg).toContain("w &amp; b");
    expect(svg).toContain("&lt;b&gt;");
    expect(svg.match(/<polyline/g)).toHaveLength(
      shapes.filter(({ kind }) => kind === "path").length,
    );
    expect(svg).not.toContain("NaN");
  });

  it("has a rectangle for each cell of a heat map", () => {
    const { shapes } = draw(figure([two], { mode: "heat" }), size, colors);
    const svg = pictureSvg({ ...size, title: "w", layers: [], shapes, colors });
    expect(svg.match(/<rect /g)).toHaveLength(1 + 4);
  });
});
