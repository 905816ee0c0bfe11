/** What is told while a question is on its way: the answer may be older than that. */

export class Meanwhile<T extends { readonly run: string }> {
  /** Of each question that is on its way: what was told since it was asked, by run. */
  readonly #asked = new Set<Map<string, T>>();

  tell(news: readonly T[]): void {
    for (const told of this.#asked) for (const each of news) told.set(each.run, each);
  }

  /** @returns the answer, and what was told last of each run until it came. */
  async ask<A>(question: () => Promise<A>): Promise<readonly [A, ReadonlyMap<string, T>]> {
    const told = new Map<string, T>();
    this.#asked.add(told);
    try {
      return [await question(), told];
    } finally {
      this.#asked.delete(told);
    }
  }
}
