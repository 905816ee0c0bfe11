import { encode } from "@msgpack/msgpack";
import { expect, test } from "vitest";
import { floats, ints, table } from "./columns";
import { unpack } from "./decode";
import { column, f8, i8 } from "./testing";

test("integers of 64 bits keep their sign and their value up to 2^53", () => {
  const values = [0, 1, -1, 4294967296, -4294967297, 9007199254740991, -9007199254740991];
  expect([...floats(i8(...values), "step")]).toEqual(values);
});

test("floats keep NaN, infinities and the sign of zero", () => {
  const values = [NaN, Infinity, -Infinity, -0, 5e-324];
  expect([...floats(f8(...values), "value")]).toEqual(values);
});

test("a column at an odd address of the answer is read right", () => {
  for (const padding of ["", "a", "ab", "abc", "abcdefg"]) {
    const packed = encode([padding, f8(1.5, -2.5)]);
    const bytes = packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength);
    const [, got] = unpack(bytes) as unknown[];
    expect([...floats(got, "value")]).toEqual([1.5, -2.5]);
  }
});

test("counts may come in 32 or 64 bits", () => {
  expect([...ints(column("i4", Int32Array.of(7, -7)), "count")]).toEqual([7, -7]);
  expect([...ints(i8(7, -7), "count")]).toEqual([7, -7]);
});

test("a column with half an item is refused", () => {
  const cut = { dtype: "f8", data: new Uint8Array(12) };
  expect(() => floats(cut, "value")).toThrow("at value.data: got 12 bytes, want a multiple of 8");
});

test("an unknown item type is refused", () => {
  const odd = { dtype: "f2", data: new Uint8Array(2) };
  expect(() => floats(odd, "value")).toThrow("at value.dtype: got string f2, want f8 or");
});

test("a table has columns of one length", () => {
  const points = table({ x: floats, y: floats });
  expect(points({ x: f8(1), y: f8(2) }, "points")).toEqual({
    x: Float64Array.of(1),
    y: Float64Array.of(2),
  });
  expect(() => points({ x: f8(1), y: f8() }, "points")).toThrow("at points.y: got 0 items, want 1");
});
