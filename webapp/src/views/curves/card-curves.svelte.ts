/** The curves of a card at its chosen step: which there are, which are drawn, and why there is nothing to see. */

import { onDestroy } from "svelte";
import type { CurveKind } from "../../api/curves";
import type { RecordSeries } from "../../api/records";
import type { Card } from "../../cards/page/cards";
import type { CardState } from "../../cards/state";
import { nearestStep, unionSteps, type StepChoice } from "../../cards/steps/steps";
import { PALETTE } from "../../lib/colors";
import { records } from "../../state/records.svelte";
import { runs } from "../../state/runs.svelte";
import { tags } from "../../state/tags.svelte";
import { entriesOf, ranked, wishesOf, type CurveEntry } from "./entries";
import { placesInGroup } from "./groups";
import { areaOf, thresholdRange, type CurveRunLook } from "./model";
import { lineKey, ShownCurves, type CurveAnswer } from "./shown.svelte";
import { t } from "./texts";
import { undrawnText } from "./words";

interface Parts {
  readonly card: () => Card;
  readonly step: () => StepChoice;
  /** Keys of the lines that are switched off. */
  readonly off: () => ReadonlySet<string>;
  readonly isFull: () => boolean;
}

/** To be made while a component is. */
export class CardCurves {
  readonly #parts: Parts;
  readonly #shown = new ShownCurves();

  readonly #card: Card = $derived.by(() => this.#parts.card());
  readonly kind: CurveKind = $derived(this.#card.kind as CurveKind);
  readonly isGroup: boolean = $derived(this.#card.members !== undefined);
  readonly #wanted = $derived(
    this.#card.runs.flatMap((run) =>
      (this.#card.members ?? [this.#card.tag]).map((tag) => ({ run, tag })),
    ),
  );
  readonly #states = $derived(this.#wanted.map(({ run, tag }) => records.of(this.kind, run, tag)));
  readonly indexes: readonly RecordSeries[] = $derived(
    this.#states.flatMap(({ series }) => (series === null ? [] : [series])),
  );
  readonly #places = $derived(
    placesInGroup(
      this.#card.members?.[0] ?? this.#card.tag,
      tags.of(this.kind).map(({ tag }) => tag),
    ),
  );
  readonly #answers: readonly CurveAnswer[] = $derived(this.#shown.current ?? []);
  readonly entries: readonly CurveEntry[] = $derived.by(() =>
    entriesOf(this.kind, this.#answers, this.lookOf, this.#parts.off()),
  );
  /** As the legends list them. */
  readonly listed: readonly CurveEntry[] = $derived(ranked(this.kind, this.entries));
  readonly drawn: readonly CurveEntry[] = $derived(this.entries.filter(({ isDrawn }) => isDrawn));
  /** Of the thresholds. */
  readonly range = $derived(thresholdRange(this.entries.map(({ curve }) => curve)));
  readonly errors: readonly string[] = $derived(
    this.#answers.flatMap((answer) => ("error" in answer ? [answer.error] : [])),
  );
  /** null: none. */
  readonly step: number | null = $derived.by(() => {
    const all = unionSteps(this.indexes).step;
    return all[nearestStep(all, this.#parts.step())] ?? null;
  });
  /** null: there is something to see. */
  readonly why: CardState | null = $derived.by(() => {
    if (this.#card.runs.length === 0) return { kind: "nothing", message: t("noSeries") };
    const failed = this.#states.find(({ error }) => error !== null)?.error ?? this.errors[0];
    if (failed !== undefined && failed !== null && this.entries.length === 0) {
      return { kind: "error", message: failed, onretry: this.retry };
    }
    if (this.#shown.current === null) return { kind: "loading" };
    const [first] = this.entries;
    if (first === undefined) return { kind: "nothing", message: t("noSteps") };
    if (this.drawn.length > 0) return null;
    const message = undrawnText(this.kind, first.curve);
    return { kind: "nothing", message: first.isOn && message !== null ? message : t("allOff") };
  });

  constructor(parts: Parts) {
    this.#parts = parts;
    $effect(() => records.want(this.kind, this.#wanted, parts.isFull() ? [areaOf[this.kind]] : []));
    $effect(() => {
      const wishes = wishesOf(this.kind, this.indexes, parts.step());
      // All at once: not one after the other as their indexes come.
      if (this.#states.every(({ known }) => known)) this.#shown.show(wishes);
    });
    onDestroy(() => this.#shown.stop());
  }

  get isLoading(): boolean {
    return this.#shown.loading;
  }

  readonly lookOf = ({
    run,
    tag,
  }: {
    readonly run: string;
    readonly tag: string;
  }): CurveRunLook => {
    const key = lineKey({ run, tag });
    if (!this.isGroup) return { key, name: runs.shortNameOf(run), color: runs.colorOf(run) };
    const color = PALETTE[(this.#places.get(tag) ?? 0) % PALETTE.length] ?? "#808080";
    return { key, name: tag.slice(tag.lastIndexOf("/") + 1), color };
  };

  readonly retry = (): void => {
    records.retry();
    this.#shown.retry();
  };
}
