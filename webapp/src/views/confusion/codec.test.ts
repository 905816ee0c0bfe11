import { expect, it } from "vitest";
import { zoomCodec } from "./codec";

it("reads the classes in sight as it writes them", () => {
  const zoomed = { key: "a\nb,c", window: { rows: [0, 10], columns: [5, 15] } } as const;
  expect(zoomCodec.parse(zoomCodec.format(zoomed))).toEqual(zoomed);
  expect(zoomCodec.parse(zoomCodec.format(null))).toBeNull();
});

it("refuses what is no part of a matrix", () => {
  for (const text of ["1,2,3", "k,5,2,0,1", "k,0,1,0,x", "k,-1,2,0,1", "k,0,1.5,0,1"]) {
    expect(zoomCodec.parse(text)).toBeUndefined();
  }
});
