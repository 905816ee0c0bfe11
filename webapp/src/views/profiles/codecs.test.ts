import { expect, test } from "vitest";
import { rangeCodec, sortCodec } from "./codecs";

test("a range of time comes back from a link to the nanosecond", () => {
  const range = { start: -5, end: 1_234_567_890_123 };
  expect(rangeCodec.parse(rangeCodec.format(range))).toEqual(range);
  expect(rangeCodec.parse("")).toBeNull();
  expect(rangeCodec.parse("9~3")).toBeUndefined();
  expect(rangeCodec.parse("a~b")).toBeUndefined();
});

test("an order of rows comes back from a link", () => {
  for (const sort of [
    { key: "self", descending: true },
    { key: "name", descending: false },
  ]) {
    expect(sortCodec.parse(sortCodec.format(sort))).toEqual(sort);
  }
  expect(sortCodec.parse("-")).toBeUndefined();
});
