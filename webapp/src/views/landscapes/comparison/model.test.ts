import { describe, expect, it, test } from "vitest";
import { keyOf } from "../loader";
import { landscapeOf, summaryOf } from "../testing";
import { sorted, textOf } from "./fields";
import { measuresOf } from "./measures";
import { drawnOf, marksOf, levelCount, metricsOf, spanOf, standsFor, withChosen } from "./model";
import { formatSort, inOrder, nextSort, parseSort } from "./sorting";

const look = { name: "run a", color: "#306ce2" };

describe("standsFor", () => {
  const [train, result] = [
    summaryOf({ id: "t", settings: { mode: "train" } }),
    summaryOf({ id: "r", settings: { mode: "result" } }),
  ];

  it("is the one around the last model, else the newest", () => {
    expect(standsFor([train, result], new Set())).toBe(result);
    expect(standsFor([train], new Set())).toBe(train);
    expect(standsFor([], new Set())).toBeUndefined();
  });

  it("is no plane of a path where there is another one", () => {
    const plain = summaryOf({ id: "p" });
    expect(standsFor([train, plain], new Set())).toBe(plain);
  });

  it("is the one that was chosen", () => {
    expect(standsFor([train, result], new Set([keyOf(train)]))).toBe(train);
  });

  it("needs no words once it is again the one that stands there anyway", () => {
    const before = [keyOf(summaryOf({ run: "b" }))];
    const after = withChosen(before, train, [train, result]);
    expect(after).toEqual([...before, keyOf(train)]);
    expect(withChosen(after, result, [train, result])).toEqual(before);
  });
});

describe("drawnOf", () => {
  it("reports holes and what is not computed", () => {
    const values = new Map([["loss", Float64Array.of(1, 2, NaN, Infinity, 0, 1, 2, 1, NaN)]]);
    const done = Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 1, 0);
    const drawn = drawnOf(landscapeOf({ values, done }), "loss", look);
    expect(drawn?.metric).toBe("loss");
    expect(drawn?.holes).toEqual({ nan: 1, positive: 1, negative: 0 });
    expect(drawn?.done).toBeCloseTo(8 / 9, 12);
  });

  it("is nothing without the metric, and along one direction", () => {
    expect(drawnOf(landscapeOf(), "accuracy", look)).toBeNull();
    expect(drawnOf(landscapeOf({ y: null }), "", look)).toBeNull();
  });
});

describe("spanOf", () => {
  const grid = (...values: number[]) => ({ values: Float64Array.from(values) });

  it("is shared by all grids", () => {
    const { range } = spanOf([grid(1, 2), grid(0.5, 9)], "linear", "0") ?? {};
    expect(range).toEqual({ min: 0.5, max: 9 });
  });

  it("begins above zero on a logarithmic scale", () => {
    const { range } = spanOf([grid(-1, 0, 0.01, 5)], "log", "0") ?? {};
    expect(range).toEqual({ min: 0.01, max: 5 });
    expect(spanOf([grid(-1, 0)], "log", "0")).toBeNull();
  });

  it("is logarithmic by itself where one of them would be flat", () => {
    expect(spanOf([grid(0.001, 0.01, 0.1), grid(9, 20, 42)], "auto", "auto")?.scale).toBe("log");
    expect(spanOf([grid(1, 2, 3)], "auto", "auto")?.scale).toBe("linear");
  });

  it("is nothing where no value is a number", () => {
    expect(spanOf([grid(NaN, Infinity)], "auto", "0")).toBeNull();
  });
});

it("draws fewer isolines of each landscape the more of them lie over each other", () => {
  expect([1, 2, 3, 9, 40].map(levelCount)).toEqual([12, 12, 8, 3, 3]);
});

it("marks the center once", () => {
  const marks = [
    { name: "first", x: 0, y: 0 },
    { name: "second", x: 1, y: 0 },
  ];
  expect(
    marksOf({ marks }, (name) => name.replace("center", "center")).map(({ name, kind }) => [
      name,
      kind,
    ]),
  ).toEqual([
    ["center", "center"],
    ["second", "point"],
  ]);
});

it("offers the losses first", () => {
  const other = summaryOf({ metrics: ["mse", "loss"] });
  expect(metricsOf([summaryOf({ metrics: ["loss", "accuracy"] }), other])).toEqual([
    ...["loss", "mse", "accuracy"],
  ]);
});

test("the metric of most landscapes is the first, though another one comes before it", () => {
  const one = summaryOf({ metrics: ["loss"] });
  const many = summaryOf({ metrics: ["train/loss", "test/loss"] });
  expect(metricsOf([one, many, many])).toEqual(["train/loss", "loss", "test/loss"]);
});

describe("measuresOf", () => {
  const flatness = {
    metric: "loss",
    center: 0,
    minimum: 0,
    level: 1,
    area: 3.14,
    volume: 1.57,
    open: false,
    sharpness: 0.25,
    radius: 0.5,
    sharpness_method: "grid",
    curvature_x: 2,
    curvature_y: null,
    curvature_x_error: 0.5,
    curvature_y_error: null,
    curvature_method: "hessian",
  };

  it("has a column for what at least one knows, and no other", () => {
    const keys = measuresOf([landscapeOf(), landscapeOf({ flatness })]).map(({ key }) => key);
    expect(keys).toEqual([
      ...["center/loss", "minimum", "area", "volume", "sharpness", "curvatureX"],
    ]);
  });

  it("has the numbers of the record", () => {
    const landscape = landscapeOf({ flatness });
    const area = measuresOf([landscape]).find(({ key }) => key === "area");
    expect(area?.value(landscape)).toBe(3.14);
    expect(area?.value(landscapeOf())).toBeUndefined();
  });
});

