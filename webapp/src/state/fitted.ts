/** The names of the runs as they fit into a width: everywhere the same, and no two alike. */

import { fittedLabel } from "../lib/fitted-label";
import { runs } from "./runs.svelte";

/** The short name of a run, with a part left out where it is wider than `room` pixels. */
export function fittedName(id: string, room: number): string {
  return fittedLabel(runs.longShortNameOf(id), runs.allShortNames, room);
}
