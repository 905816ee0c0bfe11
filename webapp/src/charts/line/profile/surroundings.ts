/** What the page writes around and over a profile, as shapes for a file. Pure. */

import type { Surroundings } from "../svg";
import type { ShapeBox, Shape } from "../../shapes/shapes";
import type { ChartColors } from "../../common/theme";
import { cut, textWidth } from "../../shapes/words";
import type { Leaving } from "./leaving";
import type { PlacedMark } from "./marks";

export interface EdgeNames {
  readonly left: string;
  readonly right: string;
  readonly x: string;
  /** Said where lines go on above the picture. */
  readonly above: string;
}

/** As `placedMarks` and `leavingOf` give them. */
export interface PlacedSurroundings {
  readonly marks: readonly PlacedMark[];
  readonly leaving: readonly Leaving[];
}

/** A line of text, in pixels. */
const row = 18;
const inset = 12;
/** Of a text's foot over the plot, in pixels. */
const lift = -6;
/** Of an arrow, in pixels. */
const arrow = { half: 4, height: 7 };
/** A longer name of a mark is cut, in pixels. */
const longest = 160;

/** @param width, height - of the plot with its axes; `box` lies within it. */
export function surroundingsOf(
  { marks, leaving }: PlacedSurroundings,
  names: EdgeNames,
  box: ShapeBox,
  { width, height }: { readonly width: number; readonly height: number },
  { surface, text, muted }: ChartColors,
): Surroundings {
  const axis = { kind: "text", bold: true, fill: text } as const;
  const notice = leaving.length === 0 ? "" : `▲ ${names.above}`;
  const longer = Math.max(textWidth(names.left), textWidth(names.right));
  // What does not fit between the names stands below them.
  const rows = notice !== "" && 2 * longer + textWidth(notice) > width - 4 * inset ? 2 : 1;
  const y = lift - (rows - 1) * row;
  const words = [
    { ...axis, x: inset, y, anchor: "start", text: names.left },
    { ...axis, x: width - inset, y, anchor: "end", text: names.right },
    { ...axis, x: width / 2, y: height + 12, anchor: "middle", text: names.x },
    { kind: "text", x: width / 2, y: lift, anchor: "middle", fill: muted, text: notice },
  ] as const;
  return {
    above: rows * row,
    below: row,
    shapes: [
      ...marks.flatMap((mark) => markShapes(mark, box, muted, surface)),
      ...leaving.map((each) => arrowShape(each, box)),
      ...words.filter((each) => each.text !== ""),
    ],
  };
}

function markShapes(
  { name, left, row: line }: PlacedMark,
  { top, height }: ShapeBox,
  muted: string,
  surface: string,
): Shape[] {
  const points = Float64Array.of(left, top, left, top + height);
  return [
    { kind: "path", points, fill: null, stroke: muted, dash: [3, 3] },
    {
      kind: "text",
      x: left,
      y: top + 14 + line * 17,
      text: cut(name, longest),
      anchor: "middle",
      fill: muted,
      halo: surface,
    },
  ];
}

function arrowShape({ color, left }: Leaving, { top }: ShapeBox): Shape {
  const { half, height } = arrow;
  const foot = top + height;
  const points = Float64Array.of(left, top, left + half, foot, left - half, foot);
  return { kind: "path", points, fill: color, stroke: null };
}
