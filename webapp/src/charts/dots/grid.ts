/** Where the cells of a grid of dots lie, and what is written around them. */

import { axisName } from "../common/axes";
import { cut } from "../shapes/words";
import { cellOf, placesOf, type DotCell } from "./cell";
import { acrossShapes, boxShape, brushShapes, dotShapes, lineShape, upwardsShapes } from "./draw";
import type { Colors, Grid, Shape } from "./types";

const margins = { left: 74, right: 10, top: 8, bottom: 46 };
const gap = 8;
/** Smallest cell: smaller ones show nothing, and the grid scrolls instead. */
const smallest = 96;
/** Pixels of a lane: room for a dot. */
const lane = 7;
const pad = 5;

export interface GridLayout {
  readonly width: number;
  readonly height: number;
  /** Row by row. */
  readonly cells: readonly DotCell[];
}

export function gridLayout({ xs, ys }: Grid, place: { width: number; height: number }): GridLayout {
  const around = { x: margins.left + margins.right, y: margins.top + margins.bottom };
  const sizeOf = (room: number, count: number): number =>
    Math.max(smallest, (room - (count - 1) * gap) / Math.max(1, count));
  const wide = sizeOf(place.width - around.x, xs.length);
  const high = sizeOf(place.height - around.y, ys.length);
  const cells = ys.flatMap((y, row) =>
    xs.map((x, column) => {
      const left = margins.left + column * (wide + gap);
      const top = margins.top + row * (high + gap);
      return cellOf({ left, top, width: wide, height: high }, x.scale, y.scale, lane, pad);
    }),
  );
  return {
    width: Math.max(place.width, around.x + xs.length * (wide + gap) - gap),
    height: Math.max(place.height, around.y + ys.length * (high + gap) - gap),
    cells,
  };
}

/** Frames, scales at the edges, names. */
export function gridShapes({ xs, ys }: Grid, { cells }: GridLayout, colors: Colors): Shape[] {
  const shapes: Shape[] = cells.flatMap(({ box, inner }, i) => {
    const [x, y] = [xs[i % xs.length], ys[Math.floor(i / xs.length)]];
    const frame: Shape = { kind: "path", points: boxShape(box), fill: null, stroke: colors.grid };
    const left = box.left + lane * (x?.scale.asides.length ?? 0);
    const bottom = box.top + box.height - lane * (y?.scale.asides.length ?? 0);
    return [
      frame,
      ...(left > box.left
        ? [lineShape(left, box.top, left, box.top + box.height, colors.grid)]
        : []),
      ...(bottom < box.top + box.height
        ? [
            lineShape(
              box.left,
              Math.max(bottom, inner.top),
              box.left + box.width,
              bottom,
              colors.grid,
            ),
          ]
        : []),
    ];
  });
  const bold = { fill: colors.text, bold: true };
  xs.forEach((axis, column) => {
    const cell = cells[(ys.length - 1) * xs.length + column];
    if (cell === undefined) return;
    const { box, inner } = cell;
    const room = [gap, gap] as const;
    shapes.push(
      ...acrossShapes(axis, cell, { mark: "none", room, widest: inner.width / 2 }, colors),
      axisName("bottom", cut(axis.title, box.width), 33, box, bold),
    );
  });
  ys.forEach((axis, row) => {
    const cell = cells[row * xs.length];
    if (cell === undefined) return;
    const { box } = cell;
    shapes.push(
      ...upwardsShapes(axis, cell, { mark: "none", widest: margins.left - 28 }, colors),
      axisName("left", cut(axis.title, box.height), box.left - 14, box, bold),
    );
  });
  return shapes;
}

export function gridBrushes({ xs, ys }: Grid, { cells }: GridLayout, accent: string): Shape[] {
  return cells.flatMap((cell, i) => {
    const [x, y] = [xs[i % xs.length], ys[Math.floor(i / xs.length)]];
    return x === undefined || y === undefined ? [] : brushShapes(cell, x, y, accent);
  });
}

/** Half the side of a dot. */
export function gridRadius(rows: number): number {
  return rows <= 200 ? 2.6 : rows <= 2000 ? 1.7 : 1.2;
}

/** The whole grid for a file. */
export function gridPicture(
  grid: Grid,
  layout: GridLayout,
  colors: Colors,
  accent: string,
): Shape[] {
  const { xs, ys, drawn } = grid;
  const radius = gridRadius(drawn.length);
  const dots = layout.cells.flatMap((cell, i) => {
    const [x, y] = [xs[i % xs.length], ys[Math.floor(i / xs.length)]];
    return x === undefined || y === undefined
      ? []
      : dotShapes(grid, placesOf(cell, x.scale, y.scale, drawn), radius, colors.muted);
  });
  return [...gridShapes(grid, layout, colors), ...dots, ...gridBrushes(grid, layout, accent)];
}
