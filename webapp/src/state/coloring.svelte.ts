/** Runs in the colors of one of their hyperparameters, in every view. */

import { text } from "../lib/codec";
import { colorsBy, scaleOf } from "../lib/table/colors";
import { parseMetricKey } from "../lib/table/keys";
import { ofFirstRows } from "../lib/table/runs";
import { type Column, NUMBER } from "../lib/table/types";
import { runTable } from "./run-table.svelte";
import { runs } from "./runs.svelte";
import { defineSettings, setting, type Shared } from "./settings.svelte";
import { theme } from "./theme.svelte";

const settings = defineSettings(null, {
  "color-by": setting("", text, { store: false }),
});

/** Stops of the ramp that a legend shows. */
const STOPS = 8;

export interface ColorLegend {
  readonly name: string;
  /** null: there are words only. */
  readonly ramp: {
    readonly low: number;
    readonly high: number;
    readonly css: readonly string[];
  } | null;
  readonly words: readonly { readonly text: string; readonly css: string }[];
}

class Coloring {
  /** Key of a column; empty: each run has a color of its own. */
  get by(): string {
    return settings["color-by"];
  }

  set by(key: string) {
    settings["color-by"] = key;
  }

  readonly #column: Column | null = $derived(
    settings["color-by"] === "" ? null : (runTable.columnOf(settings["color-by"]) ?? null),
  );

  /** What runs can be colored by, and what they are in another view: with its name. */
  get choices(): readonly (readonly [key: string, name: string])[] {
    const all = runTable.hparams.map(({ key, name }) => [key, name] as const);
    if (this.by === "" || all.some(([key]) => key === this.by)) return all;
    const name = parseMetricKey(this.by)?.tag ?? this.by.replace(/^\w+:/, "");
    return [...all, [this.by, name]];
  }

  /** Asks for the numbers of a metric. Made for an effect. @returns how to do without them. */
  ask(): (() => void) | undefined {
    const choice = parseMetricKey(this.by);
    return choice && runTable.want([choice]);
  }

  /** Rows of the runs that are drawn: the colors span these, and no others. */
  readonly #drawn: Int32Array = $derived.by(() => {
    const rows = Int32Array.from(runTable.table.runs.keys());
    const drawn = rows.filter((row) => runs.isSelected(runTable.table.runs[row] ?? ""));
    return drawn.length > 0 ? drawn : rows;
  });

  readonly #colors: readonly string[] = $derived(
    this.#column === null ? [] : colorsBy(this.#column, this.#drawn, theme.current),
  );

  /** By id; null: each run has a color of its own. */
  readonly tints: ReadonlyMap<string, string> | null = $derived(
    this.#column === null ? null : ofFirstRows(runTable.table, this.#colors),
  );

  readonly legend: ColorLegend | null = $derived.by(() => {
    const column = this.#column;
    if (column === null) return null;
    const numbers = [...this.#drawn].flatMap((row) => {
      const number = column.numbers[row] as number;
      return column.codes[row] === NUMBER && Number.isFinite(number) ? [number] : [];
    });
    const scale = scaleOf(theme.current);
    const ramp =
      numbers.length === 0
        ? null
        : {
            low: numbers.reduce((least, number) => Math.min(least, number)),
            high: numbers.reduce((most, number) => Math.max(most, number)),
            css: Array.from({ length: STOPS }, (_, i) => scale(i / (STOPS - 1))),
          };
    const words = column.values.map((value, code) => {
      const row = column.codes.indexOf(code);
      return { text: String(value), css: this.#colors[row] ?? "" };
    });
    return { name: column.name, ramp, words };
  });
}

export const coloring = new Coloring();

/** One for all views. */
export const colorBy: Shared<string> = {
  get: () => coloring.by,
  set: (key) => {
    coloring.by = key;
  },
  isLinked: true,
};
runs.tintBy(() => coloring.tints);
