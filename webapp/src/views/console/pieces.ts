/** Pieces of a console that have been read, the ones that were read last of them. */

import type { ConsoleLines } from "../../api/console";

/** Pieces that are kept. */
const MOST = 60;

export class Pieces {
  readonly #held = new Map<number, ConsoleLines>();
  readonly #asked = new Set<number>();

  of(piece: number): ConsoleLines | undefined {
    return this.#held.get(piece);
  }

  put(piece: number, found: ConsoleLines): void {
    this.#held.delete(piece);
    this.#held.set(piece, found);
    const oldest = this.#held.keys().next();
    if (this.#held.size > MOST && oldest.done !== true) this.#held.delete(oldest.value);
  }

  /** Whether it is to be asked for now: nobody else is asking. */
  begin(piece: number): boolean {
    if (this.#asked.has(piece)) return false;
    this.#asked.add(piece);
    return true;
  }

  end(piece: number): void {
    this.#asked.delete(piece);
  }
}
