/** The curves of one card: asked for again whenever the question changes or its runs grow. */

import type { Band, GroupCurves, GroupsQuery } from "../../api/groups";
import { keptGroups } from "../../cards/records/kept";
import { live } from "../../state/live.svelte";

/** After an answer the server rests for so many times what that took. */
const REST = 3;

export class Curves {
  /** In the order of the question's groups; null before the first answer. */
  groups = $state.raw<readonly GroupCurves[] | null>(null);
  /** That of the curves. */
  band = $state<Band>("none");
  /** The question that `groups` answers. */
  answered = $state.raw<GroupsQuery | null>(null);
  error = $state<string | null>(null);

  #query: GroupsQuery | null = null;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restUntil = 0;

  /** Begins to follow the logs. @returns how to end. */
  start(): () => void {
    const unsubscribe = live.subscribe((growth) => {
      const query = this.#query;
      if (query === null) return;
      const asked = query.groups.flat();
      const grew = growth.some(
        ({ run, series }) =>
          asked.includes(run) &&
          (series === null ||
            series.some(({ kind, tag }) => kind === "scalar" && tag === query.tag)),
      );
      if (grew) this.#schedule();
    });
    return () => {
      unsubscribe();
      clearTimeout(this.#timer);
      this.#abort?.abort();
    };
  }

  /** Groups that are made anew with the same runs ask for nothing. */
  ask(query: GroupsQuery): void {
    if (JSON.stringify(query) === JSON.stringify(this.#query)) return;
    this.#query = query;
    void this.retry();
  }

  async retry(): Promise<void> {
    const query = this.#query;
    if (query === null) return;
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const began = performance.now();
    try {
      const { groups, band } = await keptGroups(query, abort.signal);
      if (abort.signal.aborted) return;
      this.groups = groups;
      this.band = band;
      this.answered = query;
      this.error = null;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.error = error instanceof Error ? error.message : String(error);
    }
    const now = performance.now();
    this.#restUntil = now + REST * (now - began);
  }

  #schedule(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        void this.retry();
      },
      Math.max(0, this.#restUntil - performance.now()),
    );
  }
}
