/** Which profile is looked at: a run's, a tag's, a step's. */

import type { ProfilePlace } from "../../api/profiles";
import { nearestStep, type StepChoice } from "../../cards/steps/steps";
import { records } from "../../state/records.svelte";
import { runs } from "../../state/runs.svelte";
import { tags } from "../../state/tags.svelte";
import { traceFile } from "../../state/trace-file.svelte";
import type { Asked } from "./cache";

/** In the order of `ids`. */
function common(ids: readonly string[], others: readonly string[]): readonly string[] {
  const known: ReadonlySet<string> = new Set(others);
  return ids.filter((id) => known.has(id));
}

export const KIND = "profile";

/** What a user asked for; empty: the first there is. */
interface Wish {
  readonly run: string;
  readonly tag: string;
  readonly step: StepChoice;
  /** The trace that was opened, in place of what was logged. */
  readonly file?: boolean;
}

export class ChosenProfile {
  readonly #wish: () => Wish | null;

  /** Tags that a run has that is drawn: a search leaves out selected ones, too. */
  readonly tags = $derived(
    tags.of(KIND).filter((tag) => common(runs.selectedIds, tag.runs).length > 0),
  );
  /** The selected runs that have a profile, in the order of the list. */
  readonly runs = $derived.by(() => {
    const having = this.tags.flatMap((tag) => tag.runs);
    return common(runs.selectedIds, having);
  });
  readonly run = $derived.by(() => {
    const wished = this.#wish()?.run ?? "";
    return this.runs.includes(wished) ? wished : (this.runs[0] ?? "");
  });
  /** Tags of the run. */
  readonly tagNames = $derived(
    this.tags.flatMap(({ tag, runs: having }) => (having.includes(this.run) ? [tag] : [])),
  );
  readonly tag = $derived.by(() => {
    const wished = this.#wish()?.tag ?? "";
    return this.tagNames.includes(wished) ? wished : (this.tagNames[0] ?? "");
  });
  readonly state = $derived(records.of(KIND, this.run, this.tag));
  readonly series = $derived(this.state.series);
  readonly index = $derived.by(() =>
    this.series === null ? -1 : nearestStep(this.series.step, this.#wish()?.step ?? null),
  );
  readonly place: ProfilePlace | null = $derived.by(() => {
    if (this.isFile) {
      const { id } = traceFile;
      return id === "" ? null : { run: "", tag: traceFile.name, step: 0, trace: id };
    }
    const step = this.series?.step[this.index];
    if (this.#wish() === null || step === undefined) return null;
    return { run: this.run, tag: this.tag, step };
  });
  readonly check = $derived(this.isFile ? 0 : (this.series?.check[this.index] ?? 0));

  /** While a component is made. @param wish - reactive; null: nothing. */
  constructor(wish: () => Wish | null) {
    this.#wish = wish;
    $effect(() => {
      if (this.#wish() === null || this.isFile) return undefined;
      if (this.run === "" || this.tag === "") return undefined;
      return records.want(KIND, [{ run: this.run, tag: this.tag }]);
    });
  }

  /** What was asked for and is not there, so that another one is shown; null: all of it is. Reactive. */
  get missing(): "run" | "tag" | "step" | null {
    const wish = this.#wish();
    if (wish === null || this.isFile || this.run === "") return null;
    if (wish.run !== "" && this.run !== wish.run) return "run";
    if (wish.tag !== "" && this.tag !== wish.tag) return "tag";
    const shown = this.place?.step ?? null;
    return wish.step !== null && shown !== null && shown !== wish.step ? "step" : null;
  }

  /** Whether it is a trace that was opened. Reactive. */
  get isFile(): boolean {
    return this.#wish()?.file === true;
  }

  get error(): string | null {
    if (this.isFile) return traceFile.error;
    return this.index < 0 ? this.state.error : null;
  }

  retry(): void {
    records.retry();
  }

  /** A question about it; null: there is no profile yet. Reactive. */
  ask<Q>(question: Q): Asked<Q> | null {
    const { place, check } = this;
    return place === null ? null : { place, check, question };
  }
}
