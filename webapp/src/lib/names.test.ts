import { describe, expect, test } from "vitest";
import { commonPrefix, shortNames, distinguishingWords, distinguished } from "./names";

test("the prefix ends at a path part", () => {
  expect(commonPrefix(["exp/lr=0.1/a", "exp/lr=0.2/b"])).toBe("exp/");
  expect(commonPrefix(["exp/lr=0.1", "exp/lr=0.1/b"])).toBe("exp/");
});

test("names that share nothing, or stand alone, have no prefix", () => {
  expect(commonPrefix(["a/x", "b/x"])).toBe("");
  expect(commonPrefix(["a/x"])).toBe("");
  expect(commonPrefix([])).toBe("");
  expect(commonPrefix(["adam", "adamw"])).toBe("");
  expect(commonPrefix(["/home/a/runs/x", "other/x"])).toBe("");
  expect(commonPrefix(["/home/a/runs/x", "/data/runs/x"])).toBe("/");
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

  test("are what is left below the folders that all share, also beside a run in none", () => {
    const names = shortNames([...sweep, "baseline", "sweep/notes"]);
    expect(names.get("sweep/lr=0.1/alpha=0.01/seed=4")).toBe("lr=0.1/alpha=0.01/seed=4");
    expect(names.get("baseline")).toBe("baseline");
    expect(new Set(names.values()).size).toBe(42);
  });

  test("keep the folder that says which of several experiments it is", () => {
    const names = ["all/one/x/lr=1", "all/one/x/lr=2", "all/two/x/lr=1"];
    expect(short(names)).toEqual(["one/x/lr=1", "one/x/lr=2", "two/x/lr=1"]);
  });

  test("keep two logdirs apart", () => {
    const names = ["logs/run1", "logs/run2", "old/run1", "old/run2"];
    expect(short(names)).toEqual(names);
  });

  test("keep all words", () => {
    const names = ["resnet50_imagenet_lr0.1_seed1", "resnet50_imagenet_lr0.2_seed1", "baseline"];
    expect(short(names)).toEqual(names);
  });

  test("are never the same", () => {
    expect(short(["a/x", "a/y", "x"])).toEqual(["a/x", "y", "x"]);
    expect(short(["only/one"])).toEqual(["only/one"]);
  });

  test("take what stands in parentheses for no folders", () => {
    const names = ["team/first (a/x)", "team/first (a/y)", "team/second"];
    expect(short(names)).toEqual(["first (a/x)", "first (a/y)", "second"]);
    expect(short(["net (a/x)", "net (a/y)"])).toEqual(["net (a/x)", "net (a/y)"]);
  });
});

describe("runs that are called the same", () => {
  const named = (...all: readonly [string, string, ...string[]][]) => [
    ...distinguished(all.map(([given, path, ...tools]) => ({ given, path, tools }))).entries(),
  ];

  test("are distinguished by the fewest last parts of their paths", () => {
    expect(
      named(
        ["first", "data/p/7a376196"],
        ["first", "data/p/8b111111"],
        ["first", "old/q/8b111111"],
        ["second", "data/p/9c222222"],
      ),
    ).toEqual([
      ["data/p/7a376196", "first (7a376196)"],
      ["data/p/8b111111", "first (p/8b111111)"],
      ["old/q/8b111111", "first (q/8b111111)"],
      ["data/p/9c222222", "second"],
    ]);
  });

  test("are distinguished by the tool that wrote them", () => {
    expect(
      named(
        ["sgd", "wandb/run-1", "W&B"],
        ["sgd", "swanlog/run-2", "SwanLab"],
        ["sgd", "p.db/sgd", "trackio"],
        ["sgd", "runs/a"],
      ),
    ).toEqual([
      ["wandb/run-1", "sgd (W&B)"],
      ["swanlog/run-2", "sgd (SwanLab)"],
      ["p.db/sgd", "sgd (trackio)"],
      ["runs/a", "sgd (vdlite)"],
    ]);
  });

  test("say no word twice, and nothing that all of them end with", () => {
    expect(named(["sgd", "p.db/sgd"], ["sgd", "q.db/sgd"])).toEqual([
      ["p.db/sgd", "sgd (p.db)"],
      ["q.db/sgd", "sgd (q.db)"],
    ]);
    expect(named(["base", "s3://one/runs/base"], ["base", "s3://two/runs/base"])).toEqual([
      ["s3://one/runs/base", "base (s3://one)"],
      ["s3://two/runs/base", "base (s3://two)"],
    ]);
    expect(named(["cats/x", "mlruns/4/a4ba6d"], ["cats/x", "mlflow.db/a4ba6d"])).toEqual([
      ["mlruns/4/a4ba6d", "cats/x (4)"],
      ["mlflow.db/a4ba6d", "cats/x (mlflow.db)"],
    ]);
    expect(named(["net", "a/net"], ["net", "a"])).toEqual([
      ["a/net", "net (net)"],
      ["a", "net (a)"],
    ]);
  });

  test("are distinguished where one lies in what another lies beside", () => {
    expect(named(["net", "b"], ["net", "a/b"], ["net", "c/a/b"])).toEqual([
      ["b", "net (b)"],
      ["a/b", "net (a/b)"],
      ["c/a/b", "net (c/a/b)"],
    ]);
  });
});

describe("distinguishing words", () => {
  const shortened = (names: readonly string[], room: number) => [
    ...distinguishingWords(names, room, (text) => text.length).values(),
  ];

  test("are those in which names differ", () => {
    const names = ["lr=0.1-bs=8-net=vit-seed-3", "lr=0.2-bs=8-net=vit-seed-4"];
    expect(shortened(names, 9)).toEqual(["lr=0.1-…3", "lr=0.2-…4"]);
  });

  test("come with as many of the others as there is room for", () => {
    const names = ["lr=0.1-bs=8-net=vit-seed-3", "lr=0.2-bs=8-net=vit-seed-4"];
    expect(shortened(names, 14)).toEqual(["lr=0.1-…seed-3", "lr=0.2-…seed-4"]);
    expect(shortened(names, 25)).toEqual(["lr=0.1-…net=vit-seed-3", "lr=0.2-…net=vit-seed-4"]);
    expect(shortened(names, 26)).toEqual(names);
  });

  test("leave out first what all names begin with", () => {
    const names = ["of-a-long-study-lr=1-a", "of-a-long-study-lr=2-a"];
    expect(shortened(names, 14)).toEqual(["…study-lr=1-a", "…study-lr=2-a"]);
  });

  test("leave a name alone that is built like no other", () => {
    const names = ["lr=0.1-bs=8", "lr=0.2-bs=8", "baseline-of-all"];
    expect(shortened(names, 8)).toEqual(["lr=0.1-…", "lr=0.2-…", "baseline-of-all"]);
  });

  test("distinguish a name from those that have room enough", () => {
    const names = ["net/adam/seed0", "transformer/adam/seed0", "transformer/adam/seed1"];
    expect(shortened(names, 19).slice(1)).toEqual(["transformer/…seed0", "transformer/…seed1"]);
  });

  test("are those of names that are built alike, whatever others have as many words", () => {
    const names = ["team/digits/second", "team/digits/third", "two/goals #1"];
    expect(shortened(names, 14)).toEqual(["…digits/second", "…digits/third", "two/goals #1"]);
  });

  test("are never the same", () => {
    const names = ["a-long-seed0", "a-long-seed1", "an-other-long-seed0", "an-other-long-seed1"];
    expect(new Set(shortened(names, 6)).size).toBe(4);
  });
});
