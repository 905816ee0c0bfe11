/** Pictures on their way and at hand: each is fetched once, and the ones used last are kept. */

/** A picture that can be drawn at once. */
export interface Picture {
  readonly address: string;
  /** Where the browser finds it without asking the server. */
  readonly source: string;
  /** Decoded. */
  readonly image: HTMLImageElement;
  readonly file: Blob;
}

/** How a picture is fetched, and let go; apart, for the tests. */
export interface Door<P> {
  fetch(address: string, signal: AbortSignal): Promise<P>;
  /** What it costs to keep, in pixels. */
  cost(picture: P): number;
  forget(picture: P): void;
}

interface Entry<P> {
  readonly promise: Promise<P>;
  readonly abort: AbortController;
  picture: P | null;
  /** Who still waits for it. */
  waiting: number;
}

/** Pixels that are kept: about 250 MB when decoded. */
const KEEP_PIXELS = 60e6;
const KEEP_COUNT = 300;

export class Shelf<P> {
  readonly #door: Door<P>;
  /** The ones used last come last. */
  readonly #entries = new Map<string, Entry<P>>();

  constructor(door: Door<P>) {
    this.#door = door;
  }

  /** null if it is not at hand. */
  peek(address: string): P | null {
    const entry = this.#entries.get(address);
    if (entry === undefined || entry.picture === null) return null;
    this.#touch(address, entry);
    return entry.picture;
  }

  /** Rejects with an AbortError when `signal` aborts, while others may still wait for the same. */
  async get(address: string, signal: AbortSignal): Promise<P> {
    signal.throwIfAborted();
    const entry = this.#entries.get(address) ?? this.#fetch(address);
    this.#touch(address, entry);
    entry.waiting++;
    const leave = (): void => {
      entry.waiting--;
      if (entry.waiting > 0 || entry.picture !== null) return;
      this.#entries.delete(address);
      entry.abort.abort();
    };
    return new Promise((resolve, reject) => {
      const onabort = (): void => {
        leave();
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", onabort, { once: true });
      entry.promise.then(
        (picture) => {
          signal.removeEventListener("abort", onabort);
          entry.waiting--;
          resolve(picture);
        },
        (error: unknown) => {
          signal.removeEventListener("abort", onabort);
          if (this.#entries.get(address) === entry) this.#entries.delete(address);
          reject(error as Error);
        },
      );
    });
  }

  #fetch(address: string): Entry<P> {
    const abort = new AbortController();
    const promise = this.#door.fetch(address, abort.signal);
    const entry: Entry<P> = { promise, abort, picture: null, waiting: 0 };
    promise.then(
      (picture) => {
        entry.picture = picture;
        this.#clear();
      },
      () => undefined,
    );
    return entry;
  }

  #touch(address: string, entry: Entry<P>): void {
    this.#entries.delete(address);
    this.#entries.set(address, entry);
  }

  #clear(): void {
    let [pixels, count] = [0, 0];
    for (const [address, { picture }] of [...this.#entries].reverse()) {
      if (picture === null) continue;
      pixels += this.#door.cost(picture);
      count++;
      // The last one is kept however large it is.
      if (count === 1 || (pixels <= KEEP_PIXELS && count <= KEEP_COUNT)) continue;
      this.#entries.delete(address);
      this.#door.forget(picture);
    }
  }
}
