/** The lines of a console, read piece by piece as they are looked at. */

import { fetchConsole, type ConsoleLines, type Ending } from "../../api/console";
import { Pieces } from "./pieces";

/** Lines that are read at once. */
const PIECE = 500;

export interface PrintedLine {
  readonly number: number;
  readonly text: string;
  /** Seconds since 1970. */
  readonly walltime: number;
  readonly stream: number;
}

export class PrintedLines {
  total = $state(0);
  leftOut = $state(0);
  ending = $state.raw<Ending | null>(null);
  known = $state(false);
  error = $state<string | null>(null);

  /** Grows with each piece that comes. */
  #version = $state(0);
  readonly #pieces = new Pieces();
  readonly #end = new AbortController();

  constructor(readonly run: string) {}

  /** Read what is new at the end. */
  async look(): Promise<void> {
    await this.#read(Math.max(0, Math.floor((this.total - 1) / PIECE)));
    const last = Math.max(0, Math.floor((this.total - 1) / PIECE));
    if (this.#pieces.of(last) === undefined) await this.#read(last);
  }

  /** The number of the last line that was printed up to a moment. */
  async at(walltime: number): Promise<number | null> {
    try {
      const found = await fetchConsole(this.run, { at: walltime }, 1, this.#end.signal);
      this.#take(found);
      return found.first;
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  /** A line; undefined: it is on its way. Reactive. */
  of(number: number): PrintedLine | undefined {
    void this.#version;
    const piece = Math.floor(number / PIECE);
    const held = this.#pieces.of(piece);
    const at = number - piece * PIECE;
    const text = held?.lines[at];
    if (held === undefined || text === undefined) return undefined;
    return {
      number,
      text,
      walltime: held.walltimes[at] ?? 0,
      stream: held.streams[at] ?? 0,
    };
  }

  /** Read the lines from `start` to before `end`, unless they are there. */
  want(start: number, end: number): void {
    for (let piece = Math.floor(start / PIECE); piece * PIECE < end; piece++) {
      const held = this.#pieces.of(piece);
      const size = Math.min(PIECE, this.total - piece * PIECE);
      if (held === undefined || held.lines.length < size) void this.#read(piece);
    }
  }

  stop(): void {
    this.#end.abort();
  }

  async #read(piece: number): Promise<void> {
    if (!this.#pieces.begin(piece)) return;
    try {
      const found = await fetchConsole(this.run, { first: piece * PIECE }, PIECE, this.#end.signal);
      this.#pieces.put(piece, found);
      this.#take(found);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#pieces.end(piece);
    }
  }

  #take(found: ConsoleLines): void {
    this.total = found.total;
    this.leftOut = found.left_out;
    this.ending = found.ending;
    this.known = true;
    this.error = null;
    this.#version += 1;
  }

  #fail(error: unknown): void {
    if (error instanceof DOMException && error.name === "AbortError") return;
    this.error = error instanceof Error ? error.message : String(error);
  }
}
