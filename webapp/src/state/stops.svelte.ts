/** The runs whose trainings are asked to stop. */

import { askToStop, fetchStops } from "../api/stops";

class Stops {
  /** Ids. */
  asked = $state.raw<ReadonlySet<string>>(new Set());
  /** Why the last question or change failed, or null. */
  error = $state<string | null>(null);

  fetch(): Promise<void> {
    return this.#take(fetchStops());
  }

  /** @param on - false: ask no longer. */
  ask(run: string, on: boolean): Promise<void> {
    return this.#take(askToStop(run, on));
  }

  async #take(answer: Promise<readonly string[]>): Promise<void> {
    try {
      this.asked = new Set(await answer);
      this.error = null;
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  }
}

export const stops = new Stops();
