import { expect, it } from "vitest";
import { keyOf } from "./field-values";

it("knows the words of our own records, each by the field it stands in", () => {
  expect(keyOf("kind", "towards")).toBe("kindTowards");
  expect(keyOf("norm", "weight")).toBe("normWeight");
  expect(keyOf("ignore", "weight")).toBe("ignoreWeight");
  expect(keyOf("batchNorm", "batch")).toBe("batchBatch");
});

it("knows no other word, whatever it is called", () => {
  expect(keyOf("norm", "spectral")).toBeNull();
  expect(keyOf("kind", "toString")).toBeNull();
});
