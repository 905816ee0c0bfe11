/** A zoom in the address: `x0:x1:y0:y1`, with nothing for an axis that is not zoomed. */

import type { Range, Zoom } from "../../charts/line/types";
import { wide } from "../../charts/line/zoom";
import type { Codec } from "../../lib/codec";

export const zoomCodec: Codec<Zoom> & { readonly wide: Zoom } = {
  wide,
  parse(text) {
    const parts = text.split(":");
    if (parts.length !== 4) return undefined;
    const x = range(parts[0], parts[1]);
    const y = range(parts[2], parts[3]);
    return x === undefined || y === undefined ? undefined : { x, y };
  },
  format: ({ x, y }) => [x?.[0] ?? "", x?.[1] ?? "", y?.[0] ?? "", y?.[1] ?? ""].join(":"),
};

function range(low = "", high = ""): Range | null | undefined {
  if (low === "" && high === "") return null;
  const [min, max] = [Number(low), Number(high)];
  return low !== "" && high !== "" && Number.isFinite(max - min) && max > min
    ? [min, max]
    : undefined;
}
