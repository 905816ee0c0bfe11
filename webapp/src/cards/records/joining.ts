/** Questions that are asked at the same time, of cards beside each other, as one request. */

type Fetch<Q, A> = (query: Q, signal: AbortSignal) => Promise<readonly A[]>;

/** So many series in one request: those who asked for few do not wait long for those who asked for many. */
const MOST = 500;

interface Asked<Q, A> {
  readonly query: Q;
  readonly signal: AbortSignal;
  readonly resolve: (answers: readonly A[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The same as `fetch`, of which each answer is of one series: equal questions about other series are one request.
 * It is given up once all who asked have left.
 * @param soon - calls back once all who ask at the same time have asked.
 */
export function joining<Q extends { readonly series: readonly unknown[] }, A>(
  fetch: Fetch<Q, A>,
  soon: (work: () => void) => void,
): Fetch<Q, A> {
  /** By question. */
  const waiting = new Map<string, Asked<Q, A>[]>();

  async function send(members: readonly Asked<Q, A>[]): Promise<void> {
    const [first] = members;
    if (first === undefined) return;
    const abort = new AbortController();
    let left = 0;
    for (const { signal } of members) {
      const leave = (): void => {
        if (++left === members.length) abort.abort(signal.reason);
      };
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave, { once: true });
    }
    try {
      const series = members.flatMap(({ query }) => query.series);
      const answers = await fetch({ ...first.query, series }, abort.signal);
      let from = 0;
      for (const { query, resolve } of members) {
        resolve(answers.slice(from, (from += query.series.length)));
      }
    } catch (error) {
      for (const { reject } of members) reject(error);
    }
  }

  function sendAll(): void {
    const all = [...waiting.values()];
    waiting.clear();
    for (const asked of all) {
      let [members, count]: [Asked<Q, A>[], number] = [[], 0];
      for (const each of asked) {
        if (count > 0 && count + each.query.series.length > MOST) {
          void send(members);
          [members, count] = [[], 0];
        }
        members.push(each);
        count += each.query.series.length;
      }
      void send(members);
    }
  }

  return (query, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      const { series: _, ...question } = query;
      const key = JSON.stringify(question);
      if (waiting.size === 0) soon(sendAll);
      const asked = { query, signal, resolve, reject };
      waiting.set(key, [...(waiting.get(key) ?? []), asked]);
    });
}
