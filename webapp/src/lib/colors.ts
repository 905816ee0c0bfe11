/** Colors of runs: the same for a name on every page, after every reload. */

/**
 * Two rings of ten hues, each color with a contrast of at least 3:1 against the light and the dark
 * ground of the page. The first ring is distinguished at a glance; the second fills its gaps.
 */
const ringSize = 10;

export const PALETTE: readonly string[] = [
  "#306ce2",
  "#e5690d",
  "#139948",
  "#d72440",
  "#8b46df",
  "#11a3a9",
  "#df3798",
  "#a58a07",
  "#985e3d",
  "#009edb",
  "#087d61",
  "#d0830a",
  "#b84ac0",
  "#5e58d8",
  "#6ba211",
  "#c13363",
  "#05a58e",
  "#9281e1",
  "#757628",
  "#e66e6d",
];

/** Coprime with the length of a ring: probing reaches every color, far hues first. */
const probe = 3;

/** A run without records yet; not Infinity, whose difference is no number. */
const latest = Number.MAX_VALUE;

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  }
  return h >>> 0;
}

export interface NamedColor {
  readonly id: string;
  readonly name: string;
  /** Seconds since 1970. */
  readonly started: number | null;
}

/**
 * A color for each run.
 *
 * The name proposes a color of the first ring; if an older run has it, the next free one is taken,
 * then of the second ring, and once all are taken the round begins anew. Older runs choose first, so
 * that a run that appears later changes no color; selection and order of arrival play no part.
 * @param kept - colors by id that stay as they are, such as those given before a run was deleted.
 * @returns colors by id.
 */
export function assignColors(
  runs: readonly NamedColor[],
  kept: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const oldestFirst = byAge(runs);
  const colors = new Map<string, string>();
  const uses = PALETTE.map(() => 0);
  const give = (id: string, slot: number): void => {
    colors.set(id, PALETTE[slot] as string);
    uses[slot] = (uses[slot] as number) + 1;
  };
  for (const { id } of oldestFirst) {
    const slot = PALETTE.indexOf(kept.get(id) ?? "");
    if (slot >= 0) give(id, slot);
  }
  for (const { id, name } of oldestFirst) {
    if (colors.has(id)) continue;
    const least = Math.min(...uses);
    const ring = uses.indexOf(least) < ringSize ? 0 : ringSize;
    let slot = hash(name) % ringSize;
    while (uses[ring + slot] !== least) slot = (slot + probe) % ringSize;
    give(id, ring + slot);
  }
  return colors;
}

/** Lengths of strokes and gaps, in pixels: the first runs of a color are plain, the next ones dashed. */
export const DASHES: readonly (readonly number[])[] = [
  [],
  [7, 3],
  [2, 2.5],
  [9, 3, 2, 3],
  [14, 4],
  [6, 2, 2, 2, 2, 2],
];

/**
 * Dashes that distinguish a run from others of its color: older runs choose first, the plain line before all.
 * @param colors - by id.
 * @param kept - positions in `DASHES` by id that stay as they are, whichever runs come or go.
 * @returns positions in `DASHES` by id.
 */
export function assignDashes(
  runs: readonly NamedColor[],
  colors: ReadonlyMap<string, string>,
  kept: ReadonlyMap<string, number> = new Map(),
): ReadonlyMap<string, number> {
  const oldestFirst = byAge(runs);
  const usesByColor = new Map<string, number[]>();
  const dashes = new Map<string, number>();
  const usesOf = (id: string): number[] => {
    const color = colors.get(id) ?? "";
    const uses = usesByColor.get(color) ?? DASHES.map(() => 0);
    usesByColor.set(color, uses);
    return uses;
  };
  const give = (id: string, dash: number): void => {
    const uses = usesOf(id);
    uses[dash] = (uses[dash] ?? 0) + 1;
    dashes.set(id, dash);
  };
  for (const { id } of oldestFirst) {
    const dash = kept.get(id);
    if (dash !== undefined) give(id, dash);
  }
  for (const { id } of oldestFirst) {
    if (dashes.has(id)) continue;
    const uses = usesOf(id);
    give(id, uses.indexOf(Math.min(...uses)));
  }
  return dashes;
}

function byAge(runs: readonly NamedColor[]): readonly NamedColor[] {
  return [...runs].sort(
    (a, b) => (a.started ?? latest) - (b.started ?? latest) || (a.name < b.name ? -1 : 1),
  );
}
