import { describe, expect, test } from "vitest";
import { commonPrefix, shortNames, tellingWords } from "./names";

test("the prefix ends at a path part", () => {
  expect(commonPrefix(["exp/lr=0.1/a", "exp/lr=0.2/b"])).toBe("exp/");
  expect(commonPrefix(["exp/lr=0.1", "exp/lr=0.1/b"])).toBe("exp/");
});

test("names that share nothing, or stand alone, have no prefix", () => {
  expect(commonPrefix(["a/x", "b/x"])).toBe("");
  expect(commonPrefix(["a/x"])).toBe("");
  expect(commonPrefix([])).toBe("");
  expect(commonPrefix(["adam", "adamw"])).toBe("");
});

test("a name that is a folder of another keeps its last part", () => {
  expect(commonPrefix(["a/b", "a/b/c", "a/b/d"])).toBe("a/");
  expect(commonPrefix([".", "a/b"])).toBe("");
});

const short = (names: readonly string[]) => [...shortNames(names).values()];

describe("short names", () => {
  const sweep = [0.1, 1].flatMap((lr) =>
    Array.from({ length: 20 }, (_, seed) => `sweep/lr=${lr}/alpha=0.01/seed=${seed}`),
  );

  test("leave out the folders that all runs of a sweep share, also beside an odd one", () => {
    const names = shortNames([...sweep, "baseline", "sweep/notes"]);
    expect(names.get("sweep/lr=0.1/alpha=0.01/seed=4")).toBe("lr=0.1/seed=4");
    expect(names.get("baseline")).toBe("baseline");
    expect(new Set(names.values()).size).toBe(42);
  });

  test("keep the folder that says which of several experiments it is", () => {
    const names = ["one/x/lr=1/a", "one/x/lr=2/a", "two/x/lr=1/a", "two/x/lr=2/a"];
    expect(short(names)).toEqual(["one/lr=1", "one/lr=2", "two/lr=1", "two/lr=2"]);
    expect(short(["deep/lr=1", "deep/lr=2", "wide/lr=1"])).toEqual([
      "deep/lr=1",
      "deep/lr=2",
      "wide/lr=1",
    ]);
  });

  test("keep that folder also where the names are long", () => {
    const sweep = ["lr=0.001-w=64-adam-s0", "lr=0.001-w=64-sgd-s0", "lr=0.01-w=64-adam-s1"];
    const names = [...sweep.map((name) => `sweep/${name}`), "live/w16-s0", "live/w16-s1"];
    expect(short(names)).toEqual([
      "sweep/lr=0.001-adam-s0",
      "sweep/lr=0.001-sgd-s0",
      "sweep/lr=0.01-adam-s1",
      "live/w16-s0",
      "live/w16-s1",
    ]);
  });

  test("keep two logdirs apart", () => {
    const names = ["logs/run1", "logs/run2", "old/run1", "old/run2"];
    expect(short(names)).toEqual(names);
  });

  test("are whole if they are short already", () => {
    const demo = ["adam-lr0.003-width64", "adam-lr0.003-width8", "sgd-lr0.1-width64"];
    expect(short(demo)).toEqual(demo);
  });

  test("leave out the words that long ones share", () => {
    const names = ["resnet50_imagenet_lr0.1_seed1", "resnet50_imagenet_lr0.2_seed1", "baseline"];
    expect(short(names)).toEqual(["lr0.1", "lr0.2", "baseline"]);
  });

  test("are never numbers without a word, and never the same", () => {
    const numbers = ["a-very-long-name-of-a-run-1", "a-very-long-name-of-a-run-2"];
    expect(short(numbers)).toEqual(numbers);
    const alike = ["a/x/b", "a/y/b", "x"];
    expect(short(alike)).toEqual(["a/x/b", "y", "x"]);
    expect(short(["only/one"])).toEqual(["only/one"]);
  });
});

describe("telling words", () => {
  test("are those in which names differ", () => {
    const names = ["lr=0.1-bs=8-net=vit-seed-3", "lr=0.2-bs=8-net=vit-seed-4"];
    expect([...tellingWords(names).values()]).toEqual(["lr=0.1-…3", "lr=0.2-…4"]);
  });

  test("leave a name alone that is built like no other", () => {
    const names = ["lr=0.1-bs=8", "lr=0.2-bs=8", "baseline"];
    expect([...tellingWords(names).values()]).toEqual(["lr=0.1-…", "lr=0.2-…", "baseline"]);
  });
});
