import { expect, it } from "vitest";
import { keeping, keepingEach } from "./kept-answers";

/** The runs that rest, each with its version. */
function versions(): Map<string, string> {
  return new Map([
    ["a", "1"],
    ["b", "1"],
  ]);
}

const versionOf = (known: Map<string, string>) => (runs: readonly string[]) => {
  const all = runs.map((run) => known.get(run) ?? null);
  return all.includes(null) ? null : all.join();
};

const { signal } = new AbortController();

/** Questions about runs, which count how often they were asked. */
function make() {
  const asked: string[] = [];
  const known = versions();
  const ask = keeping(
    ({ tag }: { tag: string; runs: string[] }) => {
      asked.push(tag);
      return Promise.resolve({ tag, values: new Float64Array(8) });
    },
    ({ runs }) => runs,
    versionOf(known),
  );
  return { asked, known, get: (tag: string, ...runs: string[]) => ask({ tag, runs }, signal) };
}

it("asks once while the runs stay as they are", async () => {
  const { asked, get } = make();
  const first = await get("loss", "a", "b");
  expect(await get("loss", "a", "b")).toBe(first);
  await get("loss", "b");
  expect(asked).toEqual(["loss", "loss"]);
});

it("asks again for what is about a run that has grown, and for nothing else", async () => {
  const { asked, known, get } = make();
  await get("one", "a");
  await get("both", "a", "b");
  known.set("b", "2");
  await get("one", "a");
  await get("both", "a", "b");
  expect(asked).toEqual(["one", "both", "both"]);
});

it("keeps nothing about runs of which it does not know how they are", async () => {
  const { asked, get } = make();
  await get("loss", "a", "live");
  await get("loss", "a", "live");
  expect(asked).toEqual(["loss", "loss"]);
});

it("keeps each series, whatever others it is asked for with", async () => {
  const asked: string[] = [];
  const known = versions();
  const ask = keepingEach(
    ({ series, pixels }: { series: readonly { run: string; tag: string }[]; pixels: number }) => {
      asked.push(series.map(({ run, tag }) => `${run}/${tag}`).join());
      return Promise.resolve(series.map(({ run, tag }) => `${run}/${tag} ${pixels}`));
    },
    versionOf(known),
  );
  const get = (pixels: number, ...names: string[]) => {
    const series = names.map((name) => {
      const [run = "", tag = ""] = name.split("/");
      return { run, tag };
    });
    return ask({ series, pixels }, signal);
  };
  expect(await get(9, "a/x", "b/x")).toEqual(["a/x 9", "b/x 9"]);
  expect(await get(9, "live/x", "b/x", "a/y", "a/x")).toEqual([
    "live/x 9",
    "b/x 9",
    "a/y 9",
    "a/x 9",
  ]);
  expect(await get(9, "a/y")).toEqual(["a/y 9"]);
  expect(await get(5, "a/y")).toEqual(["a/y 5"]);
  known.set("a", "2");
  await get(9, "a/x", "b/x");
  expect(asked).toEqual(["a/x,b/x", "live/x,a/y", "a/y", "a/x"]);
});
