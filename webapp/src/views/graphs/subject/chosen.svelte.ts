/** Which logged graph is looked at: a run's, a tag's, a step's. */

import { onDestroy } from "svelte";
import { firstIndex, PROBED, tagsOfData, sampleSeries } from "../../../cards/graphs/first";
import { choiceAt, exactStep, nearestStep, type StepChoice } from "../../../cards/steps/steps";
import { ShownPayload } from "../../../cards/records/shown.svelte";
import { records } from "../../../state/records.svelte";
import { runs } from "../../../state/runs.svelte";
import { tags } from "../../../state/tags.svelte";
import { addressOf } from "../../../cards/records/record-address";
import { graphs } from "../../../cards/graphs/cache";

/** In the order of `ids`. */
function common(ids: readonly string[], others: readonly string[]): readonly string[] {
  const known: ReadonlySet<string> = new Set(others);
  return ids.filter((id) => known.has(id));
}

export const KIND = "graph";

/** What a user asked for; empty: the first there is. */
interface Wish {
  readonly run: string;
  readonly tag: string;
  readonly step: StepChoice;
}

/** What was asked for and is not there. */
export interface Missing extends Wish {
  /** The run, the tag in any run, the tag in this run, or the step in the series. */
  readonly what: "run" | "tag" | "series" | "step";
}

export class ChosenGraph {
  readonly #wish: () => Wish | null;
  readonly shown = new ShownPayload(graphs);

  /** Tags that a run has that is drawn: a search leaves out selected ones, too. */
  readonly tags = $derived(
    tags.of(KIND).filter((tag) => common(runs.selectedIds, tag.runs).length > 0),
  );
  readonly #hasTag = $derived.by(() => this.tags.some(({ tag }) => tag === this.#wish()?.tag));
  /** What there is to choose from for who has chosen no tag. */
  readonly #among = $derived.by(() => {
    const run = this.#wish()?.run ?? "";
    const own = this.tags.filter(({ runs: having }) => having.includes(run));
    return own.length > 0 ? own : this.tags;
  });
  readonly #samples = $derived.by(() =>
    this.#wish() === null || this.#hasTag
      ? []
      : sampleSeries(this.#among, [this.#wish()?.run ?? "", ...runs.selectedIds]),
  );
  /** Empty: there is none, or what they are of is not known yet. */
  readonly tag = $derived.by(() => {
    if (this.#hasTag) return this.#wish()?.tag ?? "";
    const isUnknown = this.#samples.some(({ run, tag }) => {
      const { known, error } = records.of(KIND, run, tag);
      return !known && error === null;
    });
    if (isUnknown) return "";
    const ofData = tagsOfData(this.#samples, (run, tag) => records.of(KIND, run, tag).series);
    const models = this.#among.filter(({ tag }) => !ofData.has(tag));
    const among = models.length > 0 ? models : this.#among;
    // The first one of those that most runs have.
    const most = Math.max(...among.map(({ runs: having }) => having.length));
    return among.find(({ runs: having }) => having.length === most)?.tag ?? "";
  });
  /** The selected runs that have the tag, in the order of the list. */
  readonly runs = $derived.by(() => {
    const having = this.tags.find(({ tag }) => tag === this.tag)?.runs ?? [];
    return having.length === 0 ? [] : common(runs.selectedIds, having);
  });
  readonly run = $derived.by(() => {
    const wished = this.#wish()?.run ?? "";
    return this.runs.includes(wished) ? wished : (this.runs[0] ?? "");
  });
  readonly state = $derived(records.of(KIND, this.run, this.tag));
  readonly series = $derived(this.state.series);
  /** Index of the graph that is shown while no step is chosen. */
  readonly #first = $derived(this.series === null ? -1 : firstIndex(this.series));
  readonly index = $derived.by(() => {
    const step = this.#wish()?.step ?? null;
    return this.series === null || step === null
      ? this.#first
      : nearestStep(this.series.step, step);
  });
  readonly step = $derived(this.series?.step[this.index] ?? null);
  readonly missing: Missing | null = $derived.by(() => {
    const wish = this.#wish();
    if (wish === null || !tags.known || !runs.known) return null;
    const all = tags.of(KIND);
    const found = all.find(({ tag }) => tag === wish.tag);
    if (wish.run !== "" && !runs.byId.has(wish.run)) return { ...wish, what: "run" };
    if (wish.tag !== "" && found === undefined) return { ...wish, what: "tag" };
    const having = found?.runs ?? all.flatMap(({ runs: some }) => some);
    if (wish.run !== "" && !having.includes(wish.run)) return { ...wish, what: "series" };
    if (wish.step === null || this.series === null) return null;
    if (exactStep(this.series.step, wish.step) >= 0) return null;
    return { what: "step", run: this.run, tag: this.tag, step: wish.step };
  });
  readonly address = $derived.by(() =>
    this.#wish() === null || this.missing !== null ? null : addressOf(this.series, this.index),
  );

  /** While a component is made. @param wish - reactive; null: nothing. */
  constructor(wish: () => Wish | null) {
    this.#wish = wish;
    $effect(() => {
      if (this.#wish() === null || this.run === "") return undefined;
      return records.want(KIND, [{ run: this.run, tag: this.tag }], [PROBED]);
    });
    $effect(() => records.want(KIND, this.#samples, [PROBED]));
    $effect(() => this.shown.show(this.address));
    onDestroy(() => this.shown.stop());
  }

  /** For a slider, at whose end is the newest one: null. */
  get stepChoice(): StepChoice {
    return this.series === null ? null : choiceAt(this.series.step, this.index);
  }

  /** What to ask for, so that this is shown. @param step - null: the newest. */
  wishFor(step: StepChoice): StepChoice {
    const newest = (this.series?.step.length ?? 0) - 1;
    return step === null && this.#first < newest ? (this.series?.step[newest] ?? null) : step;
  }

  get error(): string | null {
    return this.shown.error ?? (this.index < 0 ? this.state.error : null);
  }

  retry(): void {
    records.retry();
    this.shown.retry();
  }
}
