import { describe, expect, it } from "vitest";
import { chartsCodec, plainChart, readChart } from "./codec";
import { chartOf, entryOf, type Chart } from "./model";

const plain = chartOf(1, { entries: [entryOf("loss/train"), entryOf("loss/test")] });
const rich = chartOf(2, {
  title: "it's [mine] (2)",
  entries: [
    entryOf("loss/train - loss/test", { axis: "right", smoothing: 0.6 }),
    entryOf("`my tag`", { color: "#a1b2c3", isShown: false }),
    entryOf("lr", { isShown: false }),
    entryOf("loss", { band: ["loss - spread", "`high one`"] }),
  ],
  x: "tag",
  along: "epoch",
  logX: true,
  logRight: true,
  runs: ["f3b2c81d90aa"],
  zoom: { x: [0, 10.5], y: null },
});

describe("plainChart", () => {
  it("leaves out what has its default", () => {
    expect(plainChart(plain)).toEqual({ e: [["loss/train"], ["loss/test"]] });
    expect(plainChart(rich)).toEqual({
      t: "it's [mine] (2)",
      e: [
        ["loss/train - loss/test", "R", 0.6],
        ["`my tag`", "L", 0, "#a1b2c3", 0],
        ["lr", "L", 0, null, 0],
        ["loss", "L", 0, null, 1, "loss - spread", "`high one`"],
      ],
      x: "tag",
      a: "epoch",
      l: "xR",
      r: ["f3b2c81d90aa"],
      z: [[0, 10.5], null],
    });
  });
});

describe("readChart", () => {
  it("reads what was written", () => {
    for (const chart of [plain, rich])
      expect(readChart(plainChart(chart), chart.id)).toEqual(chart);
  });

  it("takes nothing but a whole chart", () => {
    const e = [["lr"]];
    const broken: readonly unknown[] = [
      null,
      7,
      "lr",
      [],
      {},
      { e: "lr" },
      { e: ["lr"] },
      { e: [[7]] },
      { e: [["x".repeat(1001)]] },
      { e: [["lr", "M"]] },
      { e: [["lr", "L", 1]] },
      { e: [["lr", "L", -0.1]] },
      { e: [["lr", "L", 0, "red"]] },
      { e: [["lr", "L", 0, "#12345g"]] },
      { e: [["lr", "L", 0, null, 2]] },
      { e: Array(41).fill(["lr"]) },
      { e, t: 7 },
      { e, t: "x".repeat(201) },
      { e, x: "epoch" },
      { e, a: null },
      { e, l: "Lx" },
      { e, r: "all" },
      { e, r: [7] },
      { e, z: [[1, 0], null] },
      { e, z: [[0, Infinity], null] },
      { e, z: [[0, 1]] },
      { e, z: 7 },
    ];
    for (const value of broken) expect([value, readChart(value, 1)]).toEqual([value, null]);
  });

  it("takes an entry that can't be read as an expression: its field says what is wrong", () => {
    expect(readChart({ e: [["1 +"]] }, 1)?.entries[0]?.text).toBe("1 +");
  });
});

describe("chartsCodec", () => {
  it("is short, and needs few escapes in an address", () => {
    expect(chartsCodec.format([plain])).toBe("(!'e':(('loss/train'),('loss/test'))~)");
    expect(chartsCodec.format(null)).toBe("auto");
    expect(chartsCodec.format([])).toBe("()");
  });

  it("reads what it wrote, and numbers the charts", () => {
    const charts: readonly Chart[] = [plain, rich];
    expect(chartsCodec.parse(chartsCodec.format(charts))).toEqual(charts);
    expect(chartsCodec.parse("auto")).toBe(null);
    expect(chartsCodec.parse("()")).toEqual([]);
  });

  it("refuses an address that is no list of charts", () => {
    for (const text of ["", "(", "7", "(7)", "(!~)", `(${Array(41).fill("!'e':()~").join()})`]) {
      expect(chartsCodec.parse(text)).toBe(undefined);
    }
  });
});
