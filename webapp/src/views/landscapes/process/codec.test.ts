import { describe, expect, it } from "vitest";
import { color, maybeNumber, viewCodec } from "./codec";

describe("codecs", () => {
  it("write what they read", () => {
    const view = { x: [-1, 0.5], y: [0, 2] } as const;
    expect(viewCodec.parse(viewCodec.format(view))).toEqual(view);
    expect(viewCodec.parse(viewCodec.format(null))).toBeNull();
    expect(color.parse(color.format("#12abEF"))).toBe("#12abEF");
    expect(maybeNumber.parse(maybeNumber.format(-0.5))).toBe(-0.5);
    expect(maybeNumber.parse("")).toBeNull();
  });

  it("refuse what is no value", () => {
    for (const text of ["1:2:3", "2:1:0:1", "a:b:c:d", "1:2:3:4:5"])
      expect(viewCodec.parse(text)).toBeUndefined();
    expect(color.parse("red")).toBeUndefined();
    expect(maybeNumber.parse("much")).toBeUndefined();
  });
});
