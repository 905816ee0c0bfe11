/** The whole drawing as a file. */

import { pngOf } from "../common/png";
import { paperColors } from "../common/theme";
import type { GraphColors } from "./colors";
import { drawGraph } from "./draw";
import { elided } from "./elide";
import { canvasPainter, type Painter } from "./painter";
import { svgPainter } from "./svg";
import type { GraphFigure, GraphView } from "./types";

const MARGIN = 20;
/** Pixels that every browser's canvas can hold, along either side and in all. */
const LONGEST = 12_000;
const MOST = 60_000_000;

const onPaper = (colors: GraphColors): GraphColors => ({
  ...colors,
  ...paperColors,
  accent: "#2a62d4",
  ground: "#ffffff",
  frame: "#f4f5f7",
  frameLine: "#c6ccd6",
  line: "#68717f",
});

function draw(
  figure: GraphFigure,
  colors: GraphColors,
  painter: Painter,
  view: GraphView,
  scale: number,
): void {
  const camera = { x: -MARGIN, y: -MARGIN, scale };
  drawGraph({ painter, figure, camera, view, colors, elide: elided });
}

const sizeOf = ({ scene }: GraphFigure): GraphView => ({
  width: scene.width + 2 * MARGIN,
  height: scene.height + 2 * MARGIN,
});

export function documentOf(figure: GraphFigure, colors: GraphColors, isWhite: boolean): string {
  const used = isWhite ? onPaper(colors) : colors;
  const size = sizeOf(figure);
  const { painter, document } = svgPainter(size.width, size.height, used.ground);
  draw(figure, used, painter, size, 1);
  return document();
}

export async function pixelsOf(
  figure: GraphFigure,
  colors: GraphColors,
  isWhite: boolean,
): Promise<Blob | null> {
  const used = isWhite ? onPaper(colors) : colors;
  const { width, height } = sizeOf(figure);
  const scale = Math.min(2, LONGEST / width, LONGEST / height, Math.sqrt(MOST / (width * height)));
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [size.width, size.height];
  const context = canvas.getContext("2d");
  if (context === null) return null;
  context.fillStyle = used.ground;
  context.fillRect(0, 0, size.width, size.height);
  draw(figure, used, canvasPainter(context), size, scale);
  return pngOf(canvas);
}
