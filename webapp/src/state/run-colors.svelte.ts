/** The colors and dashes of the runs: given once, chosen by people, or standing for something. */

import { assignColors, assignDashes, DASHES, type NamedColor } from "../lib/colors";
import { recall, remember } from "../lib/storage";

/** Colors that were chosen, by name of the run. */
const COLORS_KEY = "colours";
/** Colors of runs, by id, that others would have now if they were given anew. */
const KEPT_KEY = "kept-colours";
/** Of a run that is not there (any more). */
const unknown = "#808080";
const plain: readonly number[] = [];

function recallColors(key: string): Readonly<Record<string, string>> {
  try {
    const colors: unknown = JSON.parse(recall(key) ?? "{}");
    if (typeof colors !== "object" || colors === null) return {};
    return Object.fromEntries(
      Object.entries(colors).filter(([, css]) => typeof css === "string"),
    ) as Record<string, string>;
  } catch {
    return {};
  }
}

function recallKept(): ReadonlyMap<string, string> {
  return new Map(Object.entries(recallColors(KEPT_KEY)));
}

export class RunColors {
  /** Once given, a color stays: another run may have had a part in it that is gone by now. */
  #colors: ReadonlyMap<string, string> = $state.raw(recallKept());
  /** The same of dashes, as long as the page is open. */
  #dashes: ReadonlyMap<string, number> = $state.raw(assignDashes([], this.#colors));
  /** By name: a color that was chosen belongs to the run wherever its logdir is served. */
  #chosen = $state.raw(recallColors(COLORS_KEY));
  #tints: () => ReadonlyMap<string, string> | null = () => null;

  /** A CSS color. */
  of(id: string, name: string | undefined): string {
    const tint = this.#tints()?.get(id);
    if (tint !== undefined) return tint;
    return (name === undefined ? undefined : this.#chosen[name]) ?? this.#colors.get(id) ?? unknown;
  }

  /** Empty: a plain line. */
  dashOf(id: string, name: string | undefined): readonly number[] {
    if (this.#tints() !== null || this.isChosen(name)) return plain;
    return DASHES[this.#dashes.get(id) ?? 0] ?? plain;
  }

  isChosen(name: string | undefined): boolean {
    return name !== undefined && this.#chosen[name] !== undefined;
  }

  /** @param css - null: back to the color that was given. */
  choose(name: string, css: string | null): void {
    const { [name]: _, ...others } = this.#chosen;
    this.#chosen = css === null ? others : { ...others, [name]: css };
    remember(COLORS_KEY, JSON.stringify(this.#chosen));
  }

  /** @param tints - in place of the runs' own colors, by id; null: none. */
  tintBy(tints: () => ReadonlyMap<string, string> | null): void {
    this.#tints = tints;
  }

  /** All runs that there are. */
  take(runs: readonly NamedColor[]): void {
    this.#colors = assignColors(runs, this.#colors);
    this.#dashes = assignDashes(runs, this.#colors, this.#dashes);
    // Only what says more than the names do, which give the same colors after every reload.
    const anew = assignColors(runs);
    const kept = [...this.#colors].filter(([id, css]) => anew.get(id) !== css);
    remember(KEPT_KEY, kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept)));
  }
}
