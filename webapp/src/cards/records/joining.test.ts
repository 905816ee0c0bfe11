import { expect, it } from "vitest";
import { joining } from "./joining";

interface Question {
  readonly pixels: number;
  readonly series: readonly string[];
}

/** A server that answers when it is let to, and what it was asked. */
function make() {
  const requests: { query: Question; signal: AbortSignal; answer: (error?: Error) => void }[] = [];
  let work = (): void => undefined;
  const ask = joining(
    (query: Question, signal) =>
      new Promise<readonly string[]>((resolve, reject) => {
        const answers = query.series.map((each) => `${each} at ${query.pixels}`);
        const answer = (error?: Error): void =>
          error === undefined ? resolve(answers) : reject(error);
        requests.push({ query, signal, answer });
      }),
    (then) => (work = then),
  );
  return { requests, ask, soon: () => work() };
}

/** Of somebody who stays. */
const patient = (): AbortSignal => new AbortController().signal;

it("asks equal questions with one request, and gives each its own answers", async () => {
  const { requests, ask, soon } = make();
  const [one, other, wide] = [
    ask({ pixels: 1, series: ["a", "b"] }, patient()),
    ask({ pixels: 1, series: ["c"] }, patient()),
    ask({ pixels: 2, series: ["a"] }, patient()),
  ];
  soon();
  expect(requests.map(({ query }) => query.series)).toEqual([["a", "b", "c"], ["a"]]);
  for (const { answer } of requests) answer();
  expect(await one).toEqual(["a at 1", "b at 1"]);
  expect(await other).toEqual(["c at 1"]);
  expect(await wide).toEqual(["a at 2"]);
});

it("asks anew what is asked later", async () => {
  const { requests, ask, soon } = make();
  const first = ask({ pixels: 1, series: ["a"] }, patient());
  soon();
  const second = ask({ pixels: 1, series: ["b"] }, patient());
  soon();
  expect(requests).toHaveLength(2);
  for (const { answer } of requests) answer();
  expect([await first, await second]).toEqual([["a at 1"], ["b at 1"]]);
});

it("is given up once all have left", async () => {
  const { requests, ask, soon } = make();
  const [one, other] = [new AbortController(), new AbortController()];
  const answers = [
    ask({ pixels: 1, series: ["a"] }, one.signal),
    ask({ pixels: 1, series: ["b"] }, other.signal),
  ];
  soon();
  one.abort();
  await expect(answers[0]).rejects.toThrow("abort");
  expect(requests[0]?.signal.aborted).toBe(false);
  other.abort();
  expect(requests[0]?.signal.aborted).toBe(true);
  await expect(answers[1]).rejects.toThrow("abort");
});

it("fails for all of a request", async () => {
  const { requests, ask, soon } = make();
  const answers = [
    ask({ pixels: 1, series: ["a"] }, patient()),
    ask({ pixels: 1, series: [] }, patient()),
  ];
  soon();
  requests[0]?.answer(new Error("gone"));
  for (const each of answers) await expect(each).rejects.toThrow("gone");
});

it("keeps requests small", () => {
  const { requests, ask, soon } = make();
  const series = Array.from({ length: 300 }, (_, i) => `${i}`);
  for (let i = 0; i < 3; i++) void ask({ pixels: 1, series }, patient());
  soon();
  expect(requests.map(({ query }) => query.series.length)).toEqual([300, 300, 300]);
});
