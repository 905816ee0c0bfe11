/** The runs that all others are compared with: mostly none, one, or the seeds of one configuration. */

import { annotations } from "./annotations.svelte";
import { runs } from "./runs.svelte";

/** No id holds it. */
const END = "\0";

class Baseline {
  /** One text, so that runs that grow change nothing. */
  readonly #text = $derived(
    annotations.baselineIds.size === 0
      ? ""
      : runs.list
          .filter(({ id }) => annotations.baselineIds.has(id))
          .map(({ id }) => id)
          .join(END),
  );

  /** Ids of those that are there. */
  readonly ids: readonly string[] = $derived(this.#text === "" ? [] : this.#text.split(END));
  readonly #set: ReadonlySet<string> = $derived(new Set(this.ids));

  /** Whether there is any. */
  get isSet(): boolean {
    return this.ids.length > 0;
  }

  has = (id: string): boolean => this.#set.has(id);

  /** These and no others. */
  use(ids: readonly string[]): void {
    const before = this.ids;
    this.#mark([
      ...before.filter((id) => !ids.includes(id)).map((id) => [id, null] as const),
      ...ids.map((id) => [id, true] as const),
    ]);
  }

  add(ids: readonly string[]): void {
    this.#mark(ids.map((id) => [id, true]));
  }

  remove(ids: readonly string[]): void {
    this.#mark(ids.map((id) => [id, null]));
  }

  #mark(marks: readonly (readonly [string, true | null])[]): void {
    if (marks.length === 0) return;
    const patch = marks.map(([id, baseline]) => [id, { baseline }] as const);
    void annotations.change({ runs: Object.fromEntries(patch) });
  }
}

export const baseline = new Baseline();
