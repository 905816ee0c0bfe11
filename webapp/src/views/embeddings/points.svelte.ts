/** Which points are looked at: a run's, a tag's, a step's, or those of an upload. */

import type { EmbeddingsSource } from "../../api/embeddings";
import type { RecordSeries } from "../../api/records";
import { exactStep, nearestStep } from "../../cards/steps/steps";
import { records } from "../../state/records.svelte";
import { tags } from "../../state/tags.svelte";
import { FIELDS, firstPlaced, newestPlaced } from "./placed";
import { Recent } from "./recent";
import { common } from "./selection";
import type { EmbeddingSettings } from "./settings";
import type { Uploaded } from "./uploaded.svelte";

const KIND = "embeddings";
/** How many runs are asked whether they have something to project. */
const MOST_LOOKED_AT = 50;

/** Points to look at, and a text that changes when they do. */
export interface ChosenPoints {
  readonly source: EmbeddingsSource;
  readonly key: string;
}

export class EmbeddingPoints {
  readonly #settings: EmbeddingSettings;
  readonly #ids: () => readonly string[];
  readonly #upload: () => Uploaded | null;

  /** Points that were brought along in place of those of a run. */
  readonly upload: Uploaded | null = $derived.by(() => this.#upload());
  /** Tags that one of the runs has. */
  readonly tags = $derived.by(() =>
    tags.of(KIND).filter((tag) => common(this.#ids(), tag.runs).length > 0),
  );
  readonly tag = $derived.by(
    () => this.tags.find((tag) => tag.tag === this.#settings.tag)?.tag ?? this.tags[0]?.tag ?? "",
  );
  /** Runs that have the tag, in their order. */
  readonly runs = $derived.by(() => {
    const having = this.tags.find((tag) => tag.tag === this.tag)?.runs ?? [];
    return having.length === 0 ? [] : common(this.#ids(), having);
  });
  /** The run that the view opened on by itself: others that come later do not change it. */
  #opened = "";
  readonly run = $derived.by(() => {
    if (this.runs.includes(this.#settings.run)) return this.#settings.run;
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
  readonly #index = $derived.by(() =>
    this.series === null ? -1 : nearestStep(this.series.step, this.#settings.step),
  );
  readonly step = $derived(this.series?.step[this.#index] ?? null);
  readonly #check = $derived(this.series?.check[this.#index] ?? 0);

  readonly key = $derived.by(() => {
    if (this.upload) return `upload/${this.upload.id}`;
    return this.step === null ? null : `${this.run}/${this.step}/${this.#check}/${this.tag}`;
  });

  /** Newest steps when points were first looked at, by run and tag: new steps turn no axes. */
  readonly #held = new Recent<number>(1000);

  /** The step whose principal axes are used; null: the points' own. */
  readonly fit = $derived.by(() => {
    const { series } = this;
    if (this.upload || series === null || series.step.length === 0) return null;
    if (this.#settings.fit !== null && exactStep(series.step, this.#settings.fit) >= 0)
      return this.#settings.fit;
    const name = `${this.run}/${this.tag}`;
    const held = this.#held.get(name) ?? series.step.at(-1) ?? 0;
    this.#held.set(name, held);
    return held;
  });

  /**
   * @param ids - of the runs whose points can be looked at.
   * @param upload - the points that were brought along; null: none.
   */
  constructor(
    settings: EmbeddingSettings,
    ids: () => readonly string[],
    upload: () => Uploaded | null,
  ) {
    this.#settings = settings;
    this.#ids = ids;
    this.#upload = upload;
  }

  /** What `key` stands for. */
  chosen(): ChosenPoints | null {
    if (this.key === null) return null;
    if (this.upload) return { source: { upload: this.upload.id }, key: this.key };
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
