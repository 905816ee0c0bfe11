/** How a threshold and a zoom are written into the address. */

import type { ChartView } from "../../charts/curve/types";
import { list, type Codec } from "../../lib/codec";

/** Empty: none. Predictions may be any numbers, and so may thresholds. */
export const thresholdCodec: Codec<number | null> = {
  parse(text) {
    if (text.trim() === "") return null;
    const value = Number(text);
    return Number.isFinite(value) ? value : undefined;
  },
  format: (value) => (value === null ? "" : String(value)),
};

/** A part of the unit square, and the key of the card that shows it. */
export interface ZoomedCurves {
  readonly key: string;
  readonly view: ChartView;
}

/** The key and the ends of both axes: `loss,0.2,0.4,0.9,1`; empty: no card. */
export const zoomCodec: Codec<ZoomedCurves | null> = {
  parse(text) {
    if (text === "") return null;
    const [key, ...parts] = list.parse(text) ?? [];
    const ends = parts.map(Number);
    const [left = NaN, right = NaN, bottom = NaN, top = NaN] = ends;
    const isPart = ends.length === 4 && ends.every((end) => end >= 0 && end <= 1);
    if (key === undefined || !isPart || left >= right || bottom >= top) return undefined;
    return { key, view: { x: [left, right], y: [bottom, top] } };
  },
  format(zoomed) {
    if (zoomed === null) return "";
    const { x, y } = zoomed.view;
    return list.format([zoomed.key, ...[...x, ...y].map((end) => `${Number(end.toPrecision(6))}`)]);
  },
};
