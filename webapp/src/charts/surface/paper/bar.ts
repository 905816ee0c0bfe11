/** What the colors of surfaces stand for, beside them. Pure. */

import { shortNumber } from "../../../lib/numbers";
import { colorOf, hexOf } from "../../../lib/palettes";
import { logTicks, numberTicks } from "../../../lib/ticks";
import type { ShapeBox, Shape } from "../../shapes/shapes";
import { cut } from "../../shapes/words";
import type { Ink } from "../../space/ink";
import { shareOn, type SurfaceAxis } from "../frame";

const width = 11;
const steps = 128;

/** @param box - the bar has its height, and a name above. */
export function barShapes(
  { left, top, width: room, height }: ShapeBox,
  {
    palette,
    tint,
    name,
    ink,
  }: {
    readonly palette: string;
    readonly tint: SurfaceAxis;
    readonly name: string;
    readonly ink: Pick<Ink, "edge" | "muted" | "text">;
  },
): Shape[] {
  const places = new Float64Array(4 * steps);
  const fills = Array.from({ length: steps }, (_, i) => {
    // A little more, or seams would show.
    places.set([left, top + (i * height) / steps, width, height / steps + 0.4], 4 * i);
    return hexOf(colorOf(palette, 1 - (i + 0.5) / steps));
  });
  const [right, bottom] = [left + width, top + height];
  const border = Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
  const count = Math.max(2, height / 60);
  const { at } = tint.log
    ? logTicks(tint.min, tint.max, count)
    : numberTicks(tint.min, tint.max, count);
  return [
    { kind: "cells", places, fills },
    { kind: "path", points: border, fill: null, stroke: ink.edge },
    ...at.map((value): Shape => ({
      kind: "text",
      x: right + 5,
      y: top + (1 - shareOn(tint, value)) * height + 4,
      text: shortNumber(value, 3),
      anchor: "start",
      fill: ink.muted,
    })),
    { kind: "text", x: left, y: top - 9, text: cut(name, room), anchor: "start", fill: ink.text },
  ];
}
