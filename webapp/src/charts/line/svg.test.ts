import { describe, expect, it } from "vitest";
import { chartSvg } from "./svg";
import { figure, line } from "./testing";
import { paperColors } from "../common/theme";

const picture = {
  title: "loss/<train>",
  figure: figure([
    line([0, 50, 100], [0, 1, 0], { label: "lr=0.1 & more", color: "#d62728" }),
    line([50], [0.5], { key: "b", label: "one point" }),
  ]),
  window: { x: [0, 100], y: [0, 1] },
  colors: paperColors,
  width: 400,
  height: 240,
} as const;

describe("chartSvg", () => {
  const svg = chartSvg(picture);

  it("has the title and a legend, with what XML reserves written out", () => {
    expect(svg).toContain(">loss/&lt;train&gt;</text>");
    expect(svg).toContain(">lr=0.1 &amp; more</text>");
    expect(svg).toContain(">one point</text>");
  });

  it("draws the lines as paths and lonely points as dots", () => {
    // Below the title the plot begins 44 pixels from the left and 8 from the top, and is 340 by 208 pixels.
    expect(svg).toContain('<g transform="translate(0 28)"');
    expect(svg).toContain('<path d="M44,216L214,8L384,216" stroke-linejoin="bevel" fill="none"');
    expect(svg).toContain('<circle cx="214" cy="112" r="2.5"/>');
  });

  it("has ticks with labels on both axes", () => {
    expect(svg).toContain(">50</text>");
    expect(svg).toContain(">0.2</text>");
  });

  it("is as high as the chart, its title and the rows of its legend", () => {
    expect(svg).toContain('width="400" height="298"');
  });

  it("has no ticks on a left axis that no line is read on", () => {
    const right = figure([line([0, 100], [500, 700], { axis: "right" })]);
    const drawn = chartSvg({
      ...picture,
      figure: right,
      window: { ...picture.window, right: [500, 700] },
    });
    expect(drawn).toContain(">600</text>");
    expect(drawn).not.toContain(">0.2</text>");
  });

  it("draws lines with their dashes, and shorter ones in the legend", () => {
    const dashed = figure([line([0, 100], [0, 1], { dash: [6, 4] }), line([0, 100], [1, 0])]);
    const drawn = chartSvg({ ...picture, figure: dashed });
    expect(drawn.split('stroke-dasharray="6 4"').length).toBe(2);
    expect(drawn.split('stroke-dasharray="3 2"').length).toBe(2);
  });
});
