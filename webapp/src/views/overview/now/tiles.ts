/** Which small pictures stand above the table: one for each view, of the run that comes first. */

import type { Kind } from "../../../api/kinds";
import type { Tag } from "../../../api/tags";
import type { Pictured } from "../../newest";

export interface OverviewTile extends Pictured {
  readonly kind: Kind;
  readonly tag: string;
  /** Ids of selected runs that have the tag, the one that was written to last first. */
  readonly runs: readonly string[];
  /** How many tags the view has, as it counts them itself: one of several kinds, such as PR and ROC, once. */
  readonly tags: number;
}

/**
 * @param wanted - a tag to show where a selected run has it: the objective.
 * @param order - ids of the selected runs, the one that was written to last first.
 */
export function tilesOf(
  pictured: readonly Pictured[],
  tagsOf: (kind: Kind) => readonly Tag[],
  wanted: string | null,
  order: readonly string[],
): readonly OverviewTile[] {
  const selected = new Set(order);
  const isThere = ({ runs }: Tag): boolean => runs.some((run) => selected.has(run));
  const tiles: OverviewTile[] = [];
  for (const view of pictured) {
    const all = view.kinds.flatMap((kind) => tagsOf(kind).map((tag) => ({ kind, ...tag })));
    const objective = all.find(({ tag }) => tag === wanted);
    const shown = objective !== undefined && isThere(objective) ? objective : newestOf(all, order);
    if (shown === undefined) continue;
    const having = new Set(shown.runs);
    const runs = order.filter((run) => having.has(run));
    const names = new Set(all.map(({ tag }) => tag));
    tiles.push({ ...view, kind: shown.kind, tag: shown.tag, runs, tags: names.size });
  }
  return tiles;
}

/** The first tag of the run that was written to last, of those that have any; else the first one. */
function newestOf<T extends Tag>(tags: readonly T[], order: readonly string[]): T | undefined {
  const places = new Map(order.map((run, place) => [run, place]));
  const placeOf = ({ runs }: T): number =>
    runs.reduce((least, run) => Math.min(least, places.get(run) ?? Infinity), Infinity);
  let best: { readonly tag: T; readonly place: number } | undefined;
  for (const tag of tags) {
    const place = placeOf(tag);
    if (best === undefined || place < best.place) best = { tag, place };
  }
  return best?.tag;
}

/** Pixels: a narrower tile says too little. */
const NARROWEST = 148;
/** Tiles in a window that is narrower than so many stand in one row, which is moved sideways. */
const FEWEST = 4;

/**
 * How many tiles stand in a row, so that none is cut off, and the rows are as long as each other.
 * @param width - pixels of a row. @param gap - pixels between two tiles.
 * @returns null: all in one row, which is longer than there is room.
 */
export function tilesInRow(count: number, width: number, gap: number): number | null {
  const most = Math.floor((width + gap) / (NARROWEST + gap));
  if (most < FEWEST && most < count) return null;
  const rows = Math.ceil(count / most);
  return Math.ceil(count / rows);
}
