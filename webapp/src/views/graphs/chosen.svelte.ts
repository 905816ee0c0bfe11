/** Which logged graph is looked at: a run's, a tag's, a step's. */

import { onDestroy } from "svelte";
import { exactStep, nearestStep, type StepChoice } from "../../cards/steps";
import { Shown } from "../../cards/shown.svelte";
import { records } from "../../state/records.svelte";
import { runs } from "../../state/runs.svelte";
import { tags } from "../../state/tags.svelte";
import { addressOf } from "../../cards/record-address";
import { graphs } from "../../cards/graphs/cache";

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

export class Chosen {
  readonly #wish: () => Wish | null;
  readonly shown = new Shown(graphs);

  /** Tags that a selected run has. */
  readonly tags = $derived(
    tags.of(KIND).filter((tag) => tag.runs.some((run) => runs.isSelected(run))),
  );
  readonly tag = $derived.by(() => {
    const wished = this.#wish()?.tag ?? "";
    const found = this.tags.find(({ tag }) => tag === wished);
    if (found !== undefined) return found.tag;
    const run = this.#wish()?.run ?? "";
    const own = this.tags.filter(({ runs: having }) => having.includes(run));
    const among = own.length > 0 ? own : this.tags;
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
  readonly index = $derived.by(() =>
    this.series === null ? -1 : nearestStep(this.series.step, this.#wish()?.step ?? null),
  );
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
      return records.want(KIND, [{ run: this.run, tag: this.tag }]);
    });
    $effect(() => this.shown.show(this.address));
    onDestroy(() => this.shown.stop());
  }

  get error(): string | null {
    return this.shown.error ?? (this.index < 0 ? this.state.error : null);
  }

  retry(): void {
    records.retry();
    this.shown.retry();
  }
}
