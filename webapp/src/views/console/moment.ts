/** The curves of a run around a moment, as an address of the Scalars view. */

import { list } from "../../lib/codec";

/** Seconds before and behind it that are shown. */
const AROUND = 60;
/** Addresses have an end. */
const MOST = 20;

/** @param tags - of the run's scalars. @param seconds - since 1970. */
export function momentIn(tags: readonly string[], seconds: number): ReadonlyMap<string, string> {
  const zoom = `${Math.round(seconds) - AROUND}:${Math.round(seconds) + AROUND}::`;
  return new Map([
    ["axis", "wall"],
    ["zoom", list.format(tags.slice(0, MOST).flatMap((tag) => [tag, zoom]))],
  ]);
}
