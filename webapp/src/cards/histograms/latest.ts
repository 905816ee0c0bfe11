/** Asks for what is wished last: not too often, and never twice at a time. */

export interface LatestOptions<Wish, Answer> {
  readonly fetch: (wish: Wish, signal: AbortSignal) => Promise<Answer>;
  /** Milliseconds between two requests for the same at least. */
  readonly rest: number;
  readonly onanswer: (answer: Answer) => void;
  readonly onerror: (message: string) => void;
}

/** Milliseconds between requests for different things: whoever drags a slider does not want all. */
const wishRest = 60;

export class Latest<Wish, Answer> {
  readonly #options: LatestOptions<Wish, Answer>;
  #wish: Wish | null = null;
  /** The wish as text, and with the version of what is asked for. */
  #question = "";
  #wanted = "";
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = -Infinity;
  /** Until the next request. */
  #rest = 0;

  constructor(options: LatestOptions<Wish, Answer>) {
    this.#options = options;
  }

  /**
   * Another wish ends the request under way. The same one of another version waits for its end:
   * else a series that grows all the time would never be seen.
   */
  wish(wish: Wish, version: string): void {
    const question = JSON.stringify(wish);
    const wanted = `${version} ${question}`;
    if (wanted === this.#wanted) return;
    if (question !== this.#question) {
      this.#cancel();
      this.#rest = wishRest;
    }
    this.#wish = wish;
    this.#question = question;
    this.#wanted = wanted;
    this.#schedule();
  }

  retry(): void {
    this.#last = -Infinity;
    this.#schedule();
  }

  stop(): void {
    this.#cancel();
    clearTimeout(this.#timer);
    this.#question = this.#wanted = "";
  }

  #cancel(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  #schedule(): void {
    if (this.#abort !== null) return;
    clearTimeout(this.#timer);
    const wait = Math.max(0, this.#last + this.#rest - performance.now());
    this.#timer = setTimeout(() => void this.#load(), wait);
  }

  async #load(): Promise<void> {
    if (this.#wish === null) return;
    const abort = new AbortController();
    const wanted = this.#wanted;
    this.#abort = abort;
    this.#last = performance.now();
    this.#rest = this.#options.rest;
    try {
      const answer = await this.#options.fetch(this.#wish, abort.signal);
      if (abort.signal.aborted) return;
      this.#options.onanswer(answer);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#options.onerror(error instanceof Error ? error.message : String(error));
    }
    this.#abort = null;
    if (this.#wanted !== wanted) this.#schedule();
  }
}
