import { describe, expect, it } from "vitest";
import { changed, keyIn, moved, ordered } from "./arranged";
import { summaryOf } from "./testing";

const a = summaryOf({ id: "1", tag: "a" });
const b = summaryOf({ id: "2", tag: "b" });
const c = summaryOf({ id: "3", tag: "c" });
const other = summaryOf({ run: "other", id: "1", tag: "a" });

describe("landscapes in a list", () => {
  it("go by what they are of, and those that are played by their tag", () => {
    expect(keyIn(a)).toBe("1 a");
    expect(keyIn(summaryOf({ tag: "a", settings: { mode: "snapshots" } }))).toBe("snapshots a");
  });

  it("stand by their ranks, the others behind them as they were", () => {
    const fields = { "3 c": { rank: 0 }, "2 b": { name: "B" } };
    const found = ordered([a, other, b, c], (run) => (run === "other" ? {} : fields));
    expect(found).toEqual([c, a, b, other]);
  });

  it("change places with their neighbors", () => {
    const keys = ["1 a", "2 b", "3 c"];
    const up = moved({ "3 c": { name: "C" } }, keys, "3 c", -1);
    expect(up).toEqual({ "1 a": { rank: 0 }, "3 c": { rank: 1, name: "C" }, "2 b": { rank: 2 } });
    expect(moved({}, keys, "1 a", -1)).toEqual({});
    expect(moved({}, keys, "3 c", 1)).toEqual({});
    expect(moved({}, keys, "gone", 1)).toEqual({});
  });

  it("keep nothing that is nothing", () => {
    expect(changed({}, "1 a", { hidden: true })).toEqual({ "1 a": { hidden: true } });
    expect(changed({ "1 a": { hidden: true } }, "1 a", { hidden: false })).toEqual({});
    expect(changed({ "1 a": { name: "A", rank: 2 } }, "1 a", { name: "" })).toEqual({
      "1 a": { rank: 2 },
    });
  });
});
