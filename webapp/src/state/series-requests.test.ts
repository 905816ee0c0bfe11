import { expect, it } from "vitest";
import { leave, longestResting, newAskedEntry, SeriesRequests } from "./series-requests";
import type { AskedEntry, Need } from "./series-requests";

interface Asked {
  readonly key: string;
  readonly runs: readonly string[];
  readonly signal: AbortSignal;
  answer(): Promise<void>;
}

function bench() {
  const needs = new Map<AskedEntry, Need>();
  const asked: Asked[] = [];
  const taken: string[] = [];
  let work: (() => void)[] = [];
  const requests = new SeriesRequests<AskedEntry, Need, string>(
    {
      needs: () => [...needs],
      fetch: ({ key }, entries, signal) =>
        new Promise((resolve) => {
          const runs = entries.map(({ run }) => run);
          const answer = async (): Promise<void> => {
            resolve(runs);
            for (let i = 0; i < 5; i++) await Promise.resolve();
          };
          asked.push({ key, runs, signal, answer });
        }),
      take: (_, answer) => taken.push(answer),
      fail: () => undefined,
      settled: () => undefined,
    },
    (next) => work.push(next),
  );
  const need = (run: string, key: string, place = ""): AskedEntry => {
    const entry = newAskedEntry("scalar", run, "loss");
    needs.set(entry, { key, place });
    return entry;
  };
  const frame = (): void => {
    requests.schedule();
    const now = work;
    work = [];
    for (const each of now) each();
  };
  return { needs, need, frame, asked, taken };
}

it("asks with one request for all that need the same", () => {
  const { need, frame, asked } = bench();
  need("a", "smooth");
  need("b", "raw");
  need("c", "smooth");
  frame();
  expect(asked.map(({ key, runs }) => [key, runs])).toEqual([
    ["smooth", ["a", "c"]],
    ["raw", ["b"]],
  ]);
});

it("waits for what is on its way to the same place, and ends what goes to another", () => {
  const { need, needs, frame, asked } = bench();
  const entry = need("a", "smooth", "here");
  frame();
  needs.set(entry, { key: "raw", place: "here" });
  frame();
  expect(asked).toHaveLength(1);
  needs.set(entry, { key: "raw", place: "there" });
  frame();
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});

it("gives nothing to an entry that has left while others still wait", async () => {
  const { need, frame, asked, taken } = bench();
  const [one, other] = [need("a", "raw"), need("b", "raw")];
  frame();
  leave(one);
  expect(asked[0]?.signal.aborted).toBe(false);
  await asked[0]?.answer();
  expect(taken).toEqual(["b"]);
  expect([one.holds, other.holds]).toEqual([null, "raw"]);
});

it("forgets those that were out of sight longest", () => {
  const resting = [3, 1, 2].map((seen) => [`card ${seen}`, { seen }] as const);
  expect(longestResting(resting, 1)).toEqual(["card 1", "card 2"]);
  expect(longestResting(resting, 3)).toEqual([]);
});
