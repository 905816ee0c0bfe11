/** What the search finds in the graph, and which of it is shown. */

import { search } from "../../../lib/graph/search";
import { hitsOf, rankBy } from "./found";
import type { GraphPage } from "../page.svelte";
import { settings } from "../settings";

export class GraphHits {
  readonly #page: GraphPage;
  /** -1: the first one comes next. */
  #at = $state(0);

  readonly #found = $derived.by(() => {
    const { graph, names } = this.#page;
    if (graph === null || names === null) return null;
    return search(graph, (scope) => names.pathOf(scope), settings.search);
  });
  readonly all = $derived.by(() => {
    const { outline } = this.#page;
    if (this.#found === null || outline === null) return [];
    return hitsOf(outline, this.#found, rankBy(outline.graph, settings.search));
  });
  /** Which one is shown, from 1 on; 0: none. */
  readonly place = $derived(this.all.length === 0 ? 0 : (this.#at % this.all.length) + 1);
  /** Why nothing could be searched. */
  readonly error = $derived(this.#found?.error ?? null);

  constructor(page: GraphPage) {
    this.#page = page;
  }

  /** Another text is searched. */
  restart(): void {
    this.#at = -1;
  }

  /** So many further; null: there is none. */
  next(by: number): { readonly place: number; readonly isScope: boolean } | null {
    const count = this.all.length;
    if (count === 0) return null;
    this.#at = (this.#at + by + count) % count;
    return this.all[this.#at] ?? null;
  }
}
