/** Draws the part of a scene that is seen, with as much detail as its size allows. */

import type { SceneBox } from "../../lib/graph/scene";
import { mixed } from "./colors";
import { alphaOf, MOST_LABELS, widthOf, type GraphDrawing } from "./drawing";
import { drawStubs, drawWires } from "./draw-wires";
import { BUTTON, buttonOf, timesOf } from "./hits";

/** In one picture at most. */
const MOST_BOXES = 2000;
/** Pixels of a letter below which none is drawn. */
const LEAST_LETTER = 5.5;
const TITLE = 12.5;
const MORE = 10.5;

/** @returns whether the boxes were too many for each to be drawn. */
export function drawGraph(drawing: GraphDrawing): boolean {
  const { figure, camera, view } = drawing;
  const { boxes } = figure.scene;
  const seen: SceneBox[] = [];
  const left = camera.x;
  const top = camera.y;
  const right = left + view.width / camera.scale;
  const bottom = top + view.height / camera.scale;
  for (const box of boxes) {
    const isIn =
      box.x < right && box.x + box.width > left && box.y < bottom && box.y + box.height > top;
    if (isIn) seen.push(box);
  }
  const isMany = seen.length > MOST_BOXES;
  const frames = seen.filter(({ isOpen }) => isOpen);
  for (const box of frames.slice(0, MOST_BOXES)) drawFrame(drawing, box);
  if (isMany) drawCells(drawing, seen);
  else {
    drawWires(drawing, { left, top, right, bottom });
    let labels = 0;
    for (const box of seen) if (!box.isOpen) drawBox(drawing, box, labels++ < MOST_LABELS);
    drawStubs(drawing, { left, top, right, bottom });
  }
  for (const box of frames.slice(0, MOST_LABELS)) drawTitle(drawing, box);
  return isMany;
}

function drawFrame({ painter, camera, colors, figure }: GraphDrawing, box: SceneBox): void {
  const { scale } = camera;
  const [x, y] = [(box.x - camera.x) * scale, (box.y - camera.y) * scale];
  const isSelected = figure.marks.selected === box.box;
  const outline = figure.marks.outlines.get(box.box);
  painter.box(x, y, box.width * scale, box.height * scale, {
    radius: 10 * scale,
    fill: box.depth % 2 === 0 ? colors.frame : colors.surface,
    stroke: isSelected ? colors.accent : (outline ?? colors.frameLine),
    width: isSelected || outline !== undefined ? 2 : 1,
  });
}

function drawTitle(drawing: GraphDrawing, box: SceneBox): void {
  const { painter, camera, colors, figure, elide } = drawing;
  const { scale } = camera;
  const size = TITLE * scale;
  if (size < LEAST_LETTER) return;
  const { title, more } = figure.labelOf(box);
  const [x, y] = [(box.x - camera.x) * scale, (box.y - camera.y) * scale];
  const room = (box.width - 48) * scale;
  const shown = elide(title, room / size, true);
  painter.text(x + 32 * scale, y + 23 * scale, shown, {
    size,
    fill: colors.text,
    anchor: "start",
    isBold: true,
    halo: box.depth % 2 === 0 ? colors.frame : colors.surface,
  });
  const used = widthOf(shown) * size + 10 * scale;
  if (room - used > 30 * scale && more !== "") {
    painter.text(
      x + 32 * scale + used,
      y + 23 * scale,
      elide(more, (room - used) / (MORE * scale), false),
      {
        size: MORE * scale,
        fill: colors.muted,
        anchor: "start",
      },
    );
  }
  drawButton(drawing, box);
  drawTimes(drawing, box);
}

function drawButton({ painter, camera, colors, figure }: GraphDrawing, box: SceneBox): void {
  const { scale } = camera;
  if (!figure.canOpen(box.box) || BUTTON * scale < 9) return;
  const at = buttonOf(box);
  const middle = (value: number, from: number): number => (value + BUTTON / 2 - from) * scale;
  const [x, y] = [middle(at.x, camera.x), middle(at.y, camera.y)];
  const arm = 4 * scale;
  const thick = Math.max(1, 1.4 * scale);
  const line = (wide: number, high: number): void =>
    painter.box(x - wide / 2, y - high / 2, wide, high, {
      radius: 0,
      fill: colors.muted,
      stroke: null,
    });
  line(2 * arm, thick);
  if (!box.isOpen) line(thick, 2 * arm);
}

