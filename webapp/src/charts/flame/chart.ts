/** The chart of a tree whose nodes are as wide as what they took. */

import type { ChartKind } from "../base/kind";
import { flameShapes, hoveredShapes } from "./draw";
import { cellAt, type FlameLayout } from "./layout";
import type { FlameFigure } from "./types";

/** A figure that is laid out already, since its height follows from that. */
export interface LaidFlame {
  readonly figure: FlameFigure;
  readonly layout: FlameLayout;
}

/** A spot is a node. */
export const flameChart: ChartKind<LaidFlame, number> = {
  draw: ({ figure, layout }, _, colors) => ({
    shapes: flameShapes(figure, layout, colors),
    spotAt: (at) => cellAt(layout, figure.isUpwards, at)?.node ?? null,
    highlight: (node) => hoveredShapes(figure, layout, node, colors),
  }),
};
