/** The points nearest to the chosen one. */

import { fetchNeighbours, type Metric, type Neighbours, type Source } from "../../api/embeddings";

const NONE: Neighbours = { points: new Float64Array(), distances: new Float64Array() };

export class Nearest {
  found = $state.raw<Neighbours>(NONE);
  error = $state<string | null>(null);
  /** The chosen point has another vector than those that were found. */
  asking = $state(false);

  async ask(
    source: Source,
    point: number,
    number: number,
    metric: Metric,
    signal: AbortSignal,
  ): Promise<void> {
    this.asking = true;
    this.error = null;
    try {
      this.found = await fetchNeighbours(source, point, number, metric, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.found = NONE;
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.asking = false;
  }

  clear(): void {
    this.found = NONE;
    this.error = null;
    this.asking = false;
  }
}
