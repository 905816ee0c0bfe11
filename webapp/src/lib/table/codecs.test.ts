import { expect, it } from "vitest";
import { list } from "../codec";
import { aimCodec, orAuto, sortsCodec, widthsCodec } from "./codecs";

it("sorts are keys of columns, falling ones with a minus", () => {
  const sorts = [
    { key: "h:lr", descending: false },
    { key: "m:last:loss, test", descending: true },
  ];
  expect(sortsCodec.format(sorts)).toBe("h:lr,-m:last:loss%2C test");
  expect(sortsCodec.parse("h:lr,-m:last:loss%2C test")).toEqual(sorts);
  expect(sortsCodec.parse("")).toEqual([]);
});

it("widths are pixels of columns", () => {
  const widths = new Map([
    ["h:weight decay", 120],
    ["r:name", 64],
  ]);
  expect(widthsCodec.parse(widthsCodec.format(widths))).toEqual(widths);
  expect(widthsCodec.parse("")).toEqual(new Map());
  expect(widthsCodec.parse("wide h:lr")).toBeUndefined();
});

it("an objective is a metric and its better end", () => {
  const aim = { key: "m:at:-3:loss", goal: "min" } as const;
  expect(aimCodec.parse(aimCodec.format(aim))).toEqual(aim);
  const open = { ...aim, goal: null };
  expect(aimCodec.parse(aimCodec.format(open))).toEqual(open);
  expect(aimCodec.parse("min h:lr")).toBeUndefined();
});

it("nothing chosen is not the same as none", () => {
  const codec = orAuto(list);
  expect([codec.format(null), codec.format([])]).toEqual(["auto", ""]);
  expect([codec.parse("auto"), codec.parse("")]).toEqual([null, []]);
});
