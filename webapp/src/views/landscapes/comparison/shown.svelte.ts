/** Landscapes that are compared: one of each run, its repeats, and what distinguishes them. */

import type { LandscapeSummary } from "../../../api/landscapes";
import { runs } from "../../../state/runs.svelte";
import { keyOf } from "../loader";
import { surfacesOf } from "../model";
import { seedText } from "../names";
import { repeatsOf } from "../repeats";
import { ShownMode } from "../shown";
import { inWords } from "../words";
import { sorted, textOf } from "./fields";
import { measuresOf, type Compared } from "./measures";
import type { Numbers } from "./measures-table";
import {
  byRun,
  drawnOf,
  metricsOf,
  spanOf,
  standing,
  withChosen,
  type ComparedDrawn,
} from "./model";
import { flattestOf, loadedOf, measuredOf, type ComparedRow } from "./rows";
import type { ComparisonSettings } from "./settings";
import { inOrder, parseSort } from "./sorting";
import { t } from "./texts";
import { fieldText } from "./words";

/** A landscape that is to be drawn. */
export interface ComparedItem {
  readonly compared: Compared;
  /** null: not loaded, or without the metric. */
  readonly drawn: ComparedDrawn | null;
}

export class ShownComparison extends ShownMode<ComparisonSettings> {
  /** All landscapes of each run. */
  readonly own = $derived.by(() => byRun(surfacesOf(this.landscapes)));
  /** The landscape that stands for each run. */
  readonly all = $derived.by(() =>
    standing(this.own, this.settings.chosen).map((summary): Compared => {
      const { run } = summary;
      const look = { name: runs.shortNameOf(run), color: runs.colorOf(run) };
      return { key: run, summary, landscape: this.store.get(summary), ...look };
    }),
  );
  /** Whether at least one run has several that differ in their seed only. */
  readonly hasRepeats = $derived(this.all.some((each) => this.#repeatsOf(each).length > 1));

  readonly #unsorted = $derived(
    this.all.map((compared): ComparedRow => {
      const wanted = this.settings.seeds ? this.#repeatsOf(compared) : [];
      const repeats = wanted.length > 1 ? wanted.map((each) => this.#ofSeed(compared, each)) : [];
      return { compared, repeats };
    }),
  );
  readonly #measures = $derived(measuresOf(this.#unsorted.flatMap(loadedOf)));
  readonly #fields = $derived(sorted(this.#unsorted.map(summariesOf), inWords));
  readonly rows = $derived.by(() =>
    inOrder(this.#unsorted, parseSort(this.settings.sort), (row, key) => this.#valueOf(row, key)),
  );

  /** Fields that are part of how a picture is made, and differ: the pictures cannot be compared. */
  readonly #suspect = $derived(this.#fields.differing.filter(({ isMethod }) => isMethod));
  /** Names of runs whose model is another one than that which was trained. */
  readonly #changed: readonly string[] = $derived(
    this.#unsorted
      .filter((row) => summariesOf(row).some((each) => each.settings.model_changed))
      .map(({ compared }) => compared.name),
  );
  /** Why the pictures cannot be compared, or are not what they seem to be. */
  readonly warnings = $derived([
    ...(this.#suspect.length === 0
      ? []
      : [t("differ", { names: this.#suspect.map(fieldText).join(t("comma")) })]),
    ...(this.#changed.length === 0
      ? []
      : [t("changed", { names: this.#changed.join(t("comma")) })]),
  ]);
  readonly numbers: Numbers = $derived.by(() => {
    const [rows, measures, differing] = [this.rows, this.#measures, this.#fields.differing];
    const isFair = this.#suspect.length === 0 && this.#changed.length === 0;
    return { rows, measures, differing, best: flattestOf(isFair ? measures : [], rows) };
  });
  /** What is the same for all; of a single one nothing is said. */
  readonly common = $derived(this.rows.length > 1 ? this.#fields.common : []);

  readonly metrics = $derived(metricsOf(this.all.map(({ summary }) => summary)));
  /** The one that is wished for. */
  readonly metric = $derived.by(() =>
    this.settings.metric === "" ? (this.metrics[0] ?? "") : this.settings.metric,
  );
  readonly items: readonly ComparedItem[] = $derived(
    this.rows.map(({ compared }) => {
      const { landscape } = compared;
      const drawn = landscape === undefined ? null : drawnOf(landscape, this.metric, compared);
      return { compared, drawn };
    }),
  );
  readonly isOverlay = $derived.by(() => this.settings.arrange === "overlay");
  readonly drawn: readonly ComparedDrawn[] = $derived(
    this.items.flatMap(({ compared, drawn }) =>
      drawn === null || (this.isOverlay && this.settings.hidden.includes(compared.key))
        ? []
        : [drawn],
    ),
  );
  /** Compared in space, a logarithm would make the deepest valley a funnel, however wide it is. */
  readonly #scale = $derived.by(() => {
    const { scale, drawing } = this.settings;
    return scale === "auto" && drawing === "surface" && this.drawn.length > 1 ? "linear" : scale;
  });
  /** Range and scale of all that is drawn together. */
  readonly span = $derived.by(() => spanOf(this.drawn, this.#scale, this.settings.cut));

  /** It stands for its run from now on. */
  choose(summary: LandscapeSummary): void {
    this.settings.chosen = withChosen(
      this.settings.chosen,
      summary,
      this.own.get(summary.run) ?? [],
    );
  }

  #repeatsOf({ key, summary }: Compared): readonly LandscapeSummary[] {
    return repeatsOf(summary, this.own.get(key) ?? []);
  }

  #ofSeed({ key, color }: Compared, summary: LandscapeSummary): Compared {
    const landscape = this.store.get(summary);
    const name = seedText(summary.directions.seed);
    return { key: `${key} ${keyOf(summary)}`, summary, landscape, name, color };
  }

  #valueOf(row: ComparedRow, key: string) {
    if (key === "run") return row.compared.name;
    const measure = this.#measures.find((each) => each.key === key);
    if (measure !== undefined) return measuredOf(measure, row)?.value;
    const field = this.#fields.differing.find((each) => each.key === key);
    return field === undefined ? undefined : textOf(field, summariesOf(row), inWords);
  }
}

/** What a row is of: each repeat, or the one. */
function summariesOf({ compared, repeats }: ComparedRow): LandscapeSummary[] {
  return repeats.length > 0 ? repeats.map(({ summary }) => summary) : [compared.summary];
}
