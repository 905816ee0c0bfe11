/** A kind of chart: its geometry and its data. All else that a chart needs stands once, in `Chart.svelte`. */

import type { ChartColors } from "../common/theme";
import type { ShapeBox, Point, Shape, ShapeSize } from "../shapes/shapes";
import type { ShapePicture } from "../shapes/svg";

/** A figure drawn into a size. Places are in pixels from the upper left corner of the chart. */
export interface ChartDrawing<Spot, Moving = never> {
  /** From back to front; the same list is painted on the screen and written to files. */
  readonly shapes: readonly Shape[];
  /** Lies over the shapes, on a canvas of its own: they are not drawn anew while it moves. */
  readonly over?: (moving: Moving) => readonly Shape[];
  /** The part that takes pointer and keys; all of it unless given. */
  readonly box?: ShapeBox;
  /** What lies at a place; null: nothing near. */
  readonly spotAt: (at: Point) => Spot | null;
  /** Drawn over the shapes to show a spot; not in files. */
  readonly highlight?: (spot: Spot) => readonly Shape[];
  /** Where a spot is that keys have moved to; the middle of the chart unless given. */
  readonly placeOf?: (spot: Spot) => Point;
}

export interface ChartKind<Figure, Spot, Moving = never> {
  readonly draw: (
    figure: Figure,
    size: ShapeSize,
    colors: ChartColors,
  ) => ChartDrawing<Spot, Moving>;
  /** Where a key leads from a spot; null: it is dropped; undefined: the key means nothing here. */
  readonly spotAfter?: (
    figure: Figure,
    spot: Spot | null,
    event: KeyboardEvent,
    drawing: ChartDrawing<Spot, Moving>,
  ) => Spot | null | undefined;
  /** A spot in a figure that has changed: null where it is no more, itself unless given. */
  readonly renewed?: (
    figure: Figure,
    spot: Spot,
    drawing: ChartDrawing<Spot, Moving>,
  ) => Spot | null;
  /** What the legend of a file names; nothing unless given. */
  readonly layers?: (figure: Figure) => ShapePicture["layers"];
  /** A figure without what is lifted or pointed at; itself unless given. */
  readonly forFile?: (figure: Figure) => Figure;
  /** Of a file; that on the screen unless given. */
  readonly fileSize?: (figure: Figure, size: ShapeSize) => ShapeSize;
  /** Whether there is anything to draw: until there was, the chart is a plain ground. There is unless given. */
  readonly hasContent?: (figure: Figure) => boolean;
  /** What is drawn, for those who read the page by program; nothing unless given. */
  readonly attributes?: (figure: Figure) => Readonly<Record<`data-${string}`, number | string>>;
  /** It takes no keys: what it shows stands in a table beside it, too. */
  readonly isPicture?: true;
  /** In pixels: it is not drawn into less, as it is about to be laid out. */
  readonly least?: number;
}

/** Where there is nothing to be drawn. */
export const blank = { shapes: [], spotAt: () => null } as const;

export function isSame(one: ShapeBox, other: ShapeBox): boolean {
  return (["left", "top", "width", "height"] as const).every((side) => one[side] === other[side]);
}

/** The keys that zoom, for charts of which a part can be seen. */
export function zoomKey({ key }: Pick<KeyboardEvent, "key">): "in" | "out" | "whole" | null {
  if (key === "+" || key === "=") return "in";
  if (key === "-") return "out";
  return key === "0" || key === "Backspace" ? "whole" : null;
}
