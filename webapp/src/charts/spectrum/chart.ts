/** The chart of spectra: densities, and single eigenvalues with their errors. */

import type { ChartKind } from "../base/kind";
import { paperColors } from "../common/theme";
import type { FigureWish } from "../shapes/figure";
import { roomAround, type ShapePicture } from "../shapes/svg";
import {
  hasDensity,
  inLanes,
  laneHeight,
  readingAt,
  spectrumFrame,
  spectrumShapes,
  type Reading,
  type SpectrumFigure,
} from "./spectrum";

/** An arrow moves the cursor by this share of the width, with Shift by ten times as much. */
const step = 0.01;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const spectrumChart: ChartKind<SpectrumFigure, Reading> = {
  least: 40,
  draw(figure, size, colors) {
    const frame = spectrumFrame(figure, size);
    const { box, lanes } = frame;
    return {
      // With the lanes: what is read lies within.
      box: { ...box, height: lanes.top + lanes.height - box.top },
      shapes: spectrumShapes(figure, frame, colors),
      spotAt: (at) => readingAt(figure, frame, at),
      placeOf: ({ at }) => ({ x: at.x, y: size.height / 3 }),
      highlight: ({ at }) => [
        {
          kind: "path",
          points: Float64Array.of(at.x, box.top, at.x, lanes.top + lanes.height),
          fill: null,
          stroke: colors.muted,
          dash: [3, 3],
        },
      ],
    };
  },
  spotAfter(figure, reading, { key, shiftKey }, { box, spotAt }) {
    if (key === "Escape") return null;
    const arrow = arrows[key];
    if (arrow === undefined || box === undefined) return undefined;
    // Keys read the lanes, one after the other.
    const bottom = box.top + box.height - laneHeight / 2;
    const first = Math.min(bottom, bottom - (inLanes(figure).length - 1) * laneHeight);
    const from = reading?.at ?? { x: box.left + box.width / 2, y: first };
    const within = (at: number, low: number, high: number): number =>
      Math.min(high, Math.max(low, at));
    const by = step * box.width * (shiftKey ? 10 : 1);
    const x = within(from.x + arrow[0] * by, box.left, box.left + box.width);
    const y = within(from.y + arrow[1] * laneHeight, first, bottom);
    return spotAt({ x, y }) ?? reading ?? undefined;
  },
  // Beside its lane each has its name.
  layers: (figure) => (hasDensity(figure) ? figure.spectra : []),
};

/** The chart for a paper, as large as is wished, on white ground. */
export function spectrumPaper(figure: SpectrumFigure, wish: FigureWish): ShapePicture {
  const { title, labels, hasLegend, width, height } = wish;
  const layers = hasLegend ? (spectrumChart.layers?.(figure) ?? []) : [];
  const size = { width, height: height - roomAround({ title, layers }) };
  const named = { ...figure, xLabel: labels.x, yLabel: labels.y };
  const { shapes } = spectrumChart.draw(named, size, paperColors);
  return { ...size, title, layers, shapes, colors: paperColors };
}
