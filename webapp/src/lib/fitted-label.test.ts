import { expect, it } from "vitest";
import { fittedLabel, fittedLabels } from "./fitted-label";

/** A letter is as wide as another. */
const widthOf = (text: string): number => 8 * text.length;

it("keeps what distinguishes a name from those that are short enough", () => {
  const names = [
    "net/adam-lr0.1/seed0",
    "transformer/adam-lr0.1/seed0",
    "transformer/adam-lr0.1/seed1",
  ];
  const room = 20 * 8;
  expect(names.map((name) => fittedLabel(name, names, room, widthOf))).toEqual([
    "net/adam-lr0.1/seed0",
    "transformer/…seed0",
    "transformer/…seed1",
  ]);
});

it("leaves out words that all share before anything else", () => {
  const names = [1, 2, 3].map((seed) => `a-very-long-name-of-everything-seed${seed}`);
  expect(names.map((name) => fittedLabel(name, names, 80, widthOf))).toEqual([
    "…seed1",
    "…seed2",
    "…seed3",
  ]);
});

const fitted = (names: readonly string[], letters: number) =>
  names.map((name) => fittedLabel(name, names, letters * 8, widthOf));

it("keeps what runs are called before what distinguishes those that are called the same", () => {
  const ids = ["309cad68386d070c415ed7e70cad1946", "4283fefc63f0cd0e873a0000c6d07ef7"];
  const names = [...ids.map((id) => `resnet baseline (${id})`), "vit"];
  expect(fitted(names, 24)).toEqual([
    "resnet baseline (30…946)",
    "resnet baseline (42…ef7)",
    "vit",
  ]);
  expect(fitted(names, 50)).toEqual(names);
  const short = ["team/first (7a376196)", "team/first (8b111111)", "team/second"];
  expect(fitted(short, 16)).toEqual(["team/first (7…6)", "team/first (8…1)", "team/second"]);
});

it("leaves out folders that what runs are called has in common, before it cuts words", () => {
  const names = ["team/digits/first (RUN-1)", "team/digits/seventeenth (RUN-2)"];
  expect(fitted(names, 25)).toEqual(["team/digits/first (RUN-1)", "…seventeenth (RUN-2)"]);
});

it("distinguishes any names in any room", () => {
  const names = Array.from({ length: 300 }, (_, i) => {
    const setting = `lr=${(0.0001 * (i % 17)).toFixed(4)}-augment=${i % 2 === 0 ? "none" : "randaug"}`;
    return `imagenet-classification-with-resnet50-and-a-cosine-schedule-of-the-rate-${setting}-seed=${i}`;
  });
  const alike = names.map((name, i) => `${name.slice(0, 40 + (i % 2))} (sweeps/${i}/${i % 7})`);
  for (const letters of [8, 12, 16, 24, 40, 60]) {
    const shown = [...fittedLabels([...names, ...alike], letters, (text) => text.length).values()];
    expect(new Set(shown).size).toBe(600);
    if (letters < 12) continue;
    expect(Math.max(...shown.map((text) => text.length))).toBeLessThanOrEqual(letters + 4);
  }
});
