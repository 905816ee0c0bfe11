/** Series, as the answers of several routes name them. */

import { text } from "./decode";
import { fields, object, type Decoder, type Of } from "./shapes";

export const seriesKey = object({ run: text, tag: text });
export type SeriesKey = Of<typeof seriesKey>;

/** The answer for a series that does not exist. */
const missingSeries = object({ run: text, tag: text, error: text });
export type MissingSeries = Of<typeof missingSeries>;

/** A series, or that there is none. */
export function orMissing<T>(series: Decoder<T>): Decoder<T | MissingSeries> {
  return (value, where) =>
    fields(value, where).error === undefined ? series(value, where) : missingSeries(value, where);
}
