/** The curves that a card shows: those before stay until all of the wished ones are there. */

import { fetchCurve, type Curve, type CurveKind } from "../../api/curves";
import { LoadingCache } from "../../cards/records/loading-cache";

export interface CurveWish {
  readonly kind: CurveKind;
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  readonly check: number;
}

/** A curve, or why it could not be had. */
export type CurveAnswer =
  | { readonly key: string; readonly curve: Curve }
  | { readonly key: string; readonly error: string };

/** Milliseconds for which a step is wished before it is fetched: whoever drags does not want all. */
const REST_MS = 60;

/** For all cards. */
const cache = new LoadingCache<Curve>({
  load: (address, signal) => {
    const { kind, run, tag, step, check } = JSON.parse(address) as CurveWish;
    return fetchCurve(kind, run, tag, step, check, signal);
  },
  most: 600, // of 2000 points each has 48 KB
});

/** The same line of a card whatever its step. */
export function lineKey({ run, tag }: { readonly run: string; readonly tag: string }): string {
  return `${run}/${tag}`;
}

export class ShownCurves {
  current = $state.raw<readonly CurveAnswer[] | null>(null);
  loading = $state(false);

  #wishes: readonly CurveWish[] = [];
  #text: string | null = null;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(wishes: readonly CurveWish[]): void {
    const text = JSON.stringify(wishes);
    if (text === this.#text) return;
    const isFirst = this.current === null;
    this.stop();
    this.#text = text;
    this.#wishes = wishes;
    const atHand = wishes.flatMap((wish) => cache.peek(JSON.stringify(wish)) ?? []);
    this.loading = atHand.length < wishes.length;
    if (!this.loading) {
      this.current = atHand.map((curve) => ({ key: lineKey(curve), curve }));
    } else if (isFirst) void this.#load();
    else this.#timer = setTimeout(() => void this.#load(), REST_MS);
  }

  retry(): void {
    const wishes = this.#wishes;
    this.stop();
    this.show(wishes);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
    this.#text = null;
  }

  async #load(): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    const answers = await Promise.all(
      this.#wishes.map(async (wish): Promise<CurveAnswer> => {
        const key = lineKey(wish);
        try {
          return { key, curve: await cache.get(JSON.stringify(wish), signal) };
        } catch (error) {
          return { key, error: error instanceof Error ? error.message : String(error) };
        }
      }),
    );
    if (signal.aborted) return;
    this.current = answers;
    this.loading = false;
  }
}
