import { describe, expect, it } from "vitest";
import type { GrownRun } from "../../api/events";
import type { ScalarSeries, ScalarsQuery } from "../../api/scalars";
import type { MissingSeries } from "../../api/series";
import type { ScalarDemand, ScalarQuestion } from "./demand";
import { ScalarsLoader, type CardData } from "./loader";
import { series } from "./testing";

const question: ScalarQuestion = { axis: "step", smoothing: 0, quantiles: false };

interface Asked {
  readonly query: ScalarsQuery;
  readonly signal: AbortSignal;
  answer(series: readonly (ScalarSeries | MissingSeries)[]): Promise<void>;
  fail(message: string): Promise<void>;
}

function bench(): {
  loader: ScalarsLoader;
  asked: Asked[];
  known: Map<string, CardData>;
  frame: () => void;
} {
  const asked: Asked[] = [];
  const known = new Map<string, CardData>();
  let work: (() => void)[] = [];
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await Promise.resolve();
  };
  const loader = new ScalarsLoader(
    (query, signal) =>
      new Promise((resolve, reject) => {
        asked.push({
          query,
          signal,
          answer: (given) => (resolve(given), settle()),
          fail: (message) => (reject(new Error(message)), settle()),
        });
      }),
    question,
    (next) => work.push(next),
    (key, data) => {
      if (data === null) known.delete(key);
      else known.set(key, data);
    },
  );
  const frame = (): void => {
    const now = work;
    work = [];
    for (const each of now) each();
  };
  return { loader, asked, known, frame };
}

function demand(
  key: string,
  runs: readonly string[],
  more: Partial<ScalarDemand> = {},
): ScalarDemand {
  return { card: { key, kind: "scalar", tag: "loss", runs }, pixels: 300, range: null, ...more };
}

const growth = (run: string): Omit<GrownRun, "series"> => ({
  run,
  updated: 0,
  duration: null,
  records: 0,
  loading: false,
  state: "live",
  outcome: null,
  diverged: 0,
  last_step: null,
  progress: null,
  energy_kwh: null,
  gpu_hours: null,
});

