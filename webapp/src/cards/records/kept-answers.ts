/** Answers about runs that rest, kept while nothing of them changes: whoever comes back asks for nothing again. */

type Fetch<Q, A> = (query: Q, signal: AbortSignal) => Promise<A>;

/**
 * Of some runs: another one whenever something of them may have changed; null: that is not known, or they grow.
 * @param runs - their ids.
 */
export type VersionOf = (runs: readonly string[]) => string | null;

/** So many answers, of so many bytes in all. */
const most = 2000;
const mostBytes = 64 << 20;

/** The answers that were used last. */
class Kept<A> {
  /** The ones used last come last. */
  readonly #answers = new Map<string, { readonly answer: A; readonly bytes: number }>();
  #bytes = 0;

  get(key: string): A | undefined {
    const found = this.#answers.get(key);
    if (found === undefined) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, found);
    return found.answer;
  }

  keep(key: string, answer: A): void {
    this.#forget(key);
    const bytes = bytesOf(answer);
    this.#answers.set(key, { answer, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= most && this.#bytes <= mostBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#answers.get(key)?.bytes ?? 0;
    this.#answers.delete(key);
  }
}

/** The same as `fetch`; an answer that was kept is given again. */
export function keeping<Q, A>(
  fetch: Fetch<Q, A>,
  runsOf: (query: Q) => readonly string[],
  versionOf: VersionOf,
): Fetch<Q, A> {
  const kept = new Kept<A>();
  return async (query, signal) => {
    const version = versionOf(runsOf(query));
    if (version === null) return fetch(query, signal);
    const key = `${version} ${JSON.stringify(query)}`;
    const found = kept.get(key);
    if (found !== undefined) return found;
    const answer = await fetch(query, signal);
    kept.keep(key, answer);
    return answer;
  };
}

interface Series {
  readonly run: string;
}

/** The same for what is asked of many series at once, in whatever company a series was asked for before. */
export function keepingEach<Q extends { readonly series: readonly Series[] }, A>(
  fetch: Fetch<Q, readonly A[]>,
  versionOf: VersionOf,
): Fetch<Q, readonly A[]> {
  const kept = new Kept<A>();
  return async (query, signal) => {
    const { series, ...question } = query;
    const asked = JSON.stringify(question);
    const keys = series.map((each) => {
      const version = versionOf([each.run]);
      return version === null ? null : `${version} ${JSON.stringify(each)} ${asked}`;
    });
    const found = keys.map((key) => (key === null ? undefined : kept.get(key)));
    const missing = series.filter((_, i) => found[i] === undefined);
    const answers = missing.length === 0 ? [] : await fetch({ ...query, series: missing }, signal);
    let next = 0;
    return found.flatMap((own, i) => {
      const answer = own ?? answers[next++];
      const key = keys[i];
      if (answer === undefined) return [];
      if (own === undefined && typeof key === "string") kept.keep(key, answer);
      return [answer];
    });
  };
}

/** Of all arrays in a value. */
function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  let bytes = 0;
  for (const each of Object.values(value)) bytes += bytesOf(each);
  return bytes;
}
