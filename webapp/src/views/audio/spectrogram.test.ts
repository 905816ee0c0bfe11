import { expect, test } from "vitest";
import { transform } from "./fft";
import { loudest, spectrogram } from "./spectrogram";

/** By the definition. */
function slowTransform(real: Float64Array): { re: number; im: number }[] {
  const n = real.length;
  return Array.from({ length: n }, (_, k) => {
    let [re, im] = [0, 0];
    real.forEach((value, i) => {
      re += value * Math.cos((2 * Math.PI * k * i) / n);
      im -= value * Math.sin((2 * Math.PI * k * i) / n);
    });
    return { re, im };
  });
}

test.each([1, 2, 8, 64])("the fast transform is the slow one: %i", (size) => {
  const real = Float64Array.from({ length: size }, (_, i) => Math.sin(i * i) + (i % 3));
  const imaginary = new Float64Array(size);
  const expected = slowTransform(real);
  transform(real, imaginary);
  expected.forEach(({ re, im }, i) => {
    expect(real[i]).toBeCloseTo(re, 9);
    expect(imaginary[i]).toBeCloseTo(im, 9);
  });
});

test("a tone is loudest at its frequency", () => {
  const rate = 8000;
  const tone = Float32Array.from({ length: rate }, (_, i) =>
    Math.sin((2 * Math.PI * 1000 * i) / rate),
  );
  const { rows, levels } = spectrogram(tone, 10, 80);
  const middle = levels.subarray(5 * rows, 6 * rows);
  const loudest = middle.indexOf(Math.max(...middle));
  expect((loudest * rate) / 2 / rows).toBeCloseTo(1000, -1);
  expect(Math.max(...levels)).toBeCloseTo(0, 5);
});

test("silence is silent", () => {
  const { levels } = spectrogram(new Float32Array(100), 3, 60);
  expect(new Set(levels)).toEqual(new Set([-60]));
});

test("a click between two columns' middles is seen", () => {
  const click = new Float32Array(100_000);
  click[24_000] = 1;
  const { columns, rows, levels } = spectrogram(click, 5, 60);
  const most = Array.from({ length: columns }, (_, i) =>
    Math.max(...levels.subarray(i * rows, (i + 1) * rows)),
  );
  expect(most.map((level) => level > -60)).toEqual([false, true, false, false, false]);
});

test("every frequency counts in the picture, however low it is", () => {
  const one = { columns: 1, rows: 8, levels: Float32Array.of(-80, -80, -80, 0, -80, -80, -80, -9) };
  expect([0, 1, 2].map((i) => loudest(one, 0, i / 3, (i + 1) / 3))).toEqual([-80, 0, -9]);
  expect(loudest(one, 0, 0.95, 1)).toBe(-9);
  expect(loudest(one, 0, 0.375, 0.38)).toBe(0);
});
