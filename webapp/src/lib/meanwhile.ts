/** News that come while a question is on its way: the answer may be older than that. */

export class Meanwhile<T extends { readonly run: string }> {
  /** What came since each question on its way was asked, by run. */
  readonly #asked = new Set<Map<string, T>>();

  tell(news: readonly T[]): void {
    for (const known of this.#asked) for (const each of news) known.set(each.run, each);
  }

  /** @returns the answer, and what came last of each run until it came. */
  async ask<A>(question: () => Promise<A>): Promise<readonly [A, ReadonlyMap<string, T>]> {
    const latest = new Map<string, T>();
    this.#asked.add(latest);
    try {
      return [await question(), latest];
    } finally {
      this.#asked.delete(latest);
    }
  }
}
