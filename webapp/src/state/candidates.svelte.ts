/** Which of the runs may be called the best. */

import { isCandidate } from "../lib/table/candidates";
import { runs } from "./runs.svelte";

/** No id holds it. */
const END = "\0";

class Candidates {
  /** One text, so that runs that grow change nothing. */
  readonly #others = $derived(
    runs.list
      .filter(({ outcome }) => !isCandidate(outcome))
      .map(({ id }) => id)
      .join(END),
  );

  readonly #otherIds: ReadonlySet<string> = $derived(new Set(this.#others.split(END)));

  has = (id: string): boolean => !this.#otherIds.has(id);
}

export const candidates = new Candidates();
