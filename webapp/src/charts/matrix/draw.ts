/** A matrix as shapes; very many cells are a raster. */

import { cut } from "../shapes/words";
import { boxOf, letterWidth, lineHeight, type MatrixLayout } from "./layout";
import { raster, strengthColors } from "./raster";
import { scaleShapes } from "./scale";
import type { MatrixCell, Colors, MatrixFigure, Shape, ShapeSize, MatrixWindow } from "./types";

/** More cells than this are pixels of a picture, not rectangles. */
const mostRectangles = 4096;
/** Of a character in a cell, in pixels. */
const characterWidth = 6.6;

/** More cells than this along an axis share pixels. */
const mostPixels = ({ box }: MatrixLayout): number =>
  Math.max(1, Math.floor(Math.max(box.width, box.height)));

/** Whether several cells share a pixel. */
export function isThinned(layout: MatrixLayout): boolean {
  const { rows, columns } = layout.window;
  return Math.max(rows[1] - rows[0], columns[1] - columns[0]) > mostPixels(layout);
}

export function matrixShapes(
  figure: MatrixFigure,
  layout: MatrixLayout,
  size: ShapeSize,
  colors: Colors,
): Shape[] {
  const { box, window } = layout;
  const rows = window.rows[1] - window.rows[0];
  const columns = window.columns[1] - window.columns[0];
  const isPicture = rows * columns > mostRectangles;
  return [
    ...(isPicture
      ? [
          {
            kind: "raster" as const,
            box,
            pixels: raster(figure, window, mostPixels(layout), colors.surface),
          },
        ]
      : cellShapes(figure, layout, colors)),
    border(layout, colors),
    ...names(figure, layout, colors),
    ...(layout.hasWords
      ? [...words(figure, layout, size, colors), ...scaleShapes(figure, layout, colors)]
      : []),
  ];
}

function* cellsIn({ rows, columns }: MatrixWindow): Generator<MatrixCell> {
  for (let row = rows[0]; row < rows[1]; row++) {
    for (let column = columns[0]; column < columns[1]; column++) yield { row, column };
  }
}

function cellShapes(figure: MatrixFigure, layout: MatrixLayout, colors: Colors): Shape[] {
  const cells = [...cellsIn(layout.window)];
  const colorOf = strengthColors(figure, colors.surface);
  const strengths = cells.map(
    ({ row, column }) => figure.strength[row * figure.names.length + column] ?? NaN,
  );
  const fills = strengths.map(colorOf);
  const gap = Math.min(layout.cell.width, layout.cell.height) > 12 ? 1 : 0;
  const places = Float64Array.from(
    cells.flatMap((cell) => {
      const { left, top, width, height } = boxOf(layout, cell);
      return [left, top, width - gap, height - gap];
    }),
  );
  const inks = fills.map((fill, i) => {
    // Zeros stay behind what is something.
    if (!(Math.abs(strengths[i] ?? NaN) > 0)) return colors.muted;
    return isDark(fill) ? "#ffffff" : "#11151c";
  });
  return [{ kind: "cells", places, fills }, ...cellTexts(figure, layout, cells, inks)];
}

/** The values, if all of them fit: with some missing, those would seem to be nothing. */
function cellTexts(
  figure: MatrixFigure,
  layout: MatrixLayout,
  cells: readonly MatrixCell[],
  inks: readonly string[],
): Shape[] {
  const { width, height } = layout.cell;
  if (height < lineHeight + 1 || width < 2 * characterWidth) return [];
  const texts = cells.map(({ row, column }) => figure.text(row, column));
  const longest = texts.reduce((most, { length }) => Math.max(most, length), 0);
  if (longest * characterWidth + 4 > width) return [];
  return cells.map((cell, i) => {
    const { left, top } = boxOf(layout, cell);
    return {
      kind: "text",
      x: left + width / 2,
      y: top + height / 2 + 4,
      anchor: "middle",
      text: texts[i] ?? "",
      fill: inks[i] ?? "",
    };
  });
}

/** Whether white is easier to read on a color than black (relative luminance of WCAG 2). */
export function isDark(color: string): boolean {
  const value = parseInt(color.slice(1), 16);
  const [red = 0, green = 0, blue = 0] = [value >> 16, (value >> 8) & 255, value & 255].map(
    (channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    },
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.179;
}

function border({ box }: MatrixLayout, colors: Colors): Shape {
  const { left, top, width, height } = box;
  const [right, bottom] = [left + width, top + height];
  const points = Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
  return { kind: "path", points, fill: null, stroke: colors.grid };
}

/** Every name, or as many as there is room for: every second, fifth, tenth... */
function names(figure: MatrixFigure, layout: MatrixLayout, colors: Colors): Shape[] {
  const { box, cell, window, rowNames, columnNames, turned } = layout;
  const fill = colors.muted;
  const shapes: Shape[] = [];
  const everyRow = strideFor(cell.height);
  for (let row = window.rows[0]; row < window.rows[1]; row++) {
    if ((row - window.rows[0]) % everyRow > 0) continue;
    const y = boxOf(layout, { row, column: window.columns[0] }).top + cell.height / 2 + 4;
    const text = cut(figure.names[row] ?? "", (rowNames - 8) / letterWidth);
    shapes.push({ kind: "text", x: box.left - 6, y, text, anchor: "end", fill });
  }
  const everyColumn = strideFor(turned ? cell.width : Infinity);
  const y = box.top + box.height;
  for (let column = window.columns[0]; column < window.columns[1]; column++) {
    if ((column - window.columns[0]) % everyColumn > 0) continue;
    const x = boxOf(layout, { row: window.rows[0], column }).left + cell.width / 2;
    const text = cut(
      figure.names[column] ?? "",
      (turned ? columnNames - 6 : cell.width) / letterWidth,
    );
    shapes.push(
      turned
        ? { kind: "text", x: x + 4, y: y + 6, text, anchor: "end", fill, turned }
        : { kind: "text", x, y: y + 15, text, anchor: "middle", fill },
    );
  }
  return shapes;
}

const strides = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

function strideFor(pixels: number): number {
  return strides.find((stride) => stride * pixels >= lineHeight) ?? 1000;
}

function words(
  figure: MatrixFigure,
  layout: MatrixLayout,
  size: ShapeSize,
  colors: Colors,
): Shape[] {
  const { box, rowNames } = layout;
  const common = { kind: "text", anchor: "middle", fill: colors.muted, bold: true } as const;
  const x = Math.max(11, box.left - rowNames - 6);
  return [
    { ...common, x, y: box.top + box.height / 2, text: figure.rowLabel, turned: true },
    { ...common, x: box.left + box.width / 2, y: size.height - 4, text: figure.columnLabel },
  ];
}
