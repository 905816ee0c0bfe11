/** Layers by steps as shapes. */

import { elide } from "../../lib/elide";
import { formatCount } from "../../lib/format";
import { blank, type ChartDrawing } from "../base/kind";
import { outlined } from "../base/outline";
import type { ChartColors } from "../common/theme";
import { measuredWidth as measure } from "../shapes/measure";
import type { ShapeBox, Colors, Shape, ShapeSize } from "../shapes/shapes";
import { cut } from "../shapes/words";
import { boxesOf, cellAt, cellBox, every, gutterRoom } from "./layout";
import type { LayerCell, LayerFigure, LayerLegend, LayerTile } from "./types";

/** Between a name and its row. */
const nameGap = 8;
/** Pixels that a name needs of the height. */
const nameHeight = 13;
/** Smaller cells have no room for a cross. */
const crossRoom = 6;
const rampWidth = 100;

export interface LayerNames {
  /** Written beside each row; empty where there is no room. */
  readonly shown: readonly string[];
  /** Pixels that they take, and what is between them and the cells. */
  readonly gutter: number;
}

export function namesOf(names: readonly string[], size: ShapeSize, widthOf = measure): LayerNames {
  const nth = every(names.length, size.height, nameHeight);
  const written = names.filter((_, row) => row % nth === 0);
  const fitted = elide(written, gutterRoom(size.width) - nameGap, widthOf);
  const shown = names.map((name, row) => (row % nth === 0 ? (fitted.get(name) ?? name) : ""));
  const widest = Math.max(0, ...shown.map(widthOf));
  return { shown, gutter: Math.ceil(widest) + nameGap };
}

export function layersDrawing(
  figure: LayerFigure,
  size: ShapeSize,
  colors: ChartColors,
): ChartDrawing<LayerCell> {
  const { names, steps, tiles, legend } = figure;
  const [rows, columns] = [names.length, steps.length];
  const { shown, gutter } = namesOf(names, size);
  const boxes = boxesOf(size, figure, gutter);
  const [first, last] = [boxes[0], boxes[boxes.length - 1]];
  if (first === undefined || last === undefined) return blank;
  const placed = tiles.flatMap((tile, i) => {
    const box = boxes[i];
    return box === undefined ? [] : [{ tile, box }];
  });
  const boxOf = (cell: LayerCell): ShapeBox =>
    cellBox(cell, boxes[cell.tile] ?? first, rows, columns);
  return {
    box: { ...first, width: last.left + last.width - first.left },
    shapes: [
      ...placed.flatMap(({ tile, box }) => tileShapes(tile, figure, box, colors)),
      ...shown.flatMap((name, row) =>
        name === "" ? [] : [nameShape(name, row, rows, first, colors)],
      ),
      ...(legend === undefined ? [] : legendShapes(legend, first, size, colors)),
    ],
    spotAt({ x, y }) {
      for (const [tile, { left, top }] of boxes.entries()) {
        const cell = cellAt({ x: x - left, y: y - top }, first, rows, columns);
        if (cell !== null) return { tile, ...cell };
      }
      return null;
    },
    // The same layer and step of the other runs is marked, too.
    highlight: (cell) => tiles.map((_, tile) => outlined(boxOf({ ...cell, tile }), colors)),
    placeOf(cell) {
      const { left, top, width } = boxOf(cell);
      return { x: left + width, y: top };
    },
  };
}

function tileShapes(tile: LayerTile, figure: LayerFigure, box: ShapeBox, colors: Colors): Shape[] {
  const { names, steps } = figure;
  const { title } = tile;
  const pixels = { width: steps.length, height: names.length, data: tile.colors };
  const text = title === undefined ? "" : cut(title.text, box.width - 14);
  return [
    ...(names.length > 0 && steps.length > 0 ? [{ kind: "raster" as const, box, pixels }] : []),
    ...stepShapes(steps, box, colors),
    ...crosses(tile, figure, box),
    ...(title === undefined
      ? []
      : [
          {
            kind: "circle" as const,
            x: box.left + 4,
            y: box.top - 9,
            radius: 4,
            fill: title.color,
            stroke: null,
          },
          {
            kind: "text" as const,
            x: box.left + 13,
            y: box.top - 5,
            text,
            anchor: "start" as const,
            fill: colors.text,
          },
        ]),
  ];
}

