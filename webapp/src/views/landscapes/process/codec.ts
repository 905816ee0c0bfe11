/** How settings of the training process are written into the address. */

import type { ChartView } from "../../../charts/contour/frame";
import type { Codec } from "../../../lib/codec";

/** A number, or none: by the data then. */
export const maybeNumber: Codec<number | null> = {
  parse(value) {
    const number = value.trim() === "" ? NaN : Number(value);
    return value === "" ? null : Number.isFinite(number) ? number : undefined;
  },
  format: (value) => (value === null ? "" : String(value)),
};

/** `#rrggbb` without its sign, which means something in an address; empty: by the drawing. */
export const color: Codec<string> = {
  parse: (value) => (value === "" ? "" : /^[0-9a-f]{6}$/i.test(value) ? `#${value}` : undefined),
  format: (value) => value.replace("#", ""),
};

/** Two ends of x, two of y. */
export const viewCodec: Codec<ChartView | null> = {
  parse(value) {
    if (value === "") return null;
    const [left, right, low, high, ...more] = value.split(":").map(Number);
    if (left === undefined || right === undefined || low === undefined || high === undefined)
      return undefined;
    const isRange = left < right && low < high && more.length === 0;
    return isRange ? { x: [left, right], y: [low, high] } : undefined;
  },
  format(view) {
    if (view === null) return "";
    return [...view.x, ...view.y].map((each) => Number(each.toPrecision(6))).join(":");
  },
};
