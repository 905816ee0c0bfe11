import { describe, expect, it } from "vitest";
import { evaluate, type Scope } from "./evaluate";
import { parseQuery } from "./parse";
import { column, metric } from "./testing";
import { QueryError } from "./tokens";

const columns = [
  column("name", ["base/a", "base/b", "wide/a", "wide/b", "x"], "run"),
  column("lr", [0.1, 0.01, 1e-3, undefined, NaN]),
  column("opt", ["sgd", "adam", "Adam W", "sgd", undefined]),
  column("augment", [true, false, true, null, undefined]),
  column("weight decay", [0, 0, 1, 1, 1]),
  column("学习率", [1, 2, 3, 4, 5]),
  metric("loss/test", [0.5, 0.4, 0.3, undefined, 0.1]),
  metric("loss/test", [0.4, 0.3, 0.2, undefined, 0.1], "min"),
  metric("loss/train", [0.6, 0.3, 0.4, 0.2, undefined]),
];

const scope: Scope = {
  rows: 5,
  columns,
  columnOf: (name, take) =>
    columns.find((each) => each.name === name && (take === null || each.detail?.take === take)),
};

function rowsOf(query: string): number[] {
  const expression = parseQuery(query, (name) => scope.columnOf(name, null) !== undefined);
  if (expression === null) return [0, 1, 2, 3, 4];
  const mask = evaluate(expression, scope);
  return [...mask.keys()].filter((row) => mask[row] === 1);
}

function errorOf(query: string): string {
  try {
    rowsOf(query);
  } catch (error) {
    if (error instanceof QueryError)
      return `${error.problem} ${error.from}-${error.to} ${error.got}`;
    throw error;
  }
  return "none";
}

describe("a query finds rows", () => {
  it.each<[string, number[]]>([
    ["", [0, 1, 2, 3, 4]],
    ["   ", [0, 1, 2, 3, 4]],
    ["lr < 1e-1", [1, 2]],
    ["lr<=1e-1", [0, 1, 2]],
    ["lr > .005", [0, 1]],
    ["0.005 < lr", [0, 1]],
    ["1e-3 < lr < 1e-1", [1]],
    ["1e-3 <= lr <= 1e-1 and opt == 'adam'", [1]],
    ["lr = 0.01", [1]],
    ["lr != 0.01", [0, 2, 4]],
    ["lr == nan", [4]],
    ["lr < inf", [0, 1, 2]],
    ["lr > -inf", [0, 1, 2]],
    ['opt == "sgd"', [0, 3]],
    ["opt == sgd", [0, 3]],
    ["opt != sgd", [1, 2]],
    ["not opt == sgd", [1, 2, 4]],
    ["!(opt == sgd)", [1, 2, 4]],
    ["opt < 'b'", [1, 2]],
    ["opt in [adam, 'Adam W']", [1, 2]],
    ["opt in (adam,)", [1]],
    ["opt in []", []],
    ["opt not in [adam, 'Adam W']", [0, 3]],
    ["lr in [0.1, 0.001]", [0, 2]],
    ["augment == true", [0, 2]],
    ["augment = FALSE", [1]],
    ["augment == null", [3]],
    ["augment != true", [1, 3]],
    ["lr is missing", [3]],
    ["lr is not missing", [0, 1, 2, 4]],
    ["opt ~ adam", [1, 2]],
    ["opt ~ 'w adam'", [2]],
    ["opt ~ /^a/", [1]],
    ["opt ~ /^a/i", [1, 2]],
    ["lr ~ /^0\\.0/", [1, 2]],
    ["name ~ base/", [0, 1]],
    ["`weight decay` == 1 && lr > 0", [2]],
    ["学习率 >= 4", [3, 4]],
    ["min(loss/test) <= 0.2", [2, 4]],
    ["last(loss/test) <= 0.2", [4]],
    ["min(`loss/test`) == 0.1", [4]],
    ["loss/test > loss/train", [1]],
    ["opt == sgd or opt == adam", [0, 1, 3]],
    ["opt == sgd || lr < 0.05 && opt == adam", [0, 1, 3]],
    ["(opt == sgd or opt == adam) and lr < 1", [0, 1]],
    ["opt == sgd AND lr < 1", [0]],
    ["1 < 2", [0, 1, 2, 3, 4]],
    ["2 < 1", []],
  ])("%s", (query, rows) => {
    expect(rowsOf(query)).toEqual(rows);
  });
});

