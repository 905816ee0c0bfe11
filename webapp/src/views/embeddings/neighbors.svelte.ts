/** The points nearest to the chosen one. */

import {
  fetchNeighbors,
  type Metric,
  type Neighbors,
  type EmbeddingsSource,
} from "../../api/embeddings";

const NONE: Neighbors = { points: new Float64Array(), distances: new Float64Array() };

export class Nearest {
  found = $state.raw<Neighbors>(NONE);
  error = $state<string | null>(null);
  /** The chosen point has another vector than those that were found. */
  asking = $state(false);

  async ask(
    source: EmbeddingsSource,
    point: number,
    number: number,
    metric: Metric,
    signal: AbortSignal,
  ): Promise<void> {
    this.asking = true;
    this.error = null;
    try {
      this.found = await fetchNeighbors(source, point, number, metric, signal);
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
