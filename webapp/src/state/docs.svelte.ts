/** The page's help: which section of the documentation is open beside the views. */

import { fetchDoc, fetchDocNames, type DocName, type DocPage } from "../api/docs";
import { topics, type DocPlace, type Topic } from "../lib/docs/topics";

class Docs {
  /** null: help is closed. The list of all pages has an empty name. */
  at = $state.raw<DocPlace | null>(null);
  names = $state.raw<readonly DocName[]>([]);
  /** The open page; null: not there yet. */
  page = $state.raw<DocPage | null>(null);
  error = $state.raw<string | null>(null);

  #before: readonly DocPlace[] = $state.raw([]);
  readonly #known = new Map<string, DocPage>();

  get canGoBack(): boolean {
    return this.#before.length > 0;
  }

  explain(topic: Topic): void {
    this.go(topics[topic]);
  }

  contents(): void {
    this.go({ page: "", anchor: "" });
  }

  go(place: DocPlace): void {
    if (this.at !== null) this.#before = [...this.#before, this.at];
    this.#show(place);
  }

  back(): void {
    const last = this.#before.at(-1);
    if (last === undefined) return;
    this.#before = this.#before.slice(0, -1);
    this.#show(last);
  }

  close(): void {
    this.at = null;
    this.#before = [];
  }

  retry(): void {
    if (this.at !== null) this.#show(this.at);
  }

  #show(place: DocPlace): void {
    this.at = place;
    this.error = null;
    this.page = this.#known.get(place.page) ?? null;
    void this.#fetch(place);
  }

  /** Which pages there are. Rejects where the server does not say. */
  async list(): Promise<void> {
    if (this.names.length === 0) this.names = await fetchDocNames();
  }

  async #fetch(place: DocPlace): Promise<void> {
    try {
      await this.list();
      if (place.page === "" || this.#known.has(place.page)) return;
      const page = await fetchDoc(place.page);
      this.#known.set(place.page, page);
      // Another page may have been asked for in the meantime.
      if (this.at === place) this.page = page;
    } catch (error) {
      if (this.at === place) this.error = error instanceof Error ? error.message : String(error);
    }
  }
}

export const docs = new Docs();
