/** Words that are looked for in a console, and the lines that have them. */

import { searchConsole } from "../../api/console";

export class Search {
  /** Of lines, rising. */
  numbers = $state.raw<readonly number[]>([]);
  /** The line up to which was looked; null: all were. */
  looked = $state<number | null>(null);
  error = $state<string | null>(null);

  #end = new AbortController();

  /** Look for words; empty: for nothing. */
  async run(run: string, words: string, regex: boolean): Promise<void> {
    this.#end.abort();
    this.#end = new AbortController();
    const { signal } = this.#end;
    this.numbers = [];
    this.error = null;
    this.looked = words === "" ? null : 0;
    let start = 0;
    try {
      while (this.looked !== null) {
        const found = await searchConsole({ run, words, regex, start }, signal);
        this.numbers = [...this.numbers, ...found.numbers];
        this.error = found.error;
        this.looked = found.next;
        start = found.next ?? 0;
      }
    } catch (error) {
      if (signal.aborted) return;
      this.looked = null;
      this.error = error instanceof Error ? error.message : String(error);
    }
  }

  stop(): void {
    this.#end.abort();
  }

  /** The hit before or behind a line, round the ends; null: there is none. */
  next(from: number, by: 1 | -1): number | null {
    const { numbers } = this;
    const behind = numbers.findIndex((number) => (by === 1 ? number > from : number >= from));
    const at = by === 1 ? behind : (behind < 0 ? numbers.length : behind) - 1;
    return numbers.at(at < 0 ? (by === 1 ? 0 : -1) : at) ?? null;
  }
}
