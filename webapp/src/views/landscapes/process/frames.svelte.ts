/** Landscapes around the snapshots of a training, shown one after the other. */

import type { Landscape, LandscapeSummary } from "../../../api/landscapes";

/** Each is looked at so long, and all together at least and at most; in milliseconds. */
const each = 220;
const shortest = 1500;
const longest = 12_000;

export class Frames {
  /** From the earliest; empty: what is shown stands alone. */
  readonly all: readonly LandscapeSummary[] = $derived.by(() => this.#list());
  playing = $state(false);
  /** While it plays. */
  #come = $state(0);
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #list: () => readonly LandscapeSummary[];
  readonly #wished: () => LandscapeSummary | null;
  readonly #load: (summary: LandscapeSummary) => Landscape | undefined;

  /**
   * @param list - those of what is wished for.
   * @param wished - what the settings say.
   * @param load - a whole one; undefined until it is there.
   */
  constructor(
    list: () => readonly LandscapeSummary[],
    wished: () => LandscapeSummary | null,
    load: (summary: LandscapeSummary) => Landscape | undefined,
  ) {
    this.#list = list;
    this.#wished = wished;
    this.#load = load;
  }

  /** Which one is shown, counted from 0. */
  get index(): number {
    if (this.playing) return Math.min(this.#come, this.all.length - 1);
    const step = this.#wished()?.step;
    return Math.max(
      0,
      this.all.findIndex((one) => one.step === step),
    );
  }

  /** null: it stands alone. */
  get shown(): LandscapeSummary | null {
    return this.all.length > 1 ? (this.all[this.index] ?? null) : null;
  }

  /** The values of all that are loaded: one range of colors and heights for them. */
  valuesOf(metric: string): Float64Array {
    const loaded = this.all.flatMap((one) => this.#load(one)?.values.get(metric) ?? []);
    const whole = new Float64Array(loaded.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const values of loaded) {
      whole.set(values, at);
      at += values.length;
    }
    return whole;
  }

  /** @param onrest - gets what is shown when it no longer plays. */
  toggle(onrest: (summary: LandscapeSummary) => void): void {
    if (this.playing) {
      this.#rest(onrest);
      return;
    }
    const count = this.all.length;
    if (count < 2) return;
    this.#come = this.index >= count - 1 ? 0 : this.index;
    this.playing = true;
    const pause = Math.min(longest, Math.max(shortest, each * count)) / count;
    this.#timer = setInterval(() => {
      const next = this.all[this.#come + 1];
      if (next === undefined) this.#rest(onrest);
      // What is not loaded yet is waited for.
      else if (this.#load(next) !== undefined) this.#come += 1;
    }, pause);
  }

  moveTo(index: number, onrest: (summary: LandscapeSummary) => void): void {
    this.pause();
    const summary = this.all[index];
    if (summary !== undefined) onrest(summary);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.playing = false;
  }

  #rest(onrest: (summary: LandscapeSummary) => void): void {
    const { shown } = this;
    this.pause();
    if (shown !== null) onrest(shown);
  }
}
