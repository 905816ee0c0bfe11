/** What keys do: arrows move over steps, with Shift over the buckets of a step. */

import { bucketsOf } from "./heights";
import type { HistogramFigure, HistogramSpot } from "./types";

/** @returns the next spot; null to drop it; undefined for a key that does nothing here. */
export function spotAfter(
  figure: HistogramFigure,
  spot: HistogramSpot | null,
  key: string,
  shift: boolean,
): HistogramSpot | null | undefined {
  if (key === "Escape") return spot === null ? undefined : null;
  const layer = figure.layers[spot?.layer ?? 0];
  if (layer === undefined || layer.at.length === 0) return undefined;
  const last = layer.at.length - 1;
  const by = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  if (key === "Home") return { layer: spot?.layer ?? 0, index: 0, bucket: -1 };
  if (key === "End") return { layer: spot?.layer ?? 0, index: last, bucket: -1 };
  if (!key.startsWith("Arrow")) return undefined;
  if (spot === null) return { layer: 0, index: last, bucket: -1 };
  if (shift) {
    const [first, end] = bucketsOf(layer, spot.index);
    const from = spot.bucket < 0 ? (by > 0 ? first - 1 : end) : spot.bucket;
    return { ...spot, bucket: Math.min(end - 1, Math.max(first, from + by)) };
  }
  return { ...spot, index: Math.min(last, Math.max(0, spot.index + by)), bucket: -1 };
}
