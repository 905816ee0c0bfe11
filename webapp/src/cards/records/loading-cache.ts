/** What was loaded last, so that it need not be loaded again. */

interface Entry<V> {
  readonly promise: Promise<V>;
  readonly abort: AbortController;
  loaded: { readonly value: V } | null;
  /** How many still wait for it. */
  waiting: number;
}

export interface CacheOptions<V> {
  /** Loads what an address stands for; the address alone decides what that is. */
  readonly load: (address: string, signal: AbortSignal) => Promise<V>;
  /** So many values are kept. */
  readonly most: number;
  /** What a value costs to keep, and how much all may cost; the last one is kept whatever it costs. */
  readonly cost?: (value: V) => number;
  readonly mostCost?: number;
  /** Lets go of what a value holds. */
  readonly forget?: (value: V) => void;
}

/** Values by their addresses: each is loaded once for all who want it, and those used last are kept. */
export class LoadingCache<V> {
  readonly #options: CacheOptions<V>;
  /** The ones used last come last. */
  readonly #entries = new Map<string, Entry<V>>();

  constructor(options: CacheOptions<V>) {
    this.#options = options;
  }

  /** undefined if it is not at hand. */
  peek(address: string): V | undefined {
    const entry = this.#entries.get(address);
    if (!entry?.loaded) return undefined;
    this.#touch(address, entry);
    return entry.loaded.value;
  }

  /** Rejects with an AbortError when `signal` aborts, while others may still wait for the same. */
  async get(address: string, signal: AbortSignal): Promise<V> {
    signal.throwIfAborted();
    const entry = this.#entries.get(address) ?? this.#load(address);
    this.#touch(address, entry);
    entry.waiting++;
    return new Promise((resolve, reject) => {
      const onabort = (): void => {
        this.#leave(address, entry);
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", onabort, { once: true });
      entry.promise.then(
        (value) => {
          signal.removeEventListener("abort", onabort);
          entry.waiting--;
          resolve(value);
        },
        (error: unknown) => {
          signal.removeEventListener("abort", onabort);
          if (this.#entries.get(address) === entry) this.#entries.delete(address);
          reject(error as Error);
        },
      );
    });
  }

  #load(address: string): Entry<V> {
    const abort = new AbortController();
    const promise = this.#options.load(address, abort.signal);
    const entry: Entry<V> = { promise, abort, loaded: null, waiting: 0 };
    promise.then(
      (value) => {
        entry.loaded = { value };
        this.#forgetOldest();
      },
      () => undefined,
    );
    return entry;
  }

  /** A request that nobody waits for is aborted. */
  #leave(address: string, entry: Entry<V>): void {
    entry.waiting--;
    if (entry.waiting > 0 || entry.loaded !== null) return;
    if (this.#entries.get(address) === entry) this.#entries.delete(address);
    entry.abort.abort();
  }

  #touch(address: string, entry: Entry<V>): void {
    this.#entries.delete(address);
    this.#entries.set(address, entry);
  }

  #forgetOldest(): void {
    const { most, cost = () => 0, mostCost = Infinity, forget } = this.#options;
    let [count, costs] = [0, 0];
    for (const [address, { loaded }] of [...this.#entries].reverse()) {
      if (loaded === null) continue;
      count++;
      costs += cost(loaded.value);
      if (count === 1 || (count <= most && costs <= mostCost)) continue;
      this.#entries.delete(address);
      forget?.(loaded.value);
    }
  }
}
