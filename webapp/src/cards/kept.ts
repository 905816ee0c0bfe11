/** What was loaded last, so that it need not be loaded again. */

/** Loads what an address stands for; the address alone decides what that is. */
export type Load<T> = (address: string, signal: AbortSignal) => Promise<T>;

/** What was loaded last, for all cards of a view. */
export class Kept<T> {
  readonly #load: Load<T>;
  readonly #most: number;
  readonly #values = new Map<string, T>();

  /** @param most - so many values are kept. */
  constructor(load: Load<T>, most: number) {
    this.#load = load;
    this.#most = most;
  }

  peek(address: string): T | undefined {
    return this.#values.get(address);
  }

  async get(address: string, signal: AbortSignal): Promise<T> {
    const held = this.#values.get(address);
    const value = held ?? (await this.#load(address, signal));
    // The one that was asked for last comes last: the first one goes.
    this.#values.delete(address);
    this.#values.set(address, value);
    for (const [oldest] of this.#values) {
      if (this.#values.size <= this.#most) break;
      this.#values.delete(oldest);
    }
    return value;
  }
}
