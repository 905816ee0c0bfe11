/** The names of the runs as they fit into a width: everywhere the same, and no two alike. */

import { elide } from "../lib/elide";
import { textWidth } from "../lib/text-width";
import { runs } from "./runs.svelte";

/** Widths closer together than this, in pixels, have the same names. */
const COARSE = 8;

let names: readonly string[] = [];
const byRoom = new Map<number, ReadonlyMap<string, string>>();

/** The short name of a run, with a part left out where it is wider than `room` pixels. */
export function fittedName(id: string, room: number): string {
  if (names !== runs.allShortNames) {
    names = runs.allShortNames;
    byRoom.clear();
  }
  const coarse = Math.max(COARSE, Math.floor(room / COARSE) * COARSE);
  const fitted = byRoom.get(coarse) ?? elide(names, coarse, textWidth);
  byRoom.set(coarse, fitted);
  const name = runs.shortNameOf(id);
  return fitted.get(name) ?? name;
}
