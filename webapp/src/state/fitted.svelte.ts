/** The names of the runs as they fit into a width: everywhere the same, and no two alike. */

import { fittedLabel } from "../lib/fitted-label";
import { hparamNames, type NameParts, namePartsOf } from "../lib/hparam-names";
import { textWidth } from "../lib/text-width";
import { runTable } from "./run-table.svelte";
import { runs } from "./runs.svelte";

/** Widths closer together than this, in pixels, have the same names. */
const COARSE = 8;

class HparamNames {
  /** One text, so that names stay the same as long as the values do. */
  readonly #text = $derived(JSON.stringify([...namePartsOf(runTable.table, runTable.hparams)]));
  readonly #parts: NameParts = $derived(
    new Map(JSON.parse(this.#text) as readonly (readonly [string, readonly string[]])[]),
  );
  readonly #byRoom: Map<number, ReadonlyMap<string, string>> = $derived.by(() => {
    void this.#parts;
    return new Map();
  });

  /** undefined: its hyperparameters do not distinguish it, or have no room. */
  of(id: string, room: number): string | undefined {
    const coarse = Math.floor(room / COARSE) * COARSE;
    let names = this.#byRoom.get(coarse);
    if (names === undefined) {
      names = hparamNames(this.#parts, coarse, textWidth);
      this.#byRoom.set(coarse, names);
    }
    return names.get(id);
  }
}

const byHparams = new HparamNames();
/** Pixels of a name that would be too long to be read anywhere. */
const WIDEST = 400;
runs.nameLongBy((id) => inPlaceOf(id, WIDEST));

/** What a run is called whose name has no room; undefined: a part of that. */
function inPlaceOf(id: string, room: number): string | undefined {
  return runs.givenNameOf(id) === null ? byHparams.of(id, room) : undefined;
}

/**
 * The short name of a run. Where it is wider than `room` pixels: its hyperparameters, if these distinguish it and
 * nobody has named it, or else its name with a part left out. Reactive.
 */
export function fittedName(id: string, room: number): string {
  return fittedAmong(id, runs.longShortNameOf(id), runs.allShortNames, room);
}

/** The same of a run that is called `label` beside its `siblings`. */
export function fittedAmong(
  id: string,
  label: string,
  siblings: readonly string[],
  room: number,
): string {
  if (textWidth(label) <= room) return label;
  return inPlaceOf(id, room) ?? fittedLabel(label, siblings, room);
}