function drawTimes({ painter, camera, colors }: GraphDrawing, box: SceneBox): void {
  const { scale } = camera;
  if (box.times <= 1 || 10 * scale < LEAST_LETTER) return;
  const at = timesOf(box);
  const [x, y] = [(at.x - camera.x) * scale, (at.y - camera.y) * scale];
  painter.box(x, y, at.width * scale, 17 * scale, {
    radius: 8.5 * scale,
    fill: colors.text,
    stroke: null,
  });
  painter.text(x + (at.width / 2) * scale, y + 12.5 * scale, `×${box.times}`, {
    size: 11 * scale,
    fill: colors.surface,
    anchor: "middle",
    isBold: true,
  });
}

function drawBox(drawing: GraphDrawing, box: SceneBox, isLabeled: boolean): void {
  const { painter, camera, colors, figure, elide } = drawing;
  const { scale } = camera;
  const { marks } = figure;
  const alpha = alphaOf(drawing, box.box);
  const [x, y] = [(box.x - camera.x) * scale, (box.y - camera.y) * scale];
  const [width, height] = [box.width * scale, box.height * scale];
  const own = figure.colorOf(box);
  const color = own ?? colors.muted;
  const isFilled = figure.isFilled && own !== null;
  const isSelected = marks.selected === box.box;
  const near = marks.inputs.has(box.box) || marks.outputs.has(box.box);
  const outline = marks.outlines.get(box.box);
  const strong = isSelected
    ? colors.accent
    : (outline ?? (marks.found.has(box.box) ? colors.mark : near ? colors.accent : null));
  const fill = mixed(color, colors.surface, isFilled ? 1 : 0.13);
  const radius = (figure.isEnd(box.box) ? box.height / 2 : 6) * scale;
  if (box.times > 1 && scale > 0.3) {
    painter.box(x + 4 * scale, y + 4 * scale, width, height, {
      radius,
      fill,
      stroke: color,
      alpha,
    });
  }
  if (isSelected) {
    painter.box(x - 3, y - 3, width + 6, height + 6, {
      radius: radius + 3,
      fill: null,
      stroke: colors.accent,
      width: 2,
      alpha,
    });
  }
  painter.box(x, y, width, height, {
    radius,
    fill: outline === undefined ? fill : mixed(outline, colors.surface, 0.25),
    stroke: strong ?? mixed(color, colors.surface, 0.75),
    width: strong === null ? 1 : near && !isSelected ? 1.5 : 2,
    alpha,
  });
  if (box.width * scale < 14) return;
  drawTimes(drawing, box);
  const size = TITLE * scale;
  if (!isLabeled || size < LEAST_LETTER) return;
  const { title, more } = figure.labelOf(box);
  const isOpenable = figure.canOpen(box.box);
  const inset = isOpenable ? 20 : 8;
  const room = (box.width - inset - 8) * scale;
  const middle = x + ((box.width + inset - 8) / 2) * scale;
  const text = isFilled ? readable(fill) : colors.text;
  const firstLine = more === "" ? box.height / 2 + 4.4 : box.height / 2 - 2;
  painter.text(middle, y + firstLine * scale, elide(title, room / size, true), {
    size,
    fill: text,
    anchor: "middle",
    isBold: isOpenable,
    alpha,
  });
  if (more !== "" && MORE * scale >= LEAST_LETTER) {
    painter.text(
      middle,
      y + (box.height / 2 + 12.5) * scale,
      elide(more, room / (MORE * scale), false),
      {
        size: MORE * scale,
        fill: isFilled ? text : colors.muted,
        anchor: "middle",
        alpha,
      },
    );
  }
  drawButton(drawing, box);
}

/** Black or white, whichever is read more easily on a color. */
function readable(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#14181f" : "#ffffff";
}

/** Boxes that are too many and too small to be seen one by one: where there are any. */
function drawCells(
  { painter, camera, view, figure, colors }: GraphDrawing,
  seen: readonly SceneBox[],
): void {
  const cell = 4;
  const columns = Math.ceil(view.width / cell);
  const rows = Math.ceil(view.height / cell);
  const taken = new Map<number, string>();
  for (const box of seen) {
    if (box.isOpen) continue;
    const column = Math.floor(((box.x + box.width / 2 - camera.x) * camera.scale) / cell);
    const row = Math.floor(((box.y + box.height / 2 - camera.y) * camera.scale) / cell);
    if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
    const at = row * columns + column;
    if (!taken.has(at)) taken.set(at, figure.colorOf(box) ?? colors.muted);
    if (taken.size >= 4 * MOST_BOXES) break;
  }
  for (const [at, fill] of taken) {
    painter.box((at % columns) * cell, Math.floor(at / columns) * cell, cell - 1, cell - 1, {
      radius: 0,
      fill,
      stroke: null,
    });
  }
}
