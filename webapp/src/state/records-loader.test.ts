import { describe, expect, it } from "vitest";
import type { AskedSeries, RecordSeries } from "../api/records";
import type { GrownRun } from "../api/events";
import type { MissingSeries } from "../api/series";
import { appended, RecordsLoader, seriesKey, type RecordsState } from "./records-loader";

interface Asked {
  readonly kind: string;
  readonly series: readonly AskedSeries[];
  readonly fields: readonly string[];
  readonly signal: AbortSignal;
  answer(series: readonly (RecordSeries | MissingSeries)[]): Promise<void>;
  fail(message: string): Promise<void>;
}

function bench() {
  const asked: Asked[] = [];
  const known = new Map<string, RecordsState>();
  let work: (() => void)[] = [];
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await Promise.resolve();
  };
  const loader = new RecordsLoader(
    (kind, series, fields, signal) =>
      new Promise((resolve, reject) => {
        asked.push({
          kind,
          series,
          fields,
          signal,
          answer: (given) => (resolve(given), settle()),
          fail: (message) => (reject(new Error(message)), settle()),
        });
      }),
    (next) => work.push(next),
    (key, state) => {
      if (state === null) known.delete(key);
      else known.set(key, state);
    },
  );
  const frame = (): void => {
    const now = work;
    work = [];
    for (const each of now) each();
  };
  const of = (run: string): RecordsState | undefined => known.get(seriesKey("image", run, "tag"));
  return { loader, asked, known, frame, of };
}

const key = (run: string): { run: string; tag: string } => ({ run, tag: "tag" });

function series(
  run: string,
  steps: readonly number[],
  more: Partial<RecordSeries> = {},
): RecordSeries {
  return {
    run,
    tag: "tag",
    version: 0,
    count: steps.length,
    superseded: 0,
    append: false,
    step: Float64Array.from(steps),
    walltime: Float64Array.from(steps),
    bytes: Float64Array.from(steps),
    check: Float64Array.from(steps),
    fields: {},
    newest: { at: steps.at(-1) },
    ...more,
  };
}

const growth = (run: string, kind = "image", tag = "tag"): GrownRun => ({
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
  series: [{ kind, tag, count: 1, step: 0, walltime: 0, value: null }],
});

