/** The table follows the filters a frame behind: the charts, where a brush moves, answer first. */

import type { Table } from "../../lib/table/types";

interface Shown {
  readonly table: Table;
  readonly inside: Uint8Array;
}

export class Following {
  #shown = $state.raw<Shown | null>(null);
  #next: Shown | null = null;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What the table shows. Rows of another table would be others': there is nothing to wait with. */
  of(table: Table, inside: Uint8Array): Uint8Array {
    return this.#shown?.table === table ? this.#shown.inside : inside;
  }

  /** @param inside - what the table shall show once the next frame is drawn. */
  follow(table: Table, inside: Uint8Array): void {
    const isWaiting = this.#next !== null;
    this.#next = { table, inside };
    if (isWaiting) return;
    this.#frame = requestAnimationFrame(() => {
      // A timer that is set in a frame comes after its painting.
      this.#timer = setTimeout(() => {
        this.#shown = this.#next;
        this.#next = null;
      });
    });
  }

  /** @returns how to end. */
  start(): () => void {
    return () => {
      cancelAnimationFrame(this.#frame);
      clearTimeout(this.#timer);
      this.#next = null;
    };
  }
}
