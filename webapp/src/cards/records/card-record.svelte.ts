/** The record that a card of one run shows: of the step that was chosen, once it is loaded. */

import { onDestroy } from "svelte";
import { mediaUrl, type RecordSeries } from "../../api/records";
import { records } from "../../state/records.svelte";
import type { Card } from "../page/cards";
import type { ChosenSteps } from "../steps/chosen-steps";
import type { LoadingCache } from "./loading-cache";
import { ShownPayload } from "./shown.svelte";
import type { CardState } from "../state";
import { nearestStep, type StepChoice } from "../steps/steps";

interface Options<T> {
  /** What is loaded of each record. */
  readonly cache: LoadingCache<T>;
  /** What the cache loads a record by; null: nothing of it is loaded. Else its own file. */
  readonly addressOf?: (series: RecordSeries, index: number) => string | null;
  /** Numbers of the summaries that shall come as columns. */
  readonly fields?: readonly string[];
}

export class CardRecord<T> {
  readonly #props: () => { readonly card: Card; readonly steps: ChosenSteps };
  readonly #options: Options<T>;
  readonly shown: ShownPayload<T>;

  readonly run = $derived.by(() => this.card.runs[0] ?? "");
  readonly known = $derived.by(() => records.of(this.card.kind, this.run, this.card.tag));
  readonly series = $derived.by(() => this.known.series);
  /** In the series; -1 if it has none. */
  readonly index = $derived.by(() =>
    this.series === null ? -1 : nearestStep(this.series.step, this.chosen),
  );
  readonly step = $derived.by(() => this.series?.step[this.index] ?? null);
  readonly address = $derived.by(() => {
    if (this.series === null || this.step === null) return null;
    const { addressOf = this.#fileOf } = this.#options;
    return addressOf(this.series, this.index);
  });

  /** While a component is made. @param props - reactive. */
  constructor(
    props: () => { readonly card: Card; readonly steps: ChosenSteps },
    options: Options<T>,
  ) {
    this.#props = props;
    this.#options = options;
    this.shown = new ShownPayload(options.cache);
    $effect(() =>
      records.want(this.card.kind, [{ run: this.run, tag: this.card.tag }], options.fields),
    );
    $effect(() => this.shown.show(this.address));
    onDestroy(() => this.shown.stop());
  }

  get card(): Card {
    return this.#props().card;
  }

  get chosen(): StepChoice {
    return this.#props().steps.of(this.card.key);
  }

  /** Whether times are written as time since the first step. */
  get relative(): boolean {
    return this.#props().steps.relative;
  }

  choose(step: StepChoice): void {
    this.#props().steps.choose(this.card.key, step);
  }

  retry(): void {
    records.retry();
    this.shown.retry();
  }

  /**
   * Why there is nothing to see; null if there is.
   * @param noSeries - what to say where the run has none.
   * @param nothing - what to say where the record is there, but has nothing to show; null: it has.
   * @param isThere - whether what was loaded can be shown.
   */
  stateOf(
    noSeries: string,
    nothing: string | null = null,
    isThere = this.shown.current !== null,
  ): CardState | null {
    const error = this.shown.error ?? (this.index < 0 ? this.known.error : null);
    if (error !== null) return { kind: "error", message: error, onretry: () => this.retry() };
    if (this.known.known && this.series === null) return { kind: "nothing", message: noSeries };
    if (nothing !== null) return { kind: "nothing", message: nothing };
    return isThere ? null : { kind: "loading" };
  }

  readonly #fileOf = ({ run, tag, step, check }: RecordSeries, index: number): string | null =>
    mediaUrl(this.card.kind, run, tag, step[index] ?? NaN, check[index] ?? null);
}
