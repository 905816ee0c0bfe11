import { describe, expect, it } from "vitest";
import { parseMetadata, parseVectors, table, EmbeddingTableError } from "./tsv";

describe("parseVectors", () => {
  it("reads tabs, commas and spaces, and numbers that are not finite", () => {
    expect(parseVectors("1\t2.5\n-3e2\tnan\n")).toEqual({
      values: Float32Array.of(1, 2.5, -300, NaN),
      points: 2,
      dimensions: 2,
    });
    expect(parseVectors("1,2\r\n3,4").points).toBe(2);
    expect(parseVectors("1  2 3").dimensions).toBe(3);
  });

  it("names the line that is wrong", () => {
    expect(() => parseVectors("1\t2\n3\n")).toThrow(new EmbeddingTableError(2, "1 numbers", "2"));
    expect(() => parseVectors("1\tx")).toThrow('line 1: got "x", want a number');
    expect(() => parseVectors("")).toThrow(EmbeddingTableError);
  });
});

describe("parseMetadata", () => {
  it("takes one line more than points as names", () => {
    expect(parseMetadata("digit\tname\n1\ta\n2\tb", 2)).toEqual([
      { name: "digit", type: "number", values: Float64Array.of(1, 2) },
      { name: "name", type: "text", values: ["a", "b"] },
    ]);
    expect(parseMetadata("x\ny\n", 2)[0]).toEqual({
      name: "label",
      type: "text",
      values: ["x", "y"],
    });
  });

  it("says how many lines there should be", () => {
    expect(() => parseMetadata("a\nb\nc\nd", 2)).toThrow(
      "got 4 lines, want 2, or one more with names",
    );
  });
});

describe("table", () => {
  it("leaves out points without a place, and quotes what needs it", () => {
    const x = Float32Array.of(0.5, NaN);
    const label = { name: "label", type: "text", values: ['a,"b"', "c"] } as const;
    expect(table([x, x], ["x", "y"], [label], "csv")).toBe(
      'point,x,y,label\r\n0,0.5,0.5,"a,""b"""\r\n',
    );
    expect(table([x], ["x"], [label], "json")).toBe('[{"point":0,"x":0.5,"label":"a,\\"b\\""}]\n');
  });
});