describe("the flatness of another metric", () => {
  it("is none of the one that the column names", () => {
    const flat = (metric: string) =>
      landscapeOf({
        flatness: {
          metric,
          center: 0,
          minimum: 0,
          level: 1,
          area: 3.14,
          volume: 1.57,
          open: false,
          sharpness: 0.25,
          radius: 0.5,
          sharpness_method: "grid",
          curvature_x: 2,
          curvature_y: null,
          curvature_x_error: 0.5,
          curvature_y_error: null,
          curvature_method: "hessian",
        },
      });
    const [one, other] = [flat("train/loss"), flat("loss")];
    const area = measuresOf([other, one, one]).find(({ key }) => key === "area");
    expect(area?.value(one)).toBe(3.14);
    expect(area?.value(other)).toBeUndefined();
  });
});

describe("the order of rows", () => {
  const rows = [{ v: 2 }, { v: undefined }, { v: NaN }, { v: 1 }];
  const values = (sort: string) => inOrder(rows, parseSort(sort), ({ v }) => v).map(({ v }) => v);

  it("has what is not known last in both directions, NaN before it", () => {
    expect(values("area:up")).toEqual([1, 2, NaN, undefined]);
    expect(values("area:down")).toEqual([2, 1, NaN, undefined]);
    expect(values("")).toEqual([2, undefined, NaN, 1]);
  });

  it("counts within texts", () => {
    const names = ["run 10", "run 9"];
    expect(inOrder(names, parseSort("run:up"), (name) => name)).toEqual(["run 9", "run 10"]);
  });

  it("goes up, then down, then away with every click; a colon in a name does no harm", () => {
    const key = "center/a:b";
    const up = nextSort(parseSort(""), key);
    expect(parseSort(formatSort(up))).toEqual({ key, descending: false });
    const down = nextSort(up, key);
    expect(formatSort(down)).toBe("center/a:b:down");
    expect(formatSort(nextSort(down, key))).toBe("");
  });
});

describe("sorted", () => {
  const keys = (...summaries: Parameters<typeof sorted>[0][number]) =>
    sorted(summaries.map((each) => [each])).differing.map(({ key }) => key);

  it("says words of records by the field they stand in", () => {
    const say = (where: string, value: string) => `${where}: ${value}`;
    const { common } = sorted([[summaryOf()], [summaryOf()]], say);
    const texts = new Map(common.map(({ field, text }) => [field.key, text]));
    expect(texts.get("norm")).toBe("norm: filter");
    expect(texts.get("plane")).toBe("plane: model");
  });

  it("separates what differs from what is the same, and leaves out what nobody recorded", () => {
    const { differing, common } = sorted([
      [summaryOf({ directions: { seed: 1 } })],
      [summaryOf({ directions: { seed: 2 } })],
    ]);
    expect(differing.map(({ key }) => key)).toEqual(["seed"]);
    expect(common.map(({ field, text }) => [field.key, text])).toContainEqual(["norm", "filter"]);
    expect(common.map(({ field }) => field.key)).not.toContain("optimizer");
  });

  it("counts a field that one of them does not have as different", () => {
    expect(keys(summaryOf(), summaryOf({ directions: { norm: null } }))).toEqual(["norm"]);
  });

  it("counts another grid as another way, and what has no influence as none", () => {
    const fine = { min: -1, max: 1, number: 51 };
    const { differing } = sorted([[summaryOf()], [summaryOf({ x: fine, y: fine })]]);
    expect(differing.map(({ key, isMethod }) => [key, isMethod])).toEqual([["gridSize", true]]);
    const others = (...names: (readonly [string, string])[]) => new Map(names);
    const same = { batch_size: 512, device: "cuda", seconds: 3 };
    const settings = { ...same, others: others(["points_per_second", "7"], ["rounding", "1e-7"]) };
    expect(keys(summaryOf(), summaryOf({ settings }))).toEqual([]);
  });

  it("counts the size of batches whose own statistics are used", () => {
    const batch = (size: number) =>
      summaryOf({ settings: { batch_norm: "batch", batch_size: size } });
    expect(keys(batch(64), batch(128))).toEqual(["batchSize"]);
  });

  it("has what one compares as columns, also what only the writer knows", () => {
    const decay = (value: string) =>
      summaryOf({ settings: { others: new Map([["weight_decay", value]]) } });
    const { differing } = sorted([[decay("0")], [decay("0.0005")]]);
    expect(differing.map((field) => [field.key, field.isMethod])).toEqual([
      ["weight_decay", false],
    ]);
  });

  it("has a setting of the writer beside the field of ours that is called so", () => {
    const summary = summaryOf({ settings: { others: new Map([["seed", "7"]]) } });
    const all = sorted([[summary], [summary]]).common.map(({ field, text }) => [field.key, text]);
    expect(all.filter(([key]) => key?.startsWith("seed"))).toEqual([
      ["seed", "1"],
      ["seed_", "7"],
    ]);
  });

  it("takes the same seeds of two runs as the same", () => {
    const [one, two] = [1, 2].map((seed) => summaryOf({ directions: { seed } }));
    if (one === undefined || two === undefined) throw new Error("no summaries");
    expect(
      sorted([
        [one, two],
        [one, two],
      ]).differing,
    ).toEqual([]);
  });

  it("writes a learning rate that changes as a range", () => {
    const rates = (...learning_rate: number[]) => summaryOf({ settings: { learning_rate } });
    const { differing } = sorted([[rates(0.1, 0.001)], [rates(0.1, 0.1)]]);
    const [field] = differing;
    if (field === undefined) throw new Error("no difference");
    expect(textOf(field, [rates(0.1, 0.001)])).toBe("0.001 … 0.1");
    expect(textOf(field, [rates(0.1, 0.1)])).toBe("0.1");
  });
});
