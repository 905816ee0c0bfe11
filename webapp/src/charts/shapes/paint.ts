/** Shapes on a canvas. */

import { font, type Shape } from "./shapes";

export function paint(context: CanvasRenderingContext2D, shapes: readonly Shape[]): void {
  for (const shape of shapes) {
    if (shape.sort === "path") paintPath(context, shape);
    else if (shape.sort === "cells") paintCells(context, shape);
    else {
      context.font = shape.bold === true ? `600 ${font}` : font;
      context.fillStyle = shape.fill;
      context.textAlign =
        shape.anchor === "middle" ? "center" : shape.anchor === "start" ? "left" : "right";
      if (shape.turned === true) paintTurned(context, shape);
      else context.fillText(shape.text, shape.x, shape.y);
    }
  }
}

function paintTurned(
  context: CanvasRenderingContext2D,
  { x, y, text }: Extract<Shape, { sort: "text" }>,
): void {
  context.save();
  context.translate(x, y);
  context.rotate(-Math.PI / 2);
  context.fillText(text, 0, 0);
  context.restore();
}

function paintPath(
  context: CanvasRenderingContext2D,
  shape: Extract<Shape, { sort: "path" }>,
): void {
  const { points, fill, stroke, width = 1, dash = [], opacity = 1 } = shape;
  if (points.length < 4) return;
  context.globalAlpha = opacity;
  context.beginPath();
  context.moveTo(points[0] ?? 0, points[1] ?? 0);
  for (let i = 2; i < points.length; i += 2) context.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
  if (fill !== null) {
    context.fillStyle = fill;
    context.fill();
  }
  if (stroke !== null) {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.lineJoin = "round";
    context.setLineDash([...dash]);
    context.stroke();
  }
  context.globalAlpha = 1;
}

function paintCells(
  context: CanvasRenderingContext2D,
  { places, fills }: Extract<Shape, { sort: "cells" }>,
): void {
  fills.forEach((fill, i) => {
    const [x = 0, y = 0, width = 0, height = 0] = places.subarray(4 * i, 4 * i + 4);
    context.fillStyle = fill;
    context.fillRect(x, y, width, height);
  });
}
