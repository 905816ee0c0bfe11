import { expect, it } from "vitest";
import { differenceOf, needsDecoding, valuesAt, valuesShown, valueWords } from "./values";

const header = { width: 2, height: 2, depth: 8, channels: 3 };

it("the values of a pixel are those of the file", () => {
  const pixels = { ...header, depth: 16, channels: 1, data: Uint16Array.of(1, 2, 3, 65535) };
  expect(valuesAt(pixels, 1, 1)).toEqual({ values: [65535], exact: true, most: 65535 });
  expect(valuesAt(pixels, 2, 0)).toBeNull();
  expect(valuesAt(pixels, 0, -1)).toBeNull();
  const colors = { ...header, data: Uint8Array.from({ length: 12 }, (_, i) => i) };
  expect(valuesAt(colors, 0, 1)?.values).toEqual([6, 7, 8]);
});

it("what a canvas gives is exact for 8 bits without alpha, and only then", () => {
  expect(valuesShown([9, 8, 7, 255], header)).toEqual({
    values: [9, 8, 7],
    exact: true,
    most: 255,
  });
  expect(valuesShown([9, 9, 9, 255], { ...header, channels: 1 }).values).toEqual([9]);
  expect(valuesShown([9, 9, 9, 128], { ...header, channels: 2 })).toMatchObject({
    values: [9, 128],
    exact: false,
  });
  expect(valuesShown([9, 9, 9, 255], { ...header, channels: 1, depth: 16 }).exact).toBe(false);
  expect(valuesShown([1, 2, 3, 4], null)).toMatchObject({ values: [1, 2, 3, 4], exact: false });
});

it("files whose values no canvas keeps are decoded", () => {
  expect(needsDecoding(header)).toBe(false);
  expect(needsDecoding({ ...header, channels: 4 })).toBe(true);
  expect(needsDecoding({ ...header, channels: 1, depth: 16 })).toBe(true);
});

it("values are said with their channels", () => {
  const say = (values: number[], exact = true, most = 255): string =>
    valueWords({ values, exact, most }, "about");
  expect(say([17])).toBe("17");
  expect(say([17, 255])).toBe("17 A 255");
  expect(say([1, 2, 3])).toBe("R 1 G 2 B 3");
  expect(say([1, 2, 3, 4], false)).toBe("about R 1 G 2 B 3 A 4");
  expect(say([4000], true, 65535)).toBe("4000 / 65535");
});

it("differences are absolute, and only there between values of one kind", () => {
  const of = (values: number[], most = 255) => ({ values, exact: true, most });
  expect(differenceOf(of([1, 200]), of([4, 100]))?.values).toEqual([3, 100]);
  expect(differenceOf(of([1]), of([1, 2]))).toBeNull();
  expect(differenceOf(of([1]), of([1], 65535))).toBeNull();
});
