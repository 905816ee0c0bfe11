/** Shapes as a vector picture with a title and a legend. */

import { canvasOf } from "./canvas";
import { font, type Colors, type Shape, type ShapeSize } from "./shapes";

export interface ShapePicture {
  readonly width: number;
  readonly height: number;
  /** Empty: none. */
  readonly title: string;
  /** What the legend says. */
  readonly layers: readonly { readonly name: string; readonly color: string }[];
  readonly shapes: readonly Shape[];
  readonly colors: Colors;
}

const titleSize = 28;
const legendRow = 18;
const foot = 8;

/** What the title takes; a legend without one stays off the edge. */
function headOf({ title, layers }: Pick<ShapePicture, "title" | "layers">): number {
  return title === "" ? (layers.length > 0 ? 6 : 0) : titleSize;
}

/** What title and legend take beside the shapes, in pixels. */
export function roomAround({ title, layers }: Pick<ShapePicture, "title" | "layers">): number {
  return headOf({ title, layers }) + layers.length * legendRow + foot;
}

/** @returns an SVG document. */
export function pictureSvg(picture: ShapePicture): string {
  const { title, layers, shapes, colors, width, height } = picture;
  const head = headOf(picture);
  const legend = layers.map(({ name, color }, i) => {
    const y = head + i * legendRow;
    return (
      `<rect x="12" y="${y + 2}" width="10" height="10" rx="5" fill="${color}"/>` +
      `<text x="28" y="${y + 11}" fill="${colors.text}">${escaped(name)}</text>`
    );
  });
  return documentSvg({
    size: { width, height: roomAround(picture) + height },
    title: { text: title, left: 12 },
    legend,
    start: head + layers.length * legendRow,
    shapes,
    colors,
  });
}

/**
 * @param legend - elements of an SVG document.
 * @param start - where the drawing begins below title and legend, in pixels.
 * @returns an SVG document.
 */
export function documentSvg(parts: {
  readonly size: ShapeSize;
  readonly title: { readonly text: string; readonly left: number };
  readonly legend: readonly string[];
  readonly start: number;
  readonly shapes: readonly Shape[];
  readonly colors: Colors;
}): string {
  const { size, title, legend, start, shapes, colors } = parts;
  const { width, height } = size;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" style="font:${escaped(font)}">`,
    `<rect width="${width}" height="${height}" fill="${colors.surface}"/>`,
    ...(title.text === ""
      ? []
      : [
          `<title>${escaped(title.text)}</title>`,
          `<text x="${title.left}" y="19" font-size="13" font-weight="600" fill="${colors.text}">${escaped(title.text)}</text>`,
        ]),
    ...legend,
    `<g transform="translate(0 ${start})" stroke-linejoin="round">`,
    ...shapes.map(shapeSvg),
    "</g></svg>",
  ].join("\n");
}

/** @returns an element of an SVG document. */
export function shapeSvg(shape: Shape): string {
  switch (shape.kind) {
    case "text":
      return textSvg(shape);
    case "cells":
      return cellsSvg(shape);
    case "circle": {
      const [x, y, radius] = [shape.x, shape.y, shape.radius].map(round);
      return `<circle cx="${x}" cy="${y}" r="${radius}" ${lookSvg(shape)}/>`;
    }
    case "dots":
      return dotsSvg(shape);
    case "raster": {
      const { left, top, width, height } = shape.box;
      const { pixels } = shape;
      // Files are made of as many pixels as there are cells, and stretched by whoever shows them.
      return (
        `<image x="${left}" y="${top}" width="${width}" height="${height}" preserveAspectRatio="none" ` +
        `style="image-rendering:pixelated" href="${canvasOf(pixels).toDataURL()}"/>`
      );
    }
    case "path":
      return `<polyline points="${pairs(shape.points).join(" ")}" ${lookSvg(shape)}/>`;
    case "paths": {
      const { lines } = shape;
      const rule = shape.fill === null ? "" : ' fill-rule="evenodd"';
      const join = shape.join === undefined ? "" : ` stroke-linejoin="${shape.join}"`;
      return `<path d="${traced(lines)}"${rule}${join} ${lookSvg(shape)}/>`;
    }
    case "clip":
      return clipSvg(shape);
  }
}

