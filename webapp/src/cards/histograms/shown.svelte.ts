/** What a chart shows: what was there before stays until the wished is there. */

import type { Histograms, HistogramsQuery } from "../../api/histograms";
import { keptHistograms } from "../records/kept";
import { fetchPayload, type Payload } from "../../api/records";
import { Latest } from "./latest";

class ShownAnswer<Wish, Answer> {
  current = $state.raw<Answer | null>(null);
  error = $state.raw<string | null>(null);

  readonly #latest: Latest<Wish, Answer>;

  constructor(fetch: (wish: Wish, signal: AbortSignal) => Promise<Answer>, rest: number) {
    this.#latest = new Latest({
      fetch,
      rest,
      onanswer: (answer) => {
        this.current = answer;
        this.error = null;
      },
      onerror: (message) => (this.error = message),
    });
  }

  /** @param version - of what is asked for: another one asks again. */
  show(wish: Wish, version: string): void {
    this.#latest.wish(wish, version);
  }

  retry(): void {
    this.error = null;
    this.#latest.retry();
  }

  stop(): void {
    this.#latest.stop();
  }
}

/** Milliseconds: a growing run is drawn anew so often. */
const growthRest = 1000;

export class ShownHistograms extends ShownAnswer<HistogramsQuery, Histograms> {
  constructor() {
    super(keptHistograms, growthRest);
  }
}

export interface WishedStep {
  readonly run: string;
  readonly step: number;
  readonly check: number;
}

interface WishedSteps {
  readonly tag: string;
  readonly steps: readonly WishedStep[];
}

/** One record of each of some runs. */
export class ShownSteps extends ShownAnswer<WishedSteps, readonly Payload[]> {
  constructor() {
    super(fetchSteps, 0);
  }
}

function fetchSteps({ tag, steps }: WishedSteps, signal: AbortSignal): Promise<readonly Payload[]> {
  return Promise.all(
    steps.map(({ run, step, check }) => fetchPayload("histogram", run, tag, step, check, signal)),
  );
}
