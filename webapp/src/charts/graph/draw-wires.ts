/** Wires of the part that is seen, what they carry, and signs where they are too long. */

import type { Wire } from "../../lib/graph/scene";
import { alphaOf, DIM, MOST_LABELS, widthOf, type GraphDrawing } from "./drawing";
import { stubSigns } from "./stubs";

/** In one picture at most. */
const MOST_WIRES = 3000;

/** What is seen, in the unit of the drawing. */
interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function isSeen({ points }: Wire, { left, top, right, bottom }: Edges): boolean {
  let [low, high, near, far] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i] as number, points[i + 1] as number];
    if (x < low) low = x;
    if (x > high) high = x;
    if (y < near) near = y;
    if (y > far) far = y;
  }
  return low < right && high > left && near < bottom && far > top;
}

export function drawWires(drawing: GraphDrawing, edges: Edges): void {
  const { figure, camera } = drawing;
  const { selected } = figure.marks;
  const strong: Wire[] = [];
  let number = 0;
  for (const wire of figure.scene.wires) {
    if (!isSeen(wire, edges)) continue;
    if (wire.from === selected || wire.to === selected) strong.push(wire);
    else if (number++ < MOST_WIRES) drawWire(drawing, wire, false);
  }
  for (const wire of strong) drawWire(drawing, wire, true);
  if (camera.scale < 0.75) return;
  let labels = 0;
  for (const wire of figure.scene.wires) {
    if (wire.count === 1 && isSeen(wire, edges) && labels++ < MOST_LABELS / 3)
      drawShape(drawing, wire);
  }
}

function drawWire(
  { painter, camera, colors, figure }: GraphDrawing,
  wire: Wire,
  isStrong: boolean,
): void {
  const { scale } = camera;
  const points = new Float64Array(wire.points.length);
  for (let i = 0; i < points.length; i += 2) {
    points[i] = ((wire.points[i] as number) - camera.x) * scale;
    points[i + 1] = ((wire.points[i + 1] as number) - camera.y) * scale;
  }
  const isDown = figure.scene.direction === "down";
  const { lit } = figure.marks;
  const isLit = lit === null || (lit.has(wire.from) && lit.has(wire.to));
  const alpha = isStrong || isLit ? 1 : DIM;
  const stroke = isStrong || (lit !== null && isLit) ? colors.accent : colors.line;
  const width = (isStrong ? 2 : 1.1) * Math.min(1.3, Math.max(0.55, scale));
  const arrow = 6 * scale;
  const [x, y] = [points.at(-2) as number, points.at(-1) as number];
  // The line ends where the arrow begins.
  if (isDown) points[points.length - 1] = y - arrow * 0.8;
  else points[points.length - 2] = x - arrow * 0.8;
  painter.curve(points, isDown, { stroke, width, isDashed: wire.isControl, alpha });
  if (arrow < 1.6) return;
  const half = 3.4 * scale;
  const corners = isDown
    ? [x, y, x - half, y - arrow, x + half, y - arrow]
    : [x, y, x - arrow, y - half, x - arrow, y + half];
  painter.polygon(corners, stroke, alpha);
}

/** What a wire carries, beside its first straight part. */
function drawShape({ painter, camera, colors, figure }: GraphDrawing, wire: Wire): void {
  const { scale } = camera;
  const text = figure.edgeText(wire.edge);
  if (text === "" || wire.isControl) return;
  const [x, y] = [(wire.points[0] as number) - camera.x, (wire.points[1] as number) - camera.y];
  if (figure.scene.direction === "down") {
    painter.text((x + 6) * scale, (y + 13) * scale, text, {
      size: 9.5 * scale,
      fill: colors.muted,
      anchor: "start",
      halo: colors.surface,
    });
  } else {
    painter.text((x + 4) * scale, (y - 5) * scale, text, {
      size: 8.5 * scale,
      fill: colors.muted,
      anchor: "start",
      halo: colors.surface,
    });
  }
}

export function drawStubs(drawing: GraphDrawing, { left, top, right, bottom }: Edges): void {
  const { painter, camera, colors, figure, elide } = drawing;
  const { scale } = camera;
  if (scale < 0.4) return;
  const { boxes, placeOf } = figure.scene;
  for (const { box, others, isInput, ...at } of stubSigns(figure.scene)) {
    if (at.x > right || at.x + at.width < left || at.y > bottom || at.y + at.height < top) continue;
    const other = boxes[placeOf.get(others[0] ?? -1) ?? -1];
    const name = other === undefined ? "" : figure.labelOf(other).title;
    const more = others.length > 1 ? ` +${others.length - 1}` : "";
    const [x, y] = [(at.x - camera.x) * scale, (at.y - camera.y) * scale];
    painter.box(x, y, at.width * scale, at.height * scale, {
      radius: 7 * scale,
      fill: colors.surface,
      stroke: colors.line,
      alpha: alphaOf(drawing, box),
    });
    const size = 9 * scale;
    const room = at.width - 14 - widthOf(more) * 9;
    const text = `${isInput ? "↥ " : "↧ "}${elide(name, (room * scale) / size, false)}${more}`;
    painter.text(x + (at.width / 2) * scale, y + 10.4 * scale, text, {
      size,
      fill: colors.muted,
      anchor: "middle",
    });
  }
}
