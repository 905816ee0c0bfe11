import { describe, expect, it } from "vitest";
import { aligned, lastAt } from "./align";
import { completionsAt } from "./complete";
import { evaluate } from "./evaluate";
import { parseExpression, tagsIn } from "./parse";
import { ExpressionError, longest, written } from "./tokens";

const points = (x: readonly number[], y: readonly number[]) => ({
  x: Float64Array.from(x),
  y: Float64Array.from(y),
});

/** Values of an expression where each named series has one point, at step 0. */
function value(text: string, series: Readonly<Record<string, number>> = { a: 0 }): number {
  const given = new Map(Object.entries(series).map(([tag, y]) => [tag, points([0], [y])]));
  return evaluate(parseExpression(text), given).y[0] ?? NaN;
}

function problem(text: string): [string, number, number] {
  try {
    parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionError) return [error.problem, error.from, error.to];
  }
  return ["none", 0, 0];
}

describe("names", () => {
  it("hold slashes, minuses and full stops that have no space beside them", () => {
    expect(tagsIn(parseExpression("train/loss - test/loss"))).toEqual(["train/loss", "test/loss"]);
    expect(tagsIn(parseExpression("top-1.acc / v2.0"))).toEqual(["top-1.acc", "v2.0"]);
    expect(tagsIn(parseExpression("a -b"))).toEqual(["a", "b"]);
    expect(tagsIn(parseExpression("a- b"))).toEqual(["a", "b"]);
    expect(tagsIn(parseExpression("2/loss"))).toEqual(["2/loss"]);
    expect(tagsIn(parseExpression("2*loss"))).toEqual(["loss"]);
  });

  it("may be anything in backquotes", () => {
    expect(tagsIn(parseExpression("`my loss (train)` - `a\\`b`"))).toEqual([
      "my loss (train)",
      "a`b",
    ]);
    expect(tagsIn(parseExpression("损失/训练"))).toEqual(["损失/训练"]);
  });

  it("are named once each, in their order", () => {
    expect(tagsIn(parseExpression("b + a + b"))).toEqual(["b", "a"]);
  });

  it("are written so that they are read back", () => {
    for (const tag of ["loss/train", "my loss", "2", "1e-3", "a`b", "a\\b", "-x", "x-", "2/loss"]) {
      expect(tagsIn(parseExpression(written(tag)))).toEqual([tag]);
    }
    expect(written("loss/train")).toBe("loss/train");
    expect(written("2")).toBe("`2`");
  });

  it("of functions are series where nothing is called", () => {
    expect(tagsIn(parseExpression("abs + min"))).toEqual(["abs", "min"]);
  });
});

describe("parseExpression", () => {
  it("binds as arithmetic does", () => {
    expect(value("1 + 2 * 3 + a")).toBe(7);
    expect(value("(1 + 2) * 3 + a")).toBe(9);
    expect(value("8 - 2 - 1 + a")).toBe(5);
    expect(value("8 / 2 / 2 + a")).toBe(2);
    expect(value("2 ** 3 ** 2 + a")).toBe(512);
    expect(value("-2 ** 2 + a")).toBe(-4);
    expect(value("2 ** -1 + a")).toBe(0.5);
    expect(value("--2 + a")).toBe(2);
    expect(value("1.5e2 + .5 + a")).toBe(150.5);
  });

  it("knows its functions", () => {
    expect(value("abs(a - b)", { a: 1, b: 3 })).toBe(2);
    expect(value("sqrt(a)", { a: 9 })).toBe(3);
    expect(value("exp(a)", { a: 0 })).toBe(1);
    expect(value("log(exp(a))", { a: 2 })).toBe(2);
    expect(value("log10(loss/train)", { "loss/train": 1000 })).toBeCloseTo(3, 14);
    expect(value("log2(a)", { a: 8 })).toBe(3);
    expect(value("min(a, b) + 10 * max(a, b)", { a: 1, b: 2 })).toBe(21);
  });

  it("says what is wrong, and where", () => {
    expect(problem("a - ")).toEqual(["wantsOperand", 4, 4]);
    expect(problem("a b")).toEqual(["wantsOperator", 2, 3]);
    expect(problem("(a + b")).toEqual(["wantsClose", 6, 6]);
    expect(problem("a + `b")).toEqual(["openName", 4, 6]);
    expect(problem("a ? b")).toEqual(["strange", 2, 3]);
    expect(problem("sin(a)")).toEqual(["unknownFunction", 0, 3]);
    expect(problem("1 + min(a)")).toEqual(["wantsArguments", 4, 10]);
    expect(problem("abs(a, b)")).toEqual(["wantsArguments", 0, 9]);
    expect(problem("1 + 2")).toEqual(["wantsSeries", 0, 5]);
    expect(problem("")).toEqual(["wantsOperand", 0, 0]);
    expect(problem("a 😀")).toEqual(["strange", 2, 4]);
  });

  it("has limits", () => {
    expect(problem("a".repeat(longest + 1))[0]).toBe("tooLong");
    expect(problem("(".repeat(61) + "a" + ")".repeat(61))[0]).toBe("tooDeep");
    expect(problem("-".repeat(200) + "a")[0]).toBe("tooDeep");
    expect(problem("(".repeat(60) + "a" + ")".repeat(60))[0]).toBe("none");
    expect(problem([...Array(17).keys()].map((i) => `t${i}`).join(" + "))[0]).toBe("tooMany");
    expect(problem("a" + " + 1".repeat(240))[0]).toBe("none");
  });

  it("runs nothing", () => {
    expect(problem("constructor.constructor(a)")[0]).toBe("unknownFunction");
    expect(problem("toString(a)")[0]).toBe("unknownFunction");
  });
});

