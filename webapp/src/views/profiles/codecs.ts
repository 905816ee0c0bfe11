/** How ranges of time and orders of rows are written into the address. */

import type { Codec } from "../../lib/codec";
import type { RowSort } from "../../lib/table/row-sort";

/** In nanoseconds since the profile's base. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** `start~end` in whole nanoseconds; null is empty. */
export const rangeCodec: Codec<TimeRange | null> = {
  parse(text) {
    if (text === "") return null;
    const found = /^(-?\d+)~(-?\d+)$/.exec(text);
    const [start, end] = [Number(found?.[1]), Number(found?.[2])];
    return end > start ? { start, end } : undefined;
  },
  format: (range) => (range === null ? "" : `${Math.round(range.start)}~${Math.round(range.end)}`),
};

/** A column's key; behind a minus if its largest value comes first. */
export const sortCodec: Codec<RowSort> = {
  parse: (text) => {
    const key = text.replace(/^-/, "");
    return key === "" ? undefined : { key, descending: text.startsWith("-") };
  },
  format: ({ key, descending }) => `${descending ? "-" : ""}${key}`,
};
