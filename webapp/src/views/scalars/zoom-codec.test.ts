import { expect, it } from "vitest";
import { zoomCodec } from "./zoom-codec";

it("writes and reads zooms of either axis", () => {
  expect(zoomCodec.format({ x: [1, 2.5], y: null })).toBe("1:2.5::");
  expect(zoomCodec.parse("1:2.5::")).toEqual({ x: [1, 2.5], y: null });
  expect(zoomCodec.parse(":::")).toEqual({ x: null, y: null });
  expect(zoomCodec.parse("::-1:1e-3")).toEqual({ x: null, y: [-1, 0.001] });
});

it.each(["", "1:2", "2:1::", "1:::", "a:b::"])("refuses %j", (text) => {
  expect(zoomCodec.parse(text)).toBeUndefined();
});
