import { expect, it } from "vitest";
import { arraysIn, shaped, typed } from "./arrays";

/** @param offset - bytes before the items, as a msgpack answer has them. */
function packed(
  dtype: string,
  items: ArrayBufferView,
  offset = 0,
): { dtype: string; data: Uint8Array } {
  const bytes = new Uint8Array(items.buffer, items.byteOffset, items.byteLength);
  const all = new Uint8Array(offset + bytes.length);
  all.set(bytes, offset);
  return { dtype, data: all.subarray(offset) };
}

it.each([
  ["i1", Int8Array.of(-128, 127)],
  ["i2", Int16Array.of(-32768, 32767)],
  ["i4", Int32Array.of(-2147483648, 2147483647)],
  ["u1", Uint8Array.of(0, 255)],
  ["u2", Uint16Array.of(0, 65535)],
  ["u4", Uint32Array.of(0, 4294967295)],
  ["f4", Float32Array.of(0.5, NaN)],
  ["f8", Float64Array.of(-0, Infinity)],
])("%s keeps its type and its values at any offset", (dtype, items) => {
  for (const offset of [0, 1, 3, 8])
    expect(typed(packed(dtype, items, offset), "x")).toEqual(items);
});

it("NumPy's own way to write a byte order is taken", () => {
  expect(typed(packed("<f4", Float32Array.of(1)), "x")).toEqual(Float32Array.of(1));
  expect(typed(packed("|u1", Uint8Array.of(1)), "x")).toEqual(Uint8Array.of(1));
});

it("integers of 64 bits are exact up to 2^53", () => {
  const signed = BigInt64Array.of(-(2n ** 53n), -1n, 2n ** 53n);
  expect(typed(packed("i8", signed, 1), "x")).toEqual(Float64Array.of(-(2 ** 53), -1, 2 ** 53));
  const unsigned = BigUint64Array.of(0n, 2n ** 53n);
  expect(typed(packed("u8", unsigned, 1), "x")).toEqual(Float64Array.of(0, 2 ** 53));
});

it("a shape has to fit its items", () => {
  const six = packed("u1", new Uint8Array(6));
  expect(shaped({ ...six, shape: [2, 3] }, "x").shape).toEqual([2, 3]);
  expect(shaped(six, "x").shape).toEqual([6]);
  expect(() => shaped({ ...six, shape: [2, 2] }, "x")).toThrow(
    "at x.data: got 6 items, want 4 items",
  );
});

it("a scalar has the shape of no dimension, and an empty array one with a zero", () => {
  expect(shaped({ ...packed("f8", Float64Array.of(3)), shape: [] }, "x").shape).toEqual([]);
  expect(shaped({ ...packed("f8", new Float64Array()), shape: [0, 5] }, "x").shape).toEqual([0, 5]);
});

it("arrays are found wherever they are in a payload, and all else stays as it is", () => {
  const payload = {
    name: "a",
    list: [1, packed("u1", Uint8Array.of(7))],
    deep: { grid: { ...packed("u1", Uint8Array.of(1, 2)), shape: [1, 2] } },
    bytes: Uint8Array.of(9),
    none: null,
  };
  expect(arraysIn(payload, "payload")).toEqual({
    name: "a",
    list: [1, Uint8Array.of(7)],
    deep: { grid: { shape: [1, 2], data: Uint8Array.of(1, 2) } },
    bytes: Uint8Array.of(9),
    none: null,
  });
});

it("an unknown type and half an item are refused", () => {
  expect(() => typed(packed("f2", new Uint8Array(2)), "x")).toThrow("at x.dtype");
  expect(() => typed(packed("f4", new Uint8Array(6)), "x")).toThrow(
    "got 6 bytes, want a multiple of 4",
  );
});
