/** The chart of lanes of nested spans: what is seen of them. */

import type { ChartKind } from "../base/kind";
import type { Point } from "../shapes/shapes";
import { hoveredShapes, laneShapes } from "./draw";
import { sliceAt, type TimelineLayout } from "./layout";
import type { TimelineFigure, TimelineHit, TimelineWindow } from "./types";

export interface SeenLanes {
  readonly figure: TimelineFigure;
  readonly layout: TimelineLayout;
  readonly window: TimelineWindow;
  /** How far it is scrolled down, in pixels. */
  readonly top: number;
}

/** A place of the pointer, and the slice there. */
export interface LaneSpot {
  readonly at: Point;
  readonly hit: TimelineHit | null;
}

export const timelineChart: ChartKind<SeenLanes, LaneSpot> = {
  draw({ figure, layout, window, top }, { width, height }, colors) {
    const seen = { window, width, top, bottom: top + height };
    const { shapes, drawn } = laneShapes({ figure, layout, seen, colors });
    return {
      shapes,
      spotAt(at) {
        const slice = drawn === null ? -1 : sliceAt(drawn, { x: at.x, y: at.y + top });
        const event = figure.slices?.event[slice];
        return { at, hit: event === undefined ? null : { slice, event } };
      },
      highlight: ({ hit }) =>
        hit === null || drawn === null || hit.event === figure.selected?.event
          ? []
          : hoveredShapes(drawn, hit.slice, top, colors),
    };
  },
};
