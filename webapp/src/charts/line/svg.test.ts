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
    // The plot begins 44 pixels from the left and 36 from the top, and is 340 by 208 pixels.
    expect(svg).toContain('<path d="M44 244L214 36L384 244" stroke="#d62728"');
    expect(svg).toContain('<circle cx="214" cy="140" r="2.5" fill="#123456"');
  });

  it("hatches an area that stands for little", () => {
    const corners = { x: Float64Array.of(0, 100), low: Float64Array.of(0, 0) };
    const area = { ...corners, color: "#abcdef", high: Float64Array.of(1, 1) };
    const drawn = (isWeak: boolean): string =>
      chartSvg({ ...picture, figure: figure([], { areas: [{ ...area, isWeak }] }) });
    expect(drawn(false)).toContain('fill="#abcdef"');
    expect(drawn(true)).not.toContain('fill="#abcdef"');
    expect(drawn(true)).toContain('stroke="#abcdef" opacity="0.35" clip-path="url(#area-0)"');
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

  it("draws what is highlighted once more, with its bounds and their values", () => {
    const highlights = [{ range: [-Infinity, 0.5] as const }];
    const drawn = chartSvg({ ...picture, figure: { ...picture.figure, highlights } });
    // The lower half of the plot, whose middle is at a height of 140 pixels.
    expect(drawn).toContain('<rect x="44" y="140" width="340" height="104" fill="#c22f3d"');
    expect(drawn).toContain('<clipPath id="highlight0"><rect x="44" y="140" width="340"');
    expect(drawn).toContain('<path d="M44 140H384" stroke="#c22f3d" stroke-dasharray="5 4"');
    expect(drawn).toMatch(/<text x="381" y="136" [^>]*fill="#c22f3d"[^>]*>0\.5<\/text>/);
  });

  it("draws marks as polygons", () => {
    const nonFinite = {
      x: Float64Array.of(50),
      what: Uint8Array.of(1),
      count: Int32Array.of(1),
    };
    const marked = figure([line([0], [0], { nonFinite })]);
    expect(chartSvg({ ...picture, figure: marked })).toContain('<polygon points="214,38');
  });
});
