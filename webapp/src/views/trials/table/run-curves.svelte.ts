/** The scalars of one run, and how they grow. */

import type { ScalarSeries } from "../../../api/scalars";
import { keptScalars } from "../../../cards/records/kept";
import { live } from "../../../state/live.svelte";

/** Width of a small chart: what is thinner than a pixel is not seen. */
const PIXELS = 300;

export class RunCurves {
  series = $state.raw<readonly ScalarSeries[]>([]);
  known = $state(false);
  error = $state<string | null>(null);

  readonly #run: string;
  readonly #tags: readonly string[];
  #abort: AbortController | null = null;
  #isStale = false;

  constructor(run: string, tags: readonly string[]) {
    this.#run = run;
    this.#tags = tags;
  }

  /** Made for an effect. @returns how to end. */
  follow(): () => void {
    void this.#fetch();
    const unsubscribe = live.subscribe((growth) => {
      if (!growth.some(({ run }) => run === this.#run)) return;
      this.#isStale = true;
      if (this.#abort === null) void this.#fetch();
    });
    return () => {
      unsubscribe();
      this.#abort?.abort();
      this.#abort = null;
    };
  }

  async #fetch(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#isStale = false;
    try {
      const answers = await keptScalars(
        {
          series: this.#tags.map((tag) => ({ run: this.#run, tag })),
          pixels: PIXELS,
          axis: "step",
          range: [null, null],
          smoothing: 0,
          quantiles: false,
        },
        abort.signal,
      );
      this.series = answers.flatMap((answer) => ("error" in answer ? [] : [answer]));
      this.error = null;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.known = true;
    this.#abort = null;
    if (this.#isStale) void this.#fetch();
  }
}
