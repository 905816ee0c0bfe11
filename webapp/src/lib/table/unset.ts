/** Columns of settings that nobody has set. */

import { MISSING, type Column } from "./types";

/** Whether all values that are given are null or false, as most of an optimizer's settings: `foreach`, `fused`. */
export function isUnset({ codes, values }: Column): boolean {
  let isGiven = false;
  for (const code of codes) {
    if (code === MISSING) continue;
    isGiven = true;
    if (code < 0 || (values[code] !== null && values[code] !== false)) return false;
  }
  return isGiven;
}
