import { expect, it } from "vitest";
import { thresholdCodec, zoomCodec } from "./codecs";

it("reads what it writes", () => {
  for (const value of [null, 0, 0.5, -3.25]) {
    expect(thresholdCodec.parse(thresholdCodec.format(value))).toBe(value);
  }
  const zoomed = { key: "a, b/c", view: { x: [0.2, 0.4], y: [0.9, 1] } } as const;
  expect(zoomCodec.parse(zoomCodec.format(zoomed))).toEqual(zoomed);
  expect(zoomCodec.parse(zoomCodec.format(null))).toBeNull();
});

it("refuses what is no threshold and no part of the unit square", () => {
  expect(thresholdCodec.parse("high")).toBeUndefined();
  expect(thresholdCodec.parse("Infinity")).toBeUndefined();
  for (const text of ["0,1,0,1", "k,0,1", "k,0.5,0.2,0,1", "k,0,2,0,1", "k,0,1,0,x"]) {
    expect(zoomCodec.parse(text)).toBeUndefined();
  }
});
