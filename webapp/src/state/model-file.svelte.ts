/** The file of a model whose graph is looked at without a log: the server was started with it, or a user opened it. */

import { ApiError } from "../api/ask";
import { fetchModel, sendModel } from "../api/graphs";
import type { Graph } from "../lib/graph/graph";
import { graphPart } from "../lib/model-file/model-file";
import { server } from "./server.svelte";

/** Between two looks whether a file that the server waits for has come, in ms. */
const PATIENCE = 2000;

class ModelFile {
  #opened = $state("");
  /** null: there is none, or it is on its way. */
  graph = $state.raw<Graph | null>(null);
  error = $state.raw<string | null>(null);
  #asked = 0;

  /** What it is called; empty: there is none. */
  readonly name: string = $derived(
    this.#opened === "" ? (server.status?.model ?? "").replace(/^.*[/\\]/, "") : this.#opened,
  );

  /** Of the file that the server was started with, if nothing was opened. */
  fetch(): void {
    if (this.#asked > 0 || this.name === "") return;
    void this.#take(() => fetchModel());
  }

  open(file: File): void {
    this.#opened = file.name;
    this.#forget();
    void this.#take(async () => sendModel(file.name, await graphPart(file.name, file)));
  }

  retry(): void {
    if (this.#opened !== "") return;
    this.#asked = 0;
    this.#forget();
    this.fetch();
  }

  #forget(): void {
    this.graph = null;
    this.error = null;
  }

  async #take(ask: () => Promise<Graph>): Promise<void> {
    const asked = ++this.#asked;
    try {
      const graph = await ask();
      if (asked !== this.#asked) return;
      this.graph = graph;
      this.error = null;
    } catch (error) {
      if (asked !== this.#asked) return;
      this.error = error instanceof Error ? error.message : String(error);
      // Still to come: what is said stays until it is there.
      if (error instanceof ApiError && error.status === 404)
        setTimeout(() => {
          if (asked === this.#asked) void this.#take(ask);
        }, PATIENCE);
    }
  }
}

export const modelFile = new ModelFile();
