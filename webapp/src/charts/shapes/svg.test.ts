import { describe, expect, it } from "vitest";
import { draw } from "../histogram/draw";
import { pictureSvg } from "./svg";
import { colours, figure, layer, size, two } from "../histogram/testing";

describe("pictureSvg", () => {
  it("has the title, the runs, and every shape of the chart", () => {
    const odd = { ...layer("<b>", []), colour: "#ff0000" };
    const { shapes } = draw(figure([two]), size, colours);
    const svg = pictureSvg({ ...size, title: "w & b", layers: [two, odd], shapes, colours });
    expect(svg).toContain("w &amp; b");
    expect(svg).toContain("&lt;b&gt;");
    expect(svg.match(/<polyline/g)).toHaveLength(
      shapes.filter(({ sort }) => sort === "path").length,
    );
    expect(svg).not.toContain("NaN");
  });

  it("turns what is written upwards", () => {
    const shapes = [
      {
        sort: "text" as const,
        x: 4,
        y: 9,
        text: "b",
        anchor: "end" as const,
        fill: "#000",
        turned: true,
      },
    ];
    expect(pictureSvg({ ...size, title: "", layers: [], shapes, colours })).toContain(
      'transform="rotate(-90 4 9)"',
    );
  });

  it("has a rectangle for each cell of a heat map", () => {
    const { shapes } = draw(figure([two], { mode: "heat" }), size, colours);
    const svg = pictureSvg({ ...size, title: "w", layers: [], shapes, colours });
    expect(svg.match(/<rect /g)).toHaveLength(1 + 4);
  });
});