function traced(lines: readonly Float64Array[]): string {
  const drawn = lines.filter(({ length }) => length >= 4);
  return drawn.map((points) => `M${pairs(points).join("L")}`).join("");
}

function clipSvg({ box, outlines, shapes }: Extract<Shape, { kind: "clip" }>): string {
  const { left, top, width, height } = box;
  const within = outlines === undefined ? null : traced(outlines);
  // Named by what it is: another picture of the page that has this name, too, has the same outlines.
  const name = within === null ? "" : `outlines-${hash(within)}`;
  return [
    // A drawing of its own cuts off by itself, and needs no name.
    `<svg x="${left}" y="${top}" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}">`,
    ...(within === null
      ? []
      : [`<clipPath id="${name}"><path d="${within}"/></clipPath><g clip-path="url(#${name})">`]),
    ...shapes.map(shapeSvg),
    ...(within === null ? [] : ["</g>"]),
    "</svg>",
  ].join("\n");
}

function hash(text: string): string {
  let value = 0;
  for (let i = 0; i < text.length; i++) value = (Math.imul(value, 31) + text.charCodeAt(i)) | 0;
  return (value >>> 0).toString(36);
}

function dotsSvg(shape: Extract<Shape, { kind: "dots" }>): string {
  const dots = pairs(shape.places).map((place) => {
    const [x, y] = place.split(",");
    return `<circle cx="${x}" cy="${y}" r="${shape.radius}"/>`;
  });
  return `<g ${lookSvg({ ...shape, stroke: null })}>${dots.join("")}</g>`;
}

function textSvg(shape: Extract<Shape, { kind: "text" }>): string {
  const weight = shape.bold === true ? ' font-weight="600"' : "";
  const [x, y] = [round(shape.x), round(shape.y)];
  const angle = shape.turned === true ? -90 : (shape.angle ?? 0);
  const turn = angle === 0 ? "" : ` transform="rotate(${round(angle)} ${x} ${y})"`;
  const halo =
    shape.halo === undefined
      ? ""
      : ` stroke="${shape.halo}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"`;
  return `<text x="${x}" y="${y}" text-anchor="${shape.anchor}" fill="${shape.fill}"${weight}${halo}${turn}>${escaped(shape.text)}</text>`;
}

function cellsSvg({ places, fills }: Extract<Shape, { kind: "cells" }>): string {
  const cells = fills.map((fill, i) => {
    const [x = 0, y = 0, width = 0, height = 0] = places.subarray(4 * i, 4 * i + 4);
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
  });
  return `<g shape-rendering="crispEdges">${cells.join("")}</g>`;
}

function lookSvg(look: {
  readonly fill: string | null;
  readonly stroke: string | null;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
}): string {
  const { fill, stroke, width = 1, dash = [], opacity = 1 } = look;
  return [
    `fill="${fill ?? "none"}"`,
    ...(stroke === null ? [] : [`stroke="${stroke}" stroke-width="${round(width)}"`]),
    ...(dash.length === 0 ? [] : [`stroke-dasharray="${dash.join(" ")}"`]),
    ...(opacity === 1 ? [] : [`opacity="${round(opacity)}"`]),
  ].join(" ");
}

/** `x,y` of each point. */
function pairs(points: Float64Array): string[] {
  return Array.from({ length: points.length / 2 }, (_, i) =>
    [points[2 * i] ?? 0, points[2 * i + 1] ?? 0].map(round).join(","),
  );
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A text within a document. */
export function escaped(text: string): string {
  return (
    text
      // XML has no way to write control characters.
      .replace(/\p{Cc}/gu, " ")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
  );
}
