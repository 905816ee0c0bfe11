import { expect, test } from "vitest";
import { familyOf, isStandard, standardFont } from "./fonts";

test("a name that was typed in comes first, without what would end an attribute", () => {
  expect(familyOf("own", 'Latin Modern Roman"><x')).toBe(
    "Latin Modern Romanx, Helvetica, Arial, sans-serif",
  );
  expect(familyOf("own", " ")).toBe("Helvetica, Arial, sans-serif");
  expect(familyOf("serif", "ignored")).toBe("Times New Roman, Times, serif");
});

test("a font with serifs is Times in a PDF", () => {
  expect(standardFont("serif", "")).toBe("times");
  expect(standardFont("own", "Latin Modern Roman")).toBe("times");
  expect(standardFont("own", "Noto Sans")).toBe("helvetica");
  expect(standardFont("page", "")).toBe("helvetica");
});

test("Latin letters, dashes and × are in standard fonts; Greek and Chinese are not", () => {
  expect(isStandard("run 1 · 3 × ±0.5 – “é” …")).toBe(true);
  expect(isStandard("λ")).toBe(false);
  expect(isStandard("训练")).toBe(false);
  expect(isStandard("−1")).toBe(false);
});