describe("evaluate", () => {
  it("lays series on the union of their steps, within the range of both", () => {
    const series = new Map([
      ["a", points([0, 10, 20], [0, 100, 200])],
      ["b", points([5, 10, 30], [1, 2, 4])],
    ]);
    const { x, y, isInterpolated } = evaluate(parseExpression("a + b"), series);
    expect([...x]).toEqual([5, 10, 20]);
    expect([...y]).toEqual([51, 102, 203]);
    expect(isInterpolated).toBe(true);
  });

  it("interpolates nothing where the steps are the same", () => {
    const series = new Map([
      ["a", points([1, 2], [3, 4])],
      ["b", points([1, 2], [1, 1])],
    ]);
    const { y, isInterpolated } = evaluate(parseExpression("a - b"), series);
    expect([...y]).toEqual([2, 3]);
    expect(isInterpolated).toBe(false);
  });

  it("has no value beside one that is not finite, and infinities as they come", () => {
    const series = new Map([
      ["a", points([0, 2, 4], [1, NaN, 3])],
      ["b", points([0, 1, 2, 3, 4], [1, 1, 1, 1, 0])],
    ]);
    const { y } = evaluate(parseExpression("a / b"), series);
    expect([...y]).toEqual([1, NaN, NaN, NaN, Infinity]);
  });

  it("is empty where series have no step in common, or are not there", () => {
    const series = new Map([
      ["a", points([0, 1], [1, 1])],
      ["b", points([5, 6], [1, 1])],
    ]);
    expect(evaluate(parseExpression("a - b"), series).x.length).toBe(0);
    expect(evaluate(parseExpression("a - c"), series).x.length).toBe(0);
  });

  it("changes no series", () => {
    const a = points([0, 1], [1, 2]);
    evaluate(parseExpression("-a * 2"), new Map([["a", a]]));
    expect([...a.y]).toEqual([1, 2]);
  });
});

describe("aligned", () => {
  it("takes three series, and repeated places once", () => {
    const { x, columns } = aligned([
      points([0, 1, 2, 3], [0, 1, 2, 3]),
      points([1, 3], [10, 30]),
      points([0, 2.5, 3], [0, 25, 30]),
    ]);
    expect([...x]).toEqual([1, 2, 2.5, 3]);
    expect(columns.map((column) => [...column])).toEqual([
      [1, 2, 2.5, 3],
      [10, 20, 25, 30],
      [10, 20, 25, 30],
    ]);
  });
});

describe("lastAt", () => {
  it("gives the value that was logged last, and none before the first", () => {
    const epochs = points([10, 20], [1, 2]);
    expect([...lastAt(Float64Array.of(5, 10, 15, 20, 99), epochs)]).toEqual([NaN, 1, 1, 2, 2]);
  });
});

describe("completionsAt", () => {
  const tags = ["loss/test", "loss/train", "lr", "my tag"];

  it("offers tags where an operand is wanted, and functions as they are typed", () => {
    expect(completionsAt("", 0, tags).items).toEqual(["loss/test", "loss/train", "lr", "`my tag`"]);
    expect(completionsAt("lr - tr", 7, tags)).toEqual({ from: 5, to: 7, items: ["loss/train"] });
    expect(completionsAt("l", 1, tags).items).toEqual([
      "loss/test",
      "loss/train",
      "lr",
      "log(",
      "log10(",
      "log2(",
    ]);
    expect(completionsAt("abs(", 4, tags).items.length).toBe(4);
  });

  it("offers nothing where an operator is wanted, or where the only item is written", () => {
    expect(completionsAt("lr ", 3, tags).items).toEqual([]);
    expect(completionsAt("lr", 2, ["lr"]).items).toEqual([]);
    expect(completionsAt("a ? ", 4, tags).items).toEqual([]);
  });

  it("goes on with a quoted name that has no end yet", () => {
    expect(completionsAt("lr + `my", 8, tags)).toEqual({ from: 5, to: 8, items: ["`my tag`"] });
  });
});
