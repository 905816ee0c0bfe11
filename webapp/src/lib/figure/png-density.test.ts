import { expect, test } from "vitest";
import { crc32, withDensity } from "./png-density";

test("the checksum is that of the standard", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
});

test("300 pixels an inch are 11811 a meter, written behind the first chunk", () => {
  const png = Uint8Array.from({ length: 60 }, (_, i) => i);
  const dense = withDensity(png, 300);
  expect(dense.length).toBe(81);
  expect([...dense.subarray(0, 33)]).toEqual([...png.subarray(0, 33)]);
  expect([...dense.subarray(54)]).toEqual([...png.subarray(33)]);
  const view = new DataView(dense.buffer);
  expect(view.getUint32(33)).toBe(9);
  expect(new TextDecoder().decode(dense.subarray(37, 41))).toBe("pHYs");
  expect([view.getUint32(41), view.getUint32(45), view.getUint8(49)]).toEqual([11811, 11811, 1]);
});
