import { expect, it } from "vitest";
import { changed, lookOf, looksCodec, readRange, withLook, type OwnLook } from "./own-look";

const all: OwnLook = {
  x: { axis: "step", along: "a,b%3B=;\nc" },
  low: -1e-3,
  high: 2,
  smoothing: 0.5,
  logY: false,
};

it("writes and reads what each chart has of its own, and only that", () => {
  const looks = [
    ["loss, of a\nrun", all],
    ["lr", { x: { axis: "wall", along: "" } }],
  ] as const;
  expect(looksCodec.parse(looksCodec.format(looks))).toEqual(looks);
  expect(looksCodec.format([["lr", { low: 0 }]])).toBe("lr,low=0");
  expect(looksCodec.parse("")).toEqual([]);
  expect(looksCodec.parse("lonely")).toBeUndefined();
});

it.each([
  ["x=epoch"],
  ["low=1;high=1"],
  ["low=Infinity;high=x"],
  ["smoothing=1"],
  ["logY=yes"],
  ["low"],
  [""],
])("leaves out what can't be read: %s", (text) => {
  const read = looksCodec.parse(`bad,${encodeURIComponent(text)},good,high=3`);
  expect(read).toEqual([["good", { high: 3 }]]);
});

it("a chart that is as all others again is not kept", () => {
  const looks = withLook(withLook([], "a", all), "b", { logY: true });
  expect(looks.map(([key]) => key)).toEqual(["a", "b"]);
  expect(withLook(looks, "b", changed(lookOf(looks, "b"), { logY: undefined }))).toEqual([
    ["a", all],
  ]);
  expect(lookOf(looks, "c")).toEqual({});
});

it("keeps the charts that were changed last, of many", () => {
  const names = Array.from({ length: 30 }, (_, i) => `tag${i}`);
  const looks = names.reduce((kept, name) => withLook(kept, name, all), withLook([], "x", all));
  expect(looks.map(([key]) => key)).toEqual(names.slice(10));
});

it("reads a range as it is written, and says what is wrong with it", () => {
  const read = (low: string, high: string, isLog = false) => readRange({ low, high }, isLog);
  expect(read("", "")).toEqual({ ends: {} });
  expect(read(" 1e-3", "")).toEqual({ ends: { low: 0.001 } });
  expect(read("−1", ".5")).toEqual({ ends: { low: -1, high: 0.5 } });
  expect(read("x", "1")).toEqual({ problem: "notNumber", at: "low" });
  expect(read("0", "inf")).toEqual({ problem: "notNumber", at: "high" });
  expect(read("2", "2")).toEqual({ problem: "order", at: "high" });
  expect(read("0", "1", true)).toEqual({ problem: "log", at: "low" });
  expect(read("", "-1", true)).toEqual({ problem: "log", at: "high" });
  expect(read("-1", "1")).toEqual({ ends: { low: -1, high: 1 } });
});
