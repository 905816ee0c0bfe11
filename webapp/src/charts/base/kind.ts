/** A kind of chart: its geometry and its data. All else that a chart needs stands once, in `Chart.svelte`. */

import type { ChartColors } from "../common/theme";
import type { Box, Point, Shape, Size } from "../shapes/shapes";
import type { Picture } from "../shapes/svg";

/** A figure drawn into a size. Places are in pixels from the upper left corner of the chart. */
export interface Drawing<Spot> {
  /** From back to front; the same list is painted on the screen and written to files. */
  readonly shapes: readonly Shape[];
  /** The part that takes pointer and keys; all of it unless given. */
  readonly box?: Box;
  /** What lies at a place; null: nothing near. */
  readonly spotAt: (at: Point) => Spot | null;
  /** Drawn over the shapes to show a spot; not in files. */
  readonly highlight?: (spot: Spot) => readonly Shape[];
  /** Where a spot is that keys have moved to; the middle of the chart unless given. */
  readonly placeOf?: (spot: Spot) => Point;
}

export interface ChartKind<Figure, Spot> {
  readonly draw: (figure: Figure, size: Size, colors: ChartColors) => Drawing<Spot>;
  /** Where a key leads from a spot; null: it is dropped; undefined: the key means nothing here. */
  readonly spotAfter?: (
    figure: Figure,
    spot: Spot | null,
    event: KeyboardEvent,
    drawing: Drawing<Spot>,
  ) => Spot | null | undefined;
  /** Whether a figure that has changed still has a spot; it has unless given. */
  readonly isThere?: (figure: Figure, spot: Spot) => boolean;
  /** What the legend of a file names; nothing unless given. */
  readonly layers?: (figure: Figure) => Picture["layers"];
  /** A figure without what is lifted or pointed at; itself unless given. */
  readonly forFile?: (figure: Figure) => Figure;
  /** What is drawn, for those who read the page by program; nothing unless given. */
  readonly attributes?: (figure: Figure) => Readonly<Record<`data-${string}`, number | string>>;
  /** It takes no keys: what it shows stands in a table beside it, too. */
  readonly isPicture?: true;
  /** In pixels: it is not drawn into less, as it is about to be laid out. */
  readonly least?: number;
}

/** Where there is nothing to be drawn. */
export const blank = { shapes: [], spotAt: () => null } as const;

/** The keys that zoom, for charts of which a part can be seen. */
export function zoomKey({ key }: Pick<KeyboardEvent, "key">): "in" | "out" | "whole" | null {
  if (key === "+" || key === "=") return "in";
  if (key === "-") return "out";
  return key === "0" ? "whole" : null;
}
