/** The payload that a card shows: the one before stays until the wished one is there. */

import type { LoadingCache } from "./loading-cache";

/** Milliseconds for which a step is wished before it is fetched: whoever drags over 2000 steps does not want all. */
const REST_MS = 60;

export class ShownPayload<T> {
  current = $state.raw<T | null>(null);
  error = $state.raw<string | null>(null);
  loading = $state(false);

  readonly #cache: LoadingCache<T>;
  #address: string | null = null;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(cache: LoadingCache<T>) {
    this.#cache = cache;
  }

  /** @param address - null: nothing. */
  show(address: string | null): void {
    if (address === this.#address) return;
    const isFirst = this.#address === null;
    this.#cancel();
    this.#address = address;
    this.error = null;
    const atHand = address === null ? undefined : this.#cache.peek(address);
    this.loading = address !== null && atHand === undefined;
    if (address === null || atHand !== undefined) this.current = atHand ?? null;
    else if (isFirst) void this.#load(address);
    else this.#timer = setTimeout(() => void this.#load(address), REST_MS);
  }

  retry(): void {
    const address = this.#address;
    this.#address = null;
    this.show(address);
  }

  stop(): void {
    this.#cancel();
    this.#address = null;
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
  }

  async #load(address: string): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const value = await this.#cache.get(address, abort.signal);
      if (abort.signal.aborted) return;
      this.current = value;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.loading = false;
  }
}
