/** The values that were used last, by name; the longest unused makes room for a new one. */
export class Recent<V> {
  readonly #most: number;
  readonly #values = new Map<string, V>();

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): V | undefined {
    const value = this.#values.get(name);
    if (value !== undefined) this.set(name, value);
    return value;
  }

  forget(name: string): void {
    this.#values.delete(name);
  }

  set(name: string, value: V): void {
    this.#values.delete(name);
    this.#values.set(name, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
  }
}
