/** Shapes on a canvas. */

import { canvasOf } from "./canvas";
import { font, type Shape } from "./shapes";

type Of<S extends Shape["kind"]> = Extract<Shape, { kind: S }>;

export function paint(context: CanvasRenderingContext2D, shapes: readonly Shape[]): void {
  for (const shape of shapes) {
    if (shape.kind === "path") paintPaths(context, shape, [shape.points], "nonzero");
    else if (shape.kind === "paths") paintPaths(context, shape, shape.lines, "evenodd");
    else if (shape.kind === "circle") paintCircle(context, shape);
    else if (shape.kind === "dots") paintDots(context, shape);
    else if (shape.kind === "cells") paintCells(context, shape);
    else if (shape.kind === "clip") paintClipped(context, shape);
    else if (shape.kind === "raster") paintRaster(context, shape);
    else paintText(context, shape);
  }
}

function paintText(context: CanvasRenderingContext2D, shape: Of<"text">): void {
  const { x, y, text, anchor, halo } = shape;
  context.font = shape.bold === true ? `600 ${font}` : font;
  context.fillStyle = shape.fill;
  context.textAlign = anchor === "middle" ? "center" : anchor === "start" ? "left" : "right";
  const angle = shape.turned === true ? -90 : (shape.angle ?? 0);
  context.save();
  context.translate(x, y);
  context.rotate((angle * Math.PI) / 180);
  if (halo !== undefined) {
    context.strokeStyle = halo;
    context.lineWidth = 3;
    context.lineJoin = "round";
    context.setLineDash([]);
    context.strokeText(text, 0, 0);
  }
  context.fillText(text, 0, 0);
  context.restore();
}

function paintPaths(
  context: CanvasRenderingContext2D,
  shape: Of<"path"> | Of<"paths">,
  lines: readonly Float64Array[],
  rule: CanvasFillRule,
): void {
  const { fill, stroke, width = 1, dash = [], opacity = 1 } = shape;
  context.globalAlpha = opacity;
  context.beginPath();
  trace(context, lines);
  if (fill !== null) {
    context.fillStyle = fill;
    context.fill(rule);
  }
  if (stroke !== null) {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.lineJoin = shape.kind === "paths" ? (shape.join ?? "round") : "round";
    context.setLineDash([...dash]);
    context.stroke();
  }
  context.globalAlpha = 1;
}

function trace(context: CanvasRenderingContext2D, lines: readonly Float64Array[]): void {
  for (const points of lines) {
    if (points.length < 4) continue;
    context.moveTo(points[0] ?? 0, points[1] ?? 0);
    for (let i = 2; i < points.length; i += 2) context.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
  }
}

function paintDots(context: CanvasRenderingContext2D, shape: Of<"dots">): void {
  const { places, radius, fill, opacity = 1 } = shape;
  context.globalAlpha = opacity;
  context.fillStyle = fill;
  context.beginPath();
  for (let i = 0; i < places.length; i += 2) {
    const [x = 0, y = 0] = [places[i], places[i + 1]];
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fill();
  context.globalAlpha = 1;
}

function paintCircle(context: CanvasRenderingContext2D, shape: Of<"circle">): void {
  const { x, y, radius, fill, stroke, width = 1, opacity = 1 } = shape;
  context.globalAlpha = opacity;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  if (fill !== null) {
    context.fillStyle = fill;
    context.fill();
  }
  if (stroke !== null) {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.setLineDash([]);
    context.stroke();
  }
  context.globalAlpha = 1;
}

function paintClipped(context: CanvasRenderingContext2D, shape: Of<"clip">): void {
  const { box, outlines, shapes } = shape;
  context.save();
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
  if (outlines !== undefined) {
    context.beginPath();
    trace(context, outlines);
    context.clip();
  }
  paint(context, shapes);
  context.restore();
}

function paintRaster(context: CanvasRenderingContext2D, shape: Of<"raster">): void {
  const { left, top, width, height } = shape.box;
  const { pixels } = shape;
  if (pixels.width === 0 || pixels.height === 0) return;
  context.imageSmoothingEnabled = false;
  context.drawImage(canvasOf(pixels), left, top, width, height);
}

function paintCells(context: CanvasRenderingContext2D, { places, fills }: Of<"cells">): void {
  fills.forEach((fill, i) => {
    const [x = 0, y = 0, width = 0, height = 0] = places.subarray(4 * i, 4 * i + 4);
    context.fillStyle = fill;
    context.fillRect(x, y, width, height);
  });
}
