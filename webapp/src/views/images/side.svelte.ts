/** One of the images in the viewer: which one it is, and what is there of it. */

import type { Card } from "../../cards/page/cards";
import { nearestStep, type StepChoice } from "../../cards/steps/steps";
import { records, type RecordsState } from "../../state/records.svelte";
import { runs } from "../../state/runs.svelte";
import { frameAt, neighbors, type ImageFrame } from "./frames";
import { Inspected } from "./inspected.svelte";
import { ShownPayload } from "../../cards/records/shown.svelte";
import { images } from "./images";
import { t } from "./texts";

interface Wished {
  readonly card: Card;
  readonly run: string;
  readonly step: StepChoice;
}

const NOTHING: RecordsState = { series: null, known: false, error: null };

export class ImageSide {
  readonly #wished: () => Wished | null;
  readonly shown = new ShownPayload(images);

  /** @param wished - null: nothing is to be shown. */
  constructor(wished: () => Wished | null) {
    this.#wished = wished;
  }

  readonly known: RecordsState = $derived.by(() => {
    const wished = this.#wished();
    return wished === null ? NOTHING : records.of(wished.card.kind, wished.run, wished.card.tag);
  });

  readonly index: number = $derived.by(() => {
    const { series } = this.known;
    return series === null ? -1 : nearestStep(series.step, this.#wished()?.step ?? null);
  });

  readonly frame: ImageFrame | null = $derived(frameAt(this.known.series, this.index));

  /** The image that is there, which may still be the one before. */
  readonly inspected: Inspected | null = $derived(
    this.shown.current === null ? null : new Inspected(this.shown.current),
  );

  readonly name: string = $derived(
    this.frame === null
      ? ""
      : `${runs.shortNameOf(this.frame.run)} · ${t("nthStep", { step: this.frame.step })}`,
  );

  /** To be called in an effect: fetches what is to be shown. */
  follow(): void {
    this.shown.show(this.frame?.address ?? null);
  }

  /** Addresses of what may be wished next. */
  neighbors(from: number): string[] {
    return neighbors(this.known.series, this.index, from);
  }

  stop(): void {
    this.shown.stop();
  }
}
