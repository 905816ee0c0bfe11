import { expect, it } from "vitest";
import { cutAround, type Cut } from "./cut-rows";

interface Row {
  readonly at: number;
  readonly isNearest: boolean;
}
const rows = (count: number, nearest: number): readonly Row[] =>
  Array.from({ length: count }, (_, at) => ({ at, isNearest: at === nearest }));
const places = ({ rows: shown }: Cut<Row>): readonly number[] => shown.map(({ row }) => row.at);

it("keeps the nearest row in the middle, and says how many are above and below", () => {
  const cut = cutAround(rows(30, 20), 4);
  expect(places(cut)).toEqual([18, 19, 20, 21]);
  expect(cut.rows[0]).toMatchObject({ skipped: 18, isAbove: true });
  expect(cut.below).toBe(8);
});

it("keeps all where there is room", () => {
  const cut = cutAround(rows(3, 1), 4);
  expect(places(cut)).toEqual([0, 1, 2]);
  expect([cut.rows.every(({ skipped }) => skipped === 0), cut.below]).toEqual([true, 0]);
});

it("keeps one wherever it stands, in its place", () => {
  const all = rows(30, 20);
  const first = cutAround(all, 4, all[0]);
  expect(places(first)).toEqual([0, 19, 20, 21]);
  expect(first.rows.map(({ skipped }) => skipped)).toEqual([0, 18, 0, 0]);
  const last = cutAround(all, 4, all[29]);
  expect(places(last)).toEqual([19, 20, 21, 29]);
  expect(last.rows.at(-1)).toMatchObject({ skipped: 7, isAbove: false });
  expect(last.below).toBe(0);
});

it("no row is lost or counted twice", () => {
  for (let nearest = -1; nearest < 12; nearest++) {
    for (let kept = 0; kept < 12; kept++) {
      const all = rows(12, nearest);
      const { rows: shown, below } = cutAround(all, 5, all[kept]);
      expect(shown.reduce((sum, { skipped }) => sum + skipped + 1, below)).toBe(12);
      expect(shown).toHaveLength(5);
      expect(places({ rows: shown, below })).toContain(kept);
    }
  }
});
