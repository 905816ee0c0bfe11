/** Surfaces as lines and areas, for a paper: as they are seen, in any size. Pure. */

import { paperColors } from "../../common/theme";
import type { FigureWish } from "../../shapes/figure";
import { measuredWidth } from "../../shapes/measure";
import type { Shape, ShapeSize } from "../../shapes/shapes";
import { roomAround, type ShapePicture } from "../../shapes/svg";
import { wrapped } from "../../shapes/words";
import { paperInk } from "../../space/ink";
import { frameOf, halves, type SurfaceFrame } from "../frame";
import type { SurfaceLabel, SurfaceView } from "../labels";
import type { SurfaceCamera, SurfaceFigure } from "../types";
import { hatching, isBehind, wallsOf } from "../walls";
import { barShapes } from "./bar";
import { fitted } from "./fitting";
import { lineShapes } from "./line-shapes";
import { patchShapes, projected, triple } from "./patches";
import { viewOf } from "./projection";
import { trailShapes } from "./trail-shapes";

const barRoom = 76;
const wordRow = 16;

export function paperPicture(
  figure: SurfaceFigure,
  camera: SurfaceCamera,
  wish: FigureWish,
): ShapePicture {
  const { title, labels, hasLegend, hasScale } = wish;
  const colored = [...figure.grids, ...figure.paths].flatMap(({ id, name, color }) =>
    color === undefined ? [] : [{ id, name, color }],
  );
  // A path has the id of the grid that it lies on, or one of its own.
  const named = colored.filter(({ id }, i) => colored.findIndex((each) => each.id === id) === i);
  const layers = hasLegend ? named : [];
  const hasBar = hasScale && figure.grids.some(({ color }) => color === undefined);
  const { waiting, holes, beyond = "", truth = "" } = figure.words;
  const notes = (hasLegend ? [waiting, holes, beyond, truth] : []).flatMap((text) =>
    wrapped(text, wish.width - 24),
  );
  const height = wish.height - roomAround({ title, layers });
  const size: ShapeSize = {
    width: Math.max(40, wish.width - (hasBar ? barRoom : 0)),
    height: Math.max(40, height - notes.length * wordRow),
  };
  // White is for dark ground.
  const pathColor = figure.pathColor === "#ffffff" ? paperInk.text : figure.pathColor;
  const drawn = { ...figure, pathColor };
  const frame = frameOf(figure.grids, figure);
  const names = [labels.x, labels.y, labels.value] as const;
  const straight = viewOf(frame, camera, size);
  const { view, labels: written } = fitted(straight, frame, names, size, camera, measuredWidth);
  const bar = { left: size.width + 6, top: 30, width: barRoom - 8, height: size.height - 52 };
  const colors = { palette: figure.palette, tint: frame.tint, name: labels.value, ink: paperInk };
  return {
    width: wish.width,
    height,
    title,
    layers,
    colors: paperColors,
    shapes: [
      ...wallShapes(drawn, frame, view),
      ...patchShapes(drawn, frame, camera, view),
      ...lineShapes(drawn, frame, view),
      ...trailShapes({ figure: drawn, frame, view, ink: paperInk }),
      ...labelShapes(written),
      ...(hasBar ? barShapes(bar, colors) : []),
      ...notes.map((text, i): Shape => ({
        kind: "text",
        x: 12,
        y: size.height + (i + 0.8) * wordRow,
        text: text,
        anchor: "start",
        fill: paperInk.muted,
      })),
    ],
  };
}

function wallShapes(figure: SurfaceFigure, frame: SurfaceFrame, view: SurfaceView): Shape[] {
  const half = halves(frame);
  const walls = wallsOf(frame).filter((wall) => {
    const isFloor = wall.axis === 2 && wall.end === -1;
    const isLid = wall.axis === 2 && wall.end === 1;
    return isFloor || (!isLid && isBehind(wall, half, view.eye));
  });
  const lines = (places: Float32Array): Float64Array[] =>
    Array.from({ length: places.length / 6 }, (_, i) =>
      projected([triple(places, 6 * i), triple(places, 6 * i + 3)], view),
    );
  const all = (of: "lines" | "edges") => walls.flatMap((wall) => lines(wall[of]));
  const { grid, edge, warn } = paperInk;
  return [
    { kind: "paths", lines: all("lines"), fill: null, stroke: grid },
    { kind: "paths", lines: all("edges"), fill: null, stroke: edge },
    {
      kind: "paths",
      lines: lines(hatching(figure.grids, frame)),
      fill: null,
      stroke: warn,
      opacity: 0.7,
    },
  ];
}

function labelShapes(labels: readonly SurfaceLabel[]): Shape[] {
  return labels.map(({ x, y, text, turn, isTitle }) => ({
    kind: "text",
    // The baseline lies below the middle of the letters.
    x: x - 4 * Math.sin(turn),
    y: y + 4 * Math.cos(turn),
    text,
    anchor: "middle",
    angle: (turn * 180) / Math.PI,
    fill: isTitle ? paperInk.text : paperInk.muted,
    halo: paperInk.ground,
  }));
}
