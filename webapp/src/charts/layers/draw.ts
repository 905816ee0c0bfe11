/** Layers by steps as shapes. */

import { elide } from "../../lib/elide";
import { formatCount } from "../../lib/format";
import type { ChartDrawing } from "../base/kind";
import { outlined } from "../base/outline";
import type { ChartColors } from "../common/theme";
import { measuredWidth as measure } from "../shapes/measure";
import type { ShapeBox, Colors, Shape, ShapeSize } from "../shapes/shapes";
import { boxOf, cellAt, cellBox, every, gutterRoom } from "./layout";
import type { LayerCell, LayerFigure } from "./types";

/** Between a name and its row. */
const nameGap = 8;
/** Pixels that a name needs of the height. */
const nameHeight = 13;
/** Smaller cells have no room for a cross. */
const crossRoom = 6;

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
  const [rows, columns] = [figure.names.length, figure.steps.length];
  const { shown, gutter } = namesOf(figure.names, size);
  const box = boxOf(size, columns, gutter);
  const pixels = { width: columns, height: rows, data: figure.colors };
  return {
    box,
    shapes: [
      ...(rows > 0 && columns > 0 ? [{ kind: "raster" as const, box, pixels }] : []),
      ...shown.flatMap((name, row) =>
        name === "" ? [] : [nameShape(name, row, rows, box, colors)],
      ),
      ...stepShapes(figure.steps, box, colors),
      ...crosses(figure, box),
    ],
    spotAt: ({ x, y }) => cellAt({ x: x - box.left, y: y - box.top }, box, rows, columns),
    highlight: (cell) => [outlined(cellBox(cell, box, rows, columns), colors)],
    placeOf(cell) {
      const { left, top, width } = cellBox(cell, box, rows, columns);
      return { x: left + width, y: top };
    },
  };
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
function crosses({ names, steps, crossed }: LayerFigure, box: ShapeBox): Shape[] {
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