describe("RecordsLoader", () => {
  it("asks once a frame for all series of a kind, and once for a series that two want", () => {
    const { loader, asked, frame } = bench();
    loader.want("image", [key("a"), key("b")]);
    loader.want("image", [key("b"), key("c")]);
    loader.want("scalar", [key("a")]);
    frame();
    expect(asked.map(({ kind, series: all }) => [kind, all.map(({ run }) => run)])).toEqual([
      ["image", ["a", "b", "c"]],
      ["scalar", ["a"]],
    ]);
  });

  it("asks at most for 2000 series at once", () => {
    const { loader, asked, frame } = bench();
    loader.want(
      "image",
      Array.from({ length: 2001 }, (_, i) => key(`r${i}`)),
    );
    frame();
    expect(asked.map(({ series: all }) => all.length)).toEqual([2000, 1]);
  });

  it("asks nothing again that it has, also for those who come later", async () => {
    const { loader, asked, frame, of } = bench();
    const drop = loader.want("image", [key("a")]);
    frame();
    await asked[0]?.answer([series("a", [1])]);
    drop();
    frame();
    loader.want("image", [key("a")]);
    frame();
    expect(asked).toHaveLength(1);
    expect(of("a")?.series?.step).toEqual(Float64Array.of(1));
  });

  it("asks only for what is new, and appends it", async () => {
    const { loader, asked, frame, of } = bench();
    loader.want("image", [key("a")]);
    frame();
    await asked[0]?.answer([series("a", [1, 2], { version: 3 })]);
    loader.grow([growth("a")]);
    frame();
    expect(asked[1]?.series).toEqual([{ run: "a", tag: "tag", have: 2, version: 3 }]);
    await asked[1]?.answer([series("a", [5], { append: true, version: 3 })]);
    expect(of("a")?.series?.step).toEqual(Float64Array.of(1, 2, 5));
    expect(of("a")?.series?.newest).toEqual({ at: 5 });
  });

  it("takes a whole answer in place of what it has", async () => {
    const { loader, asked, frame, of } = bench();
    loader.want("image", [key("a")]);
    frame();
    await asked[0]?.answer([series("a", [1, 2])]);
    loader.grow([growth("a")]);
    frame();
    await asked[1]?.answer([series("a", [1], { version: 1 })]);
    expect(of("a")?.series?.step).toEqual(Float64Array.of(1));
  });

  it("is not moved by the growth of another kind or tag of the same name", async () => {
    const { loader, asked, frame } = bench();
    loader.want("image", [key("a")]);
    frame();
    await asked[0]?.answer([series("a", [1])]);
    loader.grow([growth("a", "scalar"), growth("b")]);
    loader.grow([growth("a", "image", "other")]);
    frame();
    expect(asked).toHaveLength(1);
    loader.grow([{ ...growth("a"), series: null }]);
    frame();
    expect(asked).toHaveLength(2);
  });

  it("asks again after growth that came while an answer was under way", async () => {
    const { loader, asked, frame } = bench();
    loader.want("image", [key("a")]);
    frame();
    loader.grow([growth("a")]);
    frame();
    expect(asked).toHaveLength(1);
    await asked[0]?.answer([series("a", [1])]);
    frame();
    expect(asked).toHaveLength(2);
  });

  it("asks for everything anew when a field is wanted that it has not", async () => {
    const { loader, asked, frame } = bench();
    loader.want("image", [key("a")], ["width"]);
    frame();
    await asked[0]?.answer([series("a", [1], { fields: { width: Float64Array.of(7) } })]);
    loader.want("image", [key("a")], ["height"]);
    frame();
    expect(asked[1]?.fields).toEqual(["height", "width"]);
    expect(asked[1]?.series).toEqual([key("a")]);
  });

  it("keeps what it has after a failure, says why, and asks again when asked to or when it grows", async () => {
    const { loader, asked, frame, of } = bench();
    loader.want("image", [key("a")]);
    frame();
    await asked[0]?.answer([series("a", [1])]);
    loader.grow([growth("a")]);
    frame();
    await asked[1]?.fail("gone");
    expect(of("a")?.error).toBe("gone");
    expect(of("a")?.series).not.toBeNull();
    frame();
    expect(asked).toHaveLength(2);
    loader.retry();
    frame();
    expect(asked).toHaveLength(3);
    await asked[2]?.fail("gone");
    loader.grow([growth("a")]);
    frame();
    expect(asked).toHaveLength(4);
    expect(of("a")?.error).toBeNull();
  });

  it("knows a series that does not exist, until it grows", async () => {
    const { loader, asked, frame, of } = bench();
    loader.want("image", [key("a")]);
    frame();
    await asked[0]?.answer([{ ...key("a"), error: "not_found" }]);
    expect(of("a")).toEqual({ series: null, known: true, error: null });
    loader.grow([growth("a")]);
    frame();
    expect(asked).toHaveLength(2);
  });

  it("ends a request that nobody waits for, but not when somebody else still does", () => {
    const { loader, asked, frame } = bench();
    const drop = loader.want("image", [key("a"), key("b")]);
    const other = loader.want("image", [key("b")]);
    frame();
    drop();
    frame();
    expect(asked[0]?.signal.aborted).toBe(false);
    other();
    frame();
    expect(asked[0]?.signal.aborted).toBe(true);
    loader.want("image", [key("a")]);
    frame();
    expect(asked).toHaveLength(2);
  });

  it("keeps its request when it is let go and wanted again at once", () => {
    const { loader, asked, frame } = bench();
    const drop = loader.want("image", [key("a")]);
    frame();
    drop();
    loader.want("image", [key("a")]);
    frame();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.signal.aborted).toBe(false);
  });

  it("forgets the series that were out of sight longest", async () => {
    const { loader, asked, frame, known } = bench();
    const many = Array.from({ length: 600 }, (_, i) => key(`r${i}`));
    const drop = loader.want("image", many);
    frame();
    await asked[0]?.answer(many.map(({ run }) => series(run, [1])));
    expect(known.size).toBe(600);
    drop();
    frame();
    expect(known.size).toBe(500);
    expect(known.has(seriesKey("image", "r0", "tag"))).toBe(false);
  });
});

it("a summary stays the newest when an answer brings no record", () => {
  const held = series("a", [1, 2]);
  expect(appended(held, series("a", [], { append: true, newest: {} })).newest).toEqual({ at: 2 });
});
