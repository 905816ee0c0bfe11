/** Shapes as a vector picture with a title and a legend. */

import { font, type Colours, type Shape } from "./shapes";

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** What the legend tells. */
  readonly layers: readonly { readonly name: string; readonly colour: string }[];
  readonly shapes: readonly Shape[];
  readonly colours: Colours;
}

const titleSize = 28;
const legendRow = 18;

/** @returns an SVG document. */
export function pictureSvg(picture: Picture): string {
  const { title, layers, shapes, colours, width, height } = picture;
  const whole = titleSize + layers.length * legendRow + height + 8;
  const legend = layers.map(({ name, colour }, i) => {
    const y = titleSize + i * legendRow;
    return (
      `<rect x="12" y="${y + 2}" width="10" height="10" rx="5" fill="${colour}"/>` +
      `<text x="28" y="${y + 11}" fill="${colours.text}">${escaped(name)}</text>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${whole}" viewBox="0 0 ${width} ${whole}" style="font:${escaped(font)}">`,
    `<rect width="${width}" height="${whole}" fill="${colours.surface}"/>`,
    `<text x="12" y="19" font-size="13" font-weight="600" fill="${colours.text}">${escaped(title)}</text>`,
    ...legend,
    `<g transform="translate(0 ${titleSize + layers.length * legendRow})">`,
    ...shapes.map(shapeSvg),
    "</g></svg>",
  ].join("\n");
}

function shapeSvg(shape: Shape): string {
  if (shape.sort === "text") {
    const weight = shape.bold === true ? ' font-weight="600"' : "";
    const [x, y] = [round(shape.x), round(shape.y)];
    const turn = shape.turned === true ? ` transform="rotate(-90 ${x} ${y})"` : "";
    return `<text x="${x}" y="${y}" text-anchor="${shape.anchor}" fill="${shape.fill}"${weight}${turn}>${escaped(shape.text)}</text>`;
  }
  if (shape.sort === "cells") {
    const { places, fills } = shape;
    const cells = fills.map((fill, i) => {
      const [x = 0, y = 0, width = 0, height = 0] = places.subarray(4 * i, 4 * i + 4);
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
    });
    return `<g shape-rendering="crispEdges">${cells.join("")}</g>`;
  }
  const { points, fill, stroke, width = 1, dash = [], opacity = 1 } = shape;
  const at = Array.from({ length: points.length / 2 }, (_, i) =>
    [points[2 * i] ?? 0, points[2 * i + 1] ?? 0].map(round).join(","),
  );
  const look = [
    `fill="${fill ?? "none"}"`,
    ...(stroke === null ? [] : [`stroke="${stroke}" stroke-width="${width}"`]),
    ...(dash.length === 0 ? [] : [`stroke-dasharray="${dash.join(" ")}"`]),
    ...(opacity === 1 ? [] : [`opacity="${opacity}"`]),
  ];
  return `<polyline points="${at.join(" ")}" ${look.join(" ")}/>`;
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