/** A ramp between the lowest and the highest value, and the colors that are none of it, below the steps. */
function legendShapes(
  { low, high, colors: ramp, others }: LayerLegend,
  { left }: ShapeBox,
  size: ShapeSize,
  colors: Colors,
): Shape[] {
  const y = size.height - 4;
  const shapes: Shape[] = [];
  let x = left;
  const say = (text: string): void => {
    shapes.push({ kind: "text", x, y, text, anchor: "start", fill: colors.muted });
    x += measure(text) + 6;
  };
  const fill = (fills: readonly string[], width: number): void => {
    const each = width / fills.length;
    const places = fills.flatMap((_, i) => [x + i * each, y - 8, each + 0.5, 9]);
    shapes.push({ kind: "cells", places: Float64Array.from(places), fills });
    x += width + 6;
  };
  if (ramp.length > 0) {
    say(low);
    fill(ramp, rampWidth);
    say(high);
  }
  for (const [color, meaning] of others) {
    x += 6;
    fill([color], 9);
    say(meaning);
  }
  return shapes;
}

/** In the middle of the rows that it stands for, of which it is the first one's name. */
function nameShape(name: string, row: number, rows: number, box: ShapeBox, colors: Colors): Shape {
  const { top, height } = cellBox({ row, column: 0 }, box, rows, 1);
  return {
    kind: "text",
    x: box.left - nameGap,
    y: top + Math.max(height, nameHeight) / 2 + 4,
    text: name,
    anchor: "end",
    fill: colors.muted,
  };
}

function stepShapes(steps: Float64Array, box: ShapeBox, colors: Colors): Shape[] {
  const last = steps.length - 1;
  if (last < 0) return [];
  const widest = Math.max(
    measure(formatCount(steps[0] ?? 0)),
    measure(formatCount(steps[last] ?? 0)),
  );
  const nth = every(steps.length, box.width, widest + 16);
  const shapes: Shape[] = [];
  for (let column = 0; column <= last; column += nth) {
    const { left, width } = cellBox({ row: 0, column }, box, 1, steps.length);
    const middle = left + width / 2;
    const text = formatCount(steps[column] ?? 0);
    // Wide cells have their step below their middle, narrow ones where they begin.
    const isWide = width > measure(text);
    if (!isWide && left + measure(text) > box.left + box.width) break;
    shapes.push({
      kind: "text",
      x: isWide ? middle : left,
      y: box.top + box.height + 14,
      text,
      anchor: isWide ? "middle" : "start",
      fill: colors.muted,
    });
  }
  return shapes;
}

/** White, over a color that no scale has. */
function crosses({ crossed }: LayerTile, { names, steps }: LayerFigure, box: ShapeBox): Shape[] {
  const { width, height } = cellBox({ row: 0, column: 0 }, box, names.length, steps.length);
  if (width < crossRoom || height < crossRoom) return [];
  const arm = Math.min(width, height) / 4;
  const lines: Float64Array[] = [];
  crossed.forEach((is, i) => {
    if (is === 0) return;
    const cell = { row: Math.floor(i / steps.length), column: i % steps.length };
    const place = cellBox(cell, box, names.length, steps.length);
    const [x, y] = [place.left + width / 2, place.top + height / 2];
    lines.push(Float64Array.of(x - arm, y - arm, x + arm, y + arm));
    lines.push(Float64Array.of(x - arm, y + arm, x + arm, y - arm));
  });
  return [{ kind: "paths", lines, fill: null, stroke: "#ffffff", width: 1.5 }];
}
