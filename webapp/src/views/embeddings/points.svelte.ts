/** Which points are looked at: a run's, a tag's, a step's, or those of an upload. */

import type { Source } from "../../api/embeddings";
import type { RecordSeries } from "../../api/records";
import { exactStep, nearestStep } from "../../cards/steps";
import { records } from "../../state/records.svelte";
import { runs } from "../../state/runs.svelte";
import { tags } from "../../state/tags.svelte";
import { FIELDS, firstPlaced, newestPlaced } from "./placed";
import { Recent } from "./recent";
import { common } from "./selection";
import { settings } from "./settings";
import { uploaded } from "./uploaded.svelte";

const KIND = "embeddings";
/** Of so many runs it is asked whether they have something to project. */
const MOST_LOOKED_AT = 50;

/** Points to look at, and a text that changes when they do. */
export interface Chosen {
  readonly source: Source;
  readonly key: string;
}

export class Points {
  /** Tags that a selected run has. */
  readonly tags = $derived(
    tags.of(KIND).filter((tag) => tag.runs.some((run) => runs.isSelected(run))),
  );
  readonly tag = $derived(
    this.tags.find((tag) => tag.tag === settings.tag)?.tag ?? this.tags[0]?.tag ?? "",
  );
  /** The selected runs that have the tag, newest first. */
  readonly runs = $derived.by(() => {
    const having = this.tags.find((tag) => tag.tag === this.tag)?.runs ?? [];
    return having.length === 0 ? [] : common(runs.selectedIds, having);
  });
  /** The run that the view opened on by itself: others that come later do not change it. */
  #opened = "";
  readonly run = $derived.by(() => {
    if (this.runs.includes(settings.run)) return settings.run;
    if (this.runs.includes(this.#opened)) return this.#opened;
    this.#opened =
      firstPlaced(this.runs.slice(0, MOST_LOOKED_AT), (run) => this.#seriesOf(run)) ?? "";
    return this.#opened;
  });
  /** Where else there is something to project, while here is nothing. */
  readonly elsewhere: { readonly run: string; readonly step: number } | null = $derived.by(() => {
    for (const run of [this.run, ...this.runs.slice(0, MOST_LOOKED_AT)]) {
      const step = newestPlaced(this.#seriesOf(run) ?? null);
      if (step !== null) return { run, step };
    }
    return null;
  });
  readonly state = $derived(records.of(KIND, this.run, this.tag));
  readonly series = $derived(this.state.series);
  readonly #index = $derived(
    this.series === null ? -1 : nearestStep(this.series.step, settings.step),
  );
  readonly step = $derived(this.series?.step[this.#index] ?? null);
  readonly #check = $derived(this.series?.check[this.#index] ?? 0);

  readonly key = $derived.by(() => {
    if (uploaded.current) return `upload/${uploaded.current.id}`;
    return this.step === null ? null : `${this.run}/${this.step}/${this.#check}/${this.tag}`;
  });

  /** Newest steps when points were first looked at, by run and tag: new steps turn no axes. */
  readonly #held = new Recent<number>(1000);

  /** The step whose principal axes are used; null: the points' own. */
  readonly fit = $derived.by(() => {
    const { series } = this;
    if (uploaded.current || series === null || series.step.length === 0) return null;
    if (settings.fit !== null && exactStep(series.step, settings.fit) >= 0) return settings.fit;
    const name = `${this.run}/${this.tag}`;
    const held = this.#held.get(name) ?? series.step.at(-1) ?? 0;
    this.#held.set(name, held);
    return held;
  });

  /** What `key` stands for. */
  chosen(): Chosen | null {
    if (this.key === null) return null;
    if (uploaded.current) return { source: { upload: uploaded.current.id }, key: this.key };
    return { source: { run: this.run, tag: this.tag, step: this.step ?? 0 }, key: this.key };
  }

  /** undefined: not known yet. */
  #seriesOf(run: string): RecordSeries | null | undefined {
    const { known, series, error } = records.of(KIND, run, this.tag);
    if (error !== null && series === null) return null;
    return known ? series : undefined;
  }

  /** The index of steps follows the logs while this is in sight. For an effect. */
  want(): () => void {
    const looked = this.runs.slice(0, MOST_LOOKED_AT);
    const own = this.run === "" || looked.includes(this.run) ? [] : [this.run];
    const asked = [...looked, ...own].map((run) => ({ run, tag: this.tag }));
    return records.want(KIND, asked, FIELDS);
  }
}