describe("ScalarsLoader", () => {
  it("asks for all tags of a card with one request, and lets those go that leave it", async () => {
    const { loader, asked, known, frame } = bench();
    const card = (members: readonly string[]) => ({
      key: "layers.*",
      kind: "scalar" as const,
      tag: "layers.*",
      runs: ["a", "b"],
      members,
    });
    loader.want({ card: card(["0", "1", "2"]), pixels: 300, range: null });
    frame();
    expect(asked).toHaveLength(1);
    const named = asked[0]?.query.series ?? [];
    expect(named.map(({ run, tag }) => run + tag)).toEqual([
      ...["a0", "a1", "a2", "b0", "b1", "b2"],
    ]);
    await asked[0]?.answer(named.map(({ run, tag }) => series(run, [1], { tag })));
    expect(known.get("layers.*")?.complete).toBe(true);
    loader.want({ card: card(["1"]), pixels: 300, range: null });
    expect(known.get("layers.*")?.series.map(({ run, tag }) => run + tag)).toEqual(["a1", "b1"]);
  });

  it("asks for all cards in sight with one request", () => {
    const { loader, asked, frame } = bench();
    loader.want(demand("one", ["a", "b"]));
    loader.want(demand("two", ["c"]));
    frame();
    expect(asked.map(({ query }) => query.series.map(({ run }) => run))).toEqual([["a", "b", "c"]]);
    expect(asked[0]?.query).toMatchObject({ pixels: 300, axis: "step", range: [null, null] });
  });

  it("asks at most for 2000 series at once", () => {
    const { loader, asked, frame } = bench();
    loader.want(
      demand(
        "one",
        Array.from({ length: 2001 }, (_, i) => `r${i}`),
      ),
    );
    frame();
    expect(asked.map(({ query }) => query.series.length)).toEqual([2000, 1]);
  });

  it("asks nothing again that it has", async () => {
    const { loader, asked, frame, known } = bench();
    loader.want(demand("one", ["a"]));
    frame();
    await asked[0]?.answer([series("a", [1, 2])]);
    loader.drop("one");
    loader.want(demand("one", ["a"]));
    frame();
    expect(asked).toHaveLength(1);
    expect(known.get("one")).toMatchObject({ complete: true, error: null });
  });

  it("lets go of runs that leave a card without asking anything", async () => {
    const { loader, asked, frame, known } = bench();
    loader.want(demand("one", ["a", "b"]));
    frame();
    await asked[0]?.answer([series("a", [1]), series("b", [2])]);
    loader.want(demand("one", ["b"]));
    frame();
    expect(known.get("one")?.series.map(({ run }) => run)).toEqual(["b"]);
    expect(asked).toHaveLength(1);
  });

  it("asks only for the new points of a series that has grown, and appends them", async () => {
    const { loader, asked, frame, known } = bench();
    loader.want(demand("one", ["a"]));
    frame();
    await asked[0]?.answer([series("a", [1, 2], { version: 4 })]);
    loader.grow([{ ...growth("a"), series: null }]);
    frame();
    expect(asked[1]?.query.series).toEqual([{ run: "a", tag: "loss", have: 2, version: 4 }]);
    await asked[1]?.answer([series("a", [3], { append: true, count: 3 })]);
    expect([...(known.get("one")?.series[0]?.value ?? [])]).toEqual([1, 2, 3]);
  });

  it("replaces what it holds when the answer is not an appendix", async () => {
    const { loader, asked, frame, known } = bench();
    loader.want(demand("one", ["a"]));
    frame();
    await asked[0]?.answer([series("a", [1, 2])]);
    loader.grow([{ ...growth("a"), series: null }]);
    frame();
    await asked[1]?.answer([series("a", [7, 8, 9])]);
    expect([...(known.get("one")?.series[0]?.value ?? [])]).toEqual([7, 8, 9]);
  });

  it("leaves series alone whose tag has not grown", async () => {
    const { loader, asked, frame } = bench();
    loader.want(demand("one", ["a"]));
    frame();
    await asked[0]?.answer([series("a", [1])]);
    const other = { kind: "scalar", tag: "other", count: 1, step: 0, walltime: 0, value: 0 };
    loader.grow([{ ...growth("a"), series: [other] }]);
    frame();
    expect(asked).toHaveLength(1);
  });

  it("asks again for a series that grew while its answer was on the way", async () => {
    const { loader, asked, frame } = bench();
    loader.want(demand("one", ["a"]));
    frame();
    loader.grow([{ ...growth("a"), series: null }]);
    await asked[0]?.answer([series("a", [1])]);
    frame();
    expect(asked).toHaveLength(2);
  });

  it("aborts a request for a range that is no longer wanted", () => {
    const { loader, asked, frame } = bench();
    loader.want(demand("one", ["a"], { range: [0, 10] }));
    frame();
    loader.want(demand("one", ["a"], { range: [2, 4] }));
    frame();
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(asked[1]?.query.range).toEqual([2, 4]);
  });

  it("shows the last smoothing while the next one is being worked out", async () => {
    const { loader, asked, frame, known } = bench();
    loader.want(demand("one", ["a"]));
    frame();
    loader.ask({ ...question, smoothing: 0.5 });
    frame();
    expect(asked).toHaveLength(1);
    await asked[0]?.answer([series("a", [1])]);
    expect(known.get("one")?.series).toHaveLength(1);
    frame();
    expect(asked[1]?.query.smoothing).toBe(0.5);
  });

  it("aborts what only cards out of sight wanted", () => {
    const { loader, asked, frame } = bench();
    loader.want(demand("one", ["a"]));
    frame();
    loader.drop("one");
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it("keeps the old data beside an error, and asks again only on request", async () => {
    const { loader, asked, frame, known } = bench();
    loader.want(demand("one", ["a"]));
    frame();
    await asked[0]?.answer([series("a", [1])]);
    loader.grow([{ ...growth("a"), series: null }]);
    frame();
    await asked[1]?.fail("no route");
    frame();
    expect(known.get("one")).toMatchObject({ error: "no route", complete: true });
    expect(known.get("one")?.series).toHaveLength(1);
    expect(asked).toHaveLength(2);
    loader.retry("one");
    frame();
    expect(asked).toHaveLength(3);
  });

  it("lets go of the cards that were longest out of sight", async () => {
    const { loader, asked, frame, known } = bench();
    for (let i = 0; i < 202; i++) loader.want(demand(`card ${i}`, ["a"]));
    frame();
    await asked[0]?.answer(Array.from({ length: 202 }, () => series("a", [1])));
    for (let i = 0; i < 202; i++) loader.drop(`card ${i}`);
    expect(known.size).toBe(200);
    expect(known.has("card 1")).toBe(false);
    expect(known.has("card 2")).toBe(true);
  });

  it("asks again after an error when the series grows", async () => {
    const { loader, asked, frame } = bench();
    loader.want(demand("one", ["a"]));
    frame();
    await asked[0]?.fail("gone");
    loader.grow([{ ...growth("a"), series: null }]);
    frame();
    expect(asked).toHaveLength(2);
  });

  it("leaves out series that do not exist", async () => {
    const { loader, asked, frame, known } = bench();
    loader.want(demand("one", ["a", "b"]));
    frame();
    await asked[0]?.answer([{ run: "a", tag: "loss", error: "not_found" }, series("b", [1])]);
    expect(known.get("one")).toMatchObject({ complete: true });
    expect(known.get("one")?.series.map(({ run }) => run)).toEqual(["b"]);
  });
});