describe("a word alone is searched for", () => {
  it.each<[string, number[]]>([
    ["adam", [1, 2]],
    ["base sgd", [0]],
    ["'wide/a'", [2]],
    ["not wide", [0, 1, 4]],
    ["wide and lr < 1", [2]],
    ["sgd lr < 1", [0]],
    ["0.01", [1]],
  ])("%s", (query, rows) => {
    expect(rowsOf(query)).toEqual(rows);
  });
});

describe("what is wrong is said, and where", () => {
  it.each([
    ["lr <", "wantsOperand 4-4 "],
    ["lr < and", "wantsOperand 5-8 and"],
    ["lr 0.1", "wantsOperator 3-6 0.1"],
    ["lrr < 1", "unknownColumn 0-3 lrr"],
    ["`opt2` == adam", "unknownColumn 0-6 opt2"],
    ["foo == 3", "unknownColumn 0-3 foo"],
    ["3 != foo", "unknownColumn 5-8 foo"],
    ["foo == bar", "unknownColumn 0-3 foo"],
    ["lr < 1 and foo == 'a'", "unknownColumn 11-14 foo"],
    ["opt == foo == 3", "unknownColumn 7-10 foo"],
    ["max(loss/test) < 1", "unknownColumn 0-14 max(loss/test)"],
    ["(lr < 1", "wantsClose 7-7 )"],
    ["lr < 1)", "wantsEnd 6-7 )"],
    ["opt == 'sgd", "openString 7-11 '"],
    ["`opt", "openName 0-4 `"],
    ["opt in sgd", "wantsList 7-10 sgd"],
    ["opt in [sgd adam]", "wantsClose 12-16 ]"],
    ["opt ~", "wantsPattern 5-5 "],
    ["opt ~ /a", "openRegex 6-8 "],
    ["opt is good", "wantsMissing 7-11 good"],
    ["lr ? 1", "strange 3-4 ?"],
    ["true", "wantsOperator 4-4 "],
    ["min(lr)", "wantsOperator 7-7 "],
    ["lr < 1 opt == sgd", "wantsEnd 7-10 opt"],
  ])("%s", (query, error) => {
    expect(errorOf(query)).toBe(error);
  });

  it("a pattern that is none", () => {
    expect(errorOf("opt ~ /(/")).toMatch(/^badRegex 6-9 /);
  });

  it.each([
    "/(a+)+b/",
    "/(a|a)*b/",
    "/(a*){20}/",
    "/(\\w+)\\1/",
    "/.*a.*a.*a.*b/",
    `/${"a".repeat(201)}/`,
  ])("the pattern %s might take for ever", (pattern) => {
    expect(errorOf(`opt ~ ${pattern}`)).toMatch(/^slowRegex/);
  });

  it.each(["/^run-\\d+$/", "/[a+*]{2}(b|c)/", "/a.*b/"])("the pattern %s does not", (pattern) => {
    expect(errorOf(`opt ~ ${pattern}`)).toBe("none");
  });
});

describe("no input hangs or is run", () => {
  it("deep nesting is an error", () => {
    expect(errorOf(`${"(".repeat(1500)}lr < 1`)).toMatch(/^tooDeep/);
    expect(errorOf(`${"not ".repeat(900)}lr < 1`)).toMatch(/^tooDeep/);
  });

  it("a long text is an error", () => {
    expect(errorOf("lr < 1 or ".repeat(1000))).toMatch(/^tooLong/);
  });

  it("what looks like code is refused", () => {
    expect(errorOf("constructor.constructor == alert(1)")).toBe("wantsEnd 32-33 (");
    expect(errorOf("__proto__ < 1")).toBe("unknownColumn 0-9 __proto__");
  });

  it("any text gives rows or a QueryError", () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const pieces = [
      "lr",
      "opt",
      "<",
      "==",
      "(",
      ")",
      "[",
      "]",
      ",",
      "~",
      "/a/",
      "'x'",
      "`",
      "1e-3",
    ];
    pieces.push(
      "not",
      "in",
      "is",
      "missing",
      "and",
      "or",
      "&&",
      "!",
      "min(",
      "~",
      "学",
      "\\",
      "\ud800",
    );
    for (let i = 0; i < 3000; i++) {
      const query = Array.from({ length: random(9) }, () => pieces[random(pieces.length)]).join(
        " ",
      );
      expect(errorOf(query)).not.toBe("");
    }
  });
});
