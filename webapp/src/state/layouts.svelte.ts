/** The layouts of charts that scripts have logged. */

import { fetchLayouts, type LoggedLayout } from "../api/layouts";
import { newest } from "../lib/newest";
import { live } from "./live.svelte";
import { tags } from "./tags.svelte";

const NONE: readonly LoggedLayout[] = [];

class Layouts {
  /** The one that was logged last comes first. */
  all = $state.raw(NONE);
  /** Further ones, which the server has not sent. */
  leftOut = $state(0);
  error = $state.raw<string | null>(null);
  /** Runs of each that was ever there, by id: what a run logs in its place is its successor. */
  readonly #runs = new Map<string, readonly string[]>();

  readonly #ask = newest(fetchLayouts, ({ layouts, left_out }) => {
    for (const { id, runs } of layouts) this.#runs.set(id, runs);
    this.all = layouts;
    this.leftOut = left_out;
    this.error = null;
  });

  async fetch(): Promise<void> {
    try {
      await this.#ask();
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  }

  /** The layout with that id, or what its runs have logged in its place. Reactive. */
  of(id: string): LoggedLayout | null {
    const found = this.all.find((each) => each.id === id);
    if (found !== undefined) return found;
    const runs = new Set(this.#runs.get(id));
    return this.all.find((each) => each.runs.some((run) => runs.has(run))) ?? null;
  }

  /** Made for an effect: asks again when there are other scalars to match, or other layouts. */
  follow(): (() => void) | undefined {
    if (tags.of("layout").length === 0) {
      if (this.all.length > 0) this.all = NONE;
      return undefined;
    }
    void tags.of("scalar");
    void this.fetch();
    return live.subscribe((growth) => {
      const isNew = growth.some(
        ({ series }) => series === null || series.some(({ kind }) => kind === "layout"),
      );
      if (isNew) void this.fetch();
    });
  }
}

export const layouts = new Layouts();
