/** The zooms of cards in the address: key and `x0:x1:y0:y1` in turn, with nothing for an axis that is not zoomed. */

import type { ChartRange, Zoom } from "../../charts/line/types";
import { list, type Codec } from "../../lib/codec";

/** Of a card by its key. */
export type CardZoom = readonly [key: string, zoom: Zoom];

/** Addresses have an end: of more zooms, only the last ones are written. */
const LIMIT = 20;

/** A zoom that can't be read is left out, the others count. */
export const zoomsCodec: Codec<readonly CardZoom[]> = {
  parse(text) {
    const parts = list.parse(text);
    if (parts === undefined || parts.length % 2 > 0) return undefined;
    return parts.slice(0, 2 * LIMIT).flatMap((key, i): CardZoom[] => {
      const zoom = i % 2 === 0 ? parseZoom(parts[i + 1] ?? "") : null;
      return zoom === null ? [] : [[key, zoom]];
    });
  },
  format: (zooms) =>
    list.format(zooms.slice(-LIMIT).flatMap(([key, zoom]) => [key, formatZoom(zoom)])),
};

function formatZoom({ x, y }: Zoom): string {
  return [x?.[0] ?? "", x?.[1] ?? "", y?.[0] ?? "", y?.[1] ?? ""].join(":");
}

function parseZoom(text: string): Zoom | null {
  const parts = text.split(":");
  if (parts.length !== 4) return null;
  const x = range(parts[0], parts[1]);
  const y = range(parts[2], parts[3]);
  if (x === undefined || y === undefined) return null;
  return x === null && y === null ? null : { x, y };
}

function range(low = "", high = ""): ChartRange | null | undefined {
  if (low === "" && high === "") return null;
  const [min, max] = [Number(low), Number(high)];
  return low !== "" && high !== "" && Number.isFinite(max - min) && max > min
    ? [min, max]
    : undefined;
}
