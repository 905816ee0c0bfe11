/** The file of a model whose graph is looked at without a log: the server was started with it, or a user opened it. */

import { fetchModel, sendModel } from "../api/graphs";
import type { Graph } from "../lib/graph/graph";
import { graphPart } from "../lib/model-file/model-file";
import { server } from "./server.svelte";

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
    void this.#take(async () => sendModel(file.name, await graphPart(file.name, file)));
  }

  retry(): void {
    if (this.#opened !== "") return;
    this.#asked = 0;
    this.fetch();
  }

  async #take(ask: () => Promise<Graph>): Promise<void> {
    const asked = ++this.#asked;
    this.graph = null;
    this.error = null;
    try {
      const graph = await ask();
      if (asked === this.#asked) this.graph = graph;
    } catch (error) {
      if (asked === this.#asked)
        this.error = error instanceof Error ? error.message : String(error);
    }
  }
}

export const modelFile = new ModelFile();
