import { expect, test } from "vitest";
import { figureSvg } from "./figure";
import { pictureSvg, roomAround } from "./svg";

const colors = { surface: "#ffffff", text: "#000000", muted: "#555555", grid: "#eeeeee" };
const labels = { x: "", y: "", value: "" };
const wish = { width: 400, height: 300, title: "", labels, hasLegend: true, hasScale: true };

test("a figure is as large as asked for, in points, and its letters have the font", () => {
  const svg = pictureSvg({
    width: 400,
    height: 292,
    title: "a < b",
    layers: [],
    shapes: [],
    colors,
  });
  const figure = figureSvg(svg, wish, { width: 240.945, height: 180, family: "Times, serif" });
  expect(figure).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="240.945pt" height="180pt" viewBox="0 0 400 300" font-family="Times, serif" font-size="11">/,
  );
  expect(figure).toContain(">a &lt; b</text>");
  expect(figure).not.toContain("font-weight");
  expect(figure.match(/<svg/g)).toHaveLength(1);
  expect(figure.trimEnd().endsWith("</svg>")).toBe(true);
});

test("without a title there is no room for one", () => {
  const layers = [{ name: "a", color: "#123456" }];
  expect(roomAround({ title: "", layers: [] })).toBe(8);
  expect(roomAround({ title: "t", layers })).toBe(54);
});
