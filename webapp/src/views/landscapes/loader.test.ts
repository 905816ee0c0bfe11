import { describe, expect, it } from "vitest";
import type { Landscape, LandscapeSummary } from "../../api/landscapes";
import { keyOf, LandscapeLoader, type LandscapeFetch } from "./loader";

const summary = (id: string, done: number): LandscapeSummary =>
  ({ run: "r", tag: "t", step: 3, id, walltime: 1, points: 9, done, snapshots: 0 }) as never;

/** A server that answers when it is heard to. */
function harness() {
  const asked: { id: string; answer: (landscape: Landscape) => void; fail: () => void }[] = [];
  const heard: string[] = [];
  const fetch: LandscapeFetch = ({ id }) =>
    new Promise((answer, refuse) => {
      asked.push({ id, answer, fail: () => refuse(new Error("no")) });
    });
  const name = (key: string): string => key.split("\n")[2] ?? "";
  const loader = new LandscapeLoader(fetch, {
    whole: (key, { damaged }) => heard.push(`${name(key)} ${damaged}`),
    failure: (key, message) => heard.push(`${name(key)} ${message}`),
    gone: (key) => heard.push(`${name(key)} gone`),
  });
  return { asked, heard, loader };
}

const turn = () => new Promise((next) => setTimeout(next));
const landscape = (damaged: number): Landscape => ({ damaged }) as Landscape;

describe("Loader", () => {
  it("asks once for what several want", async () => {
    const { asked, heard, loader } = harness();
    loader.want(summary("a", 1));
    loader.want(summary("a", 1));
    await turn();
    expect(asked.map(({ id }) => id)).toEqual(["a"]);
    asked[0]?.answer(landscape(0));
    await turn();
    expect(heard).toEqual(["a 0"]);
  });

  it("asks again when it has grown, also while an answer is on its way", async () => {
    const { asked, heard, loader } = harness();
    loader.want(summary("a", 1));
    await turn();
    loader.list([summary("a", 2)]);
    loader.list([summary("a", 3)]);
    expect(asked).toHaveLength(1);
    asked[0]?.answer(landscape(1));
    await turn();
    expect(asked).toHaveLength(2);
    asked[1]?.answer(landscape(3));
    await turn();
    loader.list([summary("a", 3)]);
    await turn();
    expect(asked).toHaveLength(2);
    expect(heard).toEqual(["a 1", "a 3"]);
  });

  it("lets go of what is no longer listed, and takes no answer for it", async () => {
    const { asked, heard, loader } = harness();
    loader.want(summary("a", 1));
    await turn();
    loader.list([]);
    asked[0]?.answer(landscape(0));
    await turn();
    expect(heard).toEqual(["a gone"]);
    loader.want(summary("a", 1));
    await turn();
    expect(asked).toHaveLength(2);
  });

  it("asks for what failed when asked to, and not by itself", async () => {
    const { asked, heard, loader } = harness();
    loader.want(summary("a", 1));
    await turn();
    asked[0]?.fail();
    await turn();
    loader.list([summary("a", 1)]);
    await turn();
    expect(asked).toHaveLength(1);
    loader.retry();
    await turn();
    expect(asked).toHaveLength(2);
    asked[1]?.answer(landscape(0));
    await turn();
    expect(heard).toEqual(["a no", "a gone", "a 0"]);
  });

  it("distinguishes landscapes of one step", () => {
    expect(keyOf(summary("a", 1))).not.toBe(keyOf(summary("b", 1)));
  });
});
