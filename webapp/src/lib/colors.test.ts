import { expect, test } from "vitest";
import { assignColors, assignDashes, DASHES, PALETTE } from "./colors";

const run = (name: string, started: number | null) => ({ id: `id of ${name}`, name, started });
const named = (count: number) => Array.from({ length: count }, (_, i) => run(`run ${i}`, i));

test("twenty runs have twenty colors", () => {
  expect(new Set(assignColors(named(20)).values()).size).toBe(20);
});

test("ten runs keep to the first ring, whose hues are far apart", () => {
  const first = PALETTE.slice(0, 10);
  expect([...assignColors(named(10)).values()].every((css) => first.includes(css))).toBe(true);
});

test("a thousand runs use each color equally often", () => {
  const uses = new Map<string, number>();
  for (const css of assignColors(named(1000)).values()) uses.set(css, (uses.get(css) ?? 0) + 1);
  expect([...uses.values()]).toEqual(Array<number>(20).fill(50));
});

test("a run that appears later changes no color", () => {
  const before = assignColors(named(30));
  const after = assignColors([run("later", 1e9), run("empty so far", null), ...named(30)]);
  for (const [id, css] of before) expect(after.get(id)).toBe(css);
});

test("the order in which the server lists the runs plays no part", () => {
  const runs = [...named(25), run("x", null), run("y", null)];
  const sorted = (colors: ReadonlyMap<string, string>) => [...colors].sort();
  expect(sorted(assignColors([...runs].reverse()))).toEqual(sorted(assignColors(runs)));
});

test("a run that is gone changes no color of those that stay, and leaves its own to the next", () => {
  const before = assignColors(named(8));
  const [gone, ...others] = named(8);
  const after = assignColors([...others, run("new", 1e9)], before);
  for (const { id } of others) expect(after.get(id)).toBe(before.get(id));
  expect(new Set(after.values()).size).toBe(8);
  // It comes back, before anyone took its place.
  expect(assignColors([...others, gone as (typeof others)[0]], after)).toEqual(before);
});

test("a kept color that is none of the palette counts for nothing", () => {
  const runs = named(3);
  expect(assignColors(runs, new Map([["id of run 0", "#123456"]]))).toEqual(assignColors(runs));
});

function luminance(css: string): number {
  const channel = (at: number) => {
    const c = parseInt(css.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** WCAG 2.2, 1.4.11. */
test.each(["#ffffff", "#181c22"])("every color has a contrast of 3:1 against %s", (ground) => {
  for (const css of PALETTE) {
    const [dark, light] = [luminance(css), luminance(ground)].sort((a, b) => a - b) as [
      number,
      number,
    ];
    expect((light + 0.05) / (dark + 0.05), css).toBeGreaterThan(3);
  }
});

test("runs of one color are distinguished by dashes, the oldest is plain", () => {
  const runs = named(100);
  const colors = assignColors(runs);
  const dashes = assignDashes(runs, colors);
  const looks = runs.map(({ id }) => `${colors.get(id)} ${dashes.get(id) ?? 0}`);
  expect(new Set(looks).size).toBe(100);
  expect(runs.slice(0, 20).every(({ id }) => dashes.get(id) === 0)).toBe(true);
});

test("a run that comes later changes the dashes of no other", () => {
  const looks = (count: number) => assignDashes(named(count), assignColors(named(count)));
  const [before, after] = [looks(50), looks(51)];
  expect([...before].every(([id, dash]) => after.get(id) === dash)).toBe(true);
});

test("dashes that were given stay, whichever runs come or go, and whenever these say that they began", () => {
  const unread = named(60).map(({ name }) => run(name, null));
  const colors = assignColors(unread);
  const before = assignDashes(unread, colors);
  const older = Array.from({ length: 40 }, (_, i) => run(`older ${i}`, -1 - i));
  const runs = [...named(60).slice(5), ...older];
  const all = assignColors(runs, colors);
  const after = assignDashes(runs, all, before);
  for (const { id } of named(60).slice(5)) {
    expect([all.get(id), after.get(id)]).toEqual([colors.get(id), before.get(id)]);
  }
  const looks = runs.map(({ id }) => `${all.get(id)} ${after.get(id)}`);
  expect(new Set(looks).size).toBe(95);
});

test("plain is one of the dashes", () => {
  expect(DASHES[0]).toEqual([]);
});
