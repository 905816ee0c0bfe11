import { encode } from "@msgpack/msgpack";
import { describe, expect, test } from "vitest";
import { scalarsOf, tagsOf } from "./answers";
import { asFloats, asInts, asNumber, DecodeError, unpack } from "./decode";

function column(dtype: string, items: ArrayBufferView) {
  return { dtype, data: new Uint8Array(items.buffer, items.byteOffset, items.byteLength) };
}

const floats = (...values: number[]) => column("f8", Float64Array.from(values));
const ints = (...values: bigint[]) => column("i8", BigInt64Array.from(values));

describe("columns", () => {
  test("integers of 64 bits keep their sign and their value up to 2^53", () => {
    const values = [0n, 1n, -1n, 4294967296n, -4294967297n, 9007199254740991n, -9007199254740991n];
    expect([...asFloats(ints(...values), "step")]).toEqual(values.map(Number));
  });

  test("floats keep NaN, infinities and the sign of zero", () => {
    const values = [NaN, Infinity, -Infinity, -0, 5e-324];
    expect([...asFloats(floats(...values), "value")]).toEqual(values);
  });

  test("a column at an odd address of the answer is read right", () => {
    for (const padding of ["", "a", "ab", "abc", "abcdefg"]) {
      const packed = encode([padding, floats(1.5, -2.5)]);
      const bytes = packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength);
      const [, got] = unpack(bytes) as unknown[];
      expect([...asFloats(got, "value")]).toEqual([1.5, -2.5]);
    }
  });

  test("counts may come in 32 or 64 bits", () => {
    expect([...asInts(column("i4", Int32Array.of(7, -7)), "count")]).toEqual([7, -7]);
    expect([...asInts(ints(7n, -7n), "count")]).toEqual([7, -7]);
  });

  test("a column with half an item is refused", () => {
    const cut = { dtype: "f8", data: new Uint8Array(12) };
    expect(() => asFloats(cut, "value")).toThrow(
      "at value.data: got 12 bytes, want a multiple of 8",
    );
  });

  test("an unknown item type is refused", () => {
    const odd = { dtype: "f2", data: new Uint8Array(2) };
    expect(() => asFloats(odd, "value")).toThrow("at value.dtype: got string f2, want f8 or");
  });
});

test("a number that JSON can't write comes as a string", () => {
  expect(asNumber("NaN", "x")).toBeNaN();
  expect(asNumber("-Infinity", "x")).toBe(-Infinity);
  expect(() => asNumber("12", "x")).toThrow(DecodeError);
});

const empty = { step: ints(), walltime: floats(), what: column("u1", new Uint8Array()) };
const series = {
  run: "a",
  tag: "loss",
  version: 0,
  count: 2,
  superseded: 0,
  in_range: 2,
  exact: true,
  append: false,
  origin: 10,
  step: ints(1n, 2n),
  walltime: floats(10, 11),
  value: floats(0.5, NaN),
  smoothed: null,
  nonfinite: { ...empty, count: column("i4", new Int32Array()) },
  stats: { min: 0.5, min_step: 1, max: 0.5, max_step: 1, last: "NaN", last_step: 2, nan: 1 },
};

describe("answers", () => {
  test("a series that does not exist stands in its place", () => {
    const missing = { run: "b", tag: "loss", error: "not_found" };
    const [first, second] = scalarsOf({ series: [missing, series] });
    expect(first).toEqual(missing);
    expect(second).toMatchObject({ run: "a", step: Float64Array.of(1, 2) });
  });

  test("columns of unequal length are refused with their place", () => {
    const broken = { ...series, value: floats(1) };
    expect(() => scalarsOf({ series: [series, broken] })).toThrow(
      "at series[1].value: got 1 items, want 2 items",
    );
  });

  test("a field that is missing is named", () => {
    const { exact: _, ...broken } = series;
    expect(() => scalarsOf({ series: [broken] })).toThrow(
      "at series[0].exact: got undefined, want true or false",
    );
  });

  test("a tag's runs are given by their positions", () => {
    const kinds = { scalar: { tags: ["a", "b"], runs: [[1], [0, 1]] }, unheard_of: {} };
    const tags = tagsOf({ version: 1, runs: ["r0", "r1"], kinds });
    expect([...tags]).toEqual([
      [
        "scalar",
        [
          { tag: "a", runs: ["r1"] },
          { tag: "b", runs: ["r0", "r1"] },
        ],
      ],
    ]);
  });
});
