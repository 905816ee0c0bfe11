import { describe, expect, it } from "vitest";
import { columnKey, metricKey, parseMetricKey } from "./keys";
import type { MetricChoice } from "./types";

const choices: readonly [string, MetricChoice][] = [
  ["m:last:loss/test", { tag: "loss/test", take: "last" }],
  ["m:min:a:b", { tag: "a:b", take: "min" }],
  ["m:at:-3:loss", { tag: "loss", take: "at", step: -3 }],
  ["m:max-of:acc%3A1:loss", { tag: "loss", take: "best", by: "acc:1", goal: "max" }],
  ["m:mean:two\nlines", { tag: "two\nlines", take: "mean" }],
];

describe("the key of a metric's column", () => {
  it.each(choices)("is %s", (key, choice) => {
    expect(metricKey(choice)).toBe(key);
    expect(parseMetricKey(key)).toEqual(choice);
  });

  it.each([
    "h:lr",
    "m:",
    "m:median:x",
    "m:at:x:loss",
    "m:at:99999999999999999999:loss",
    "m:max-of:%:loss",
    "",
  ])("is not %s", (text) => {
    expect(parseMetricKey(text)).toBeUndefined();
  });
});

it("the key of another column has its group", () => {
  expect(columnKey("hparams", "lr")).toBe("h:lr");
  expect(columnKey("environment", "git commit")).toBe("e:git commit");
});
