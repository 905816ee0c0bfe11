/** The run that is lifted above the others: in the list, and in every chart that draws it. */

import { onDestroy } from "svelte";

class Highlight {
  #run = $state.raw<string | null>(null);

  /** Id; null: none. */
  get run(): string | null {
    return this.#run;
  }

  /** A pointer, or the focus, came to a run, or left it. */
  lift(run: string | null): void {
    this.#run = run;
  }

  /** Left the run that it had lifted: another one that was lifted since stays. */
  drop(run: string | null): void {
    if (this.#run === run) this.#run = null;
  }
}

export const highlight = new Highlight();

/**
 * How a component lifts runs: what it lifted last falls when it is taken away, since a pointer
 * does not leave what is gone. To be called while the component is set up.
 */
export function lifter(): (run: string | null) => void {
  let own: string | null = null;
  onDestroy(() => {
    if (own !== null) highlight.drop(own);
  });
  return (run) => {
    own = run;
    highlight.lift(run);
  };
}
