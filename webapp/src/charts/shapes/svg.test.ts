import { describe, expect, it } from "vitest";
import { pictureSvg } from "./svg";

const colors = { surface: "#ffffff", text: "#000000", muted: "#555555", grid: "#eeeeee" };
const size = { width: 400, height: 300 };

describe("pictureSvg", () => {
  it("turns what is written upwards", () => {
    const shapes = [
      {
        kind: "text" as const,
        x: 4,
        y: 9,
        text: "b",
        anchor: "end" as const,
        fill: "#000",
        turned: true,
      },
    ];
    expect(pictureSvg({ ...size, title: "", layers: [], shapes, colors })).toContain(
      'transform="rotate(-90 4 9)"',
    );
  });

  it("draws areas with holes, circles, and letters on a ground, and cuts off what lies beside a box", () => {
    const ring = Float64Array.of(0, 0, 8, 0, 8, 8, 0, 0);
    const shapes = [
      {
        kind: "clip" as const,
        box: { left: 1, top: 2, width: 30, height: 40 },
        shapes: [
          { kind: "paths" as const, lines: [ring, ring], fill: "#123456", stroke: null },
          { kind: "circle" as const, x: 3, y: 4, radius: 5, fill: null, stroke: "#000" },
        ],
      },
      {
        kind: "text" as const,
        x: 1,
        y: 2,
        text: "0.5",
        anchor: "middle" as const,
        fill: "#000",
        halo: "#fff",
        angle: 30,
      },
    ];
    const svg = pictureSvg({ ...size, title: "", layers: [], shapes, colors });
    expect(svg).toContain('viewBox="1 2 30 40"');
    expect(svg).toContain('d="M0,0L8,0L8,8L0,0M0,0L8,0L8,8L0,0" fill-rule="evenodd"');
    expect(svg).toContain('<circle cx="3" cy="4" r="5" fill="none" stroke="#000"');
    expect(svg).toContain('paint-order="stroke" transform="rotate(30 1 2)"');
  });
});
