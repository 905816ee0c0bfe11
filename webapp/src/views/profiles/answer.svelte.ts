/** The answer to a question about a profile: the one before stays until the next is there. */

import { onDestroy } from "svelte";
import { ShownPayload } from "../../cards/records/shown.svelte";
import type { Answers, Asked } from "./cache";

export class ProfileAnswer<Q, A> {
  readonly #shown: ShownPayload<A>;

  /** While a component is made. @param asked - reactive; null: nothing is asked. */
  constructor(answers: Answers<Q, A>, asked: () => Asked<Q> | null) {
    this.#shown = new ShownPayload(answers.cache);
    const address = $derived.by(() => {
      const question = asked();
      return question === null ? null : answers.addressOf(question);
    });
    $effect(() => this.#shown.show(address));
    onDestroy(() => this.#shown.stop());
  }

  get current(): A | null {
    return this.#shown.current;
  }

  get error(): string | null {
    return this.#shown.error;
  }

  get isLoading(): boolean {
    return this.#shown.loading;
  }

  retry(): void {
    this.#shown.retry();
  }
}
