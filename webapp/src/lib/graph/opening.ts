/** Which boxes are open at first, what a link says of others, and what has to be opened to see a box. */

import { frameOf, repeats, type Opening } from "./frame";
import type { Outline } from "./outline";

/** What a reader takes in at once. */
const BOXES = 40;
/** An only box is opened with the one around it, unless so many come to light. */
const MOST_OF_ONE = 150;
const DEEPEST = 60;

const closed = { isOpen: () => false, isUnfolded: () => false } as const;

/** From the outside in, as long as the boxes are few; calls of functions stay closed. */
export function openedAtFirst(outline: Outline, isFolding: boolean): ReadonlySet<number> {
  const opened = new Set<number>();
  const itemsOf = (box: number): readonly number[] =>
    frameOf(outline, box, { ...closed, isFolding }).items;
  const isModule = (box: number): boolean => outline.canOpen(box) && !outline.isFunction(box);
  let level = itemsOf(outline.root);
  let count = level.length;
  for (let depth = 0; level.length > 0 && depth < DEEPEST; depth++) {
    const next: number[] = [];
    const isOnly = level.length === 1;
    // A module without modules, such as a norm that counts its batches, shows little more when it is open.
    const worth = level.filter((box) => isOnly || itemsOf(box).some(isModule));
    for (const boxes of alike(outline, worth)) {
      const most = isOnly ? MOST_OF_ONE : BOXES - count + boxes.length;
      const inside = insideOf(boxes, most, itemsOf);
      if (inside === null) continue;
      for (const box of boxes) opened.add(box);
      count += inside.length - boxes.length;
      next.push(...inside);
    }
    level = next;
  }
  return opened;
}

/** Boxes that can be opened, those of one type together: all of them are opened, or none. */
function alike(outline: Outline, level: readonly number[]): Iterable<readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const box of level) {
    if (!outline.canOpen(box) || outline.isFunction(box)) continue;
    if (outline.phaseOf(box) !== 0 && level.length > 1) continue;
    const type = outline.names.scopeType(outline.scopeOf(box));
    const others = groups.get(type);
    if (others === undefined) groups.set(type, [box]);
    else others.push(box);
  }
  return groups.values();
}

/** What lies in some boxes; null: it is more than `most`. */
function insideOf(
  boxes: readonly number[],
  most: number,
  itemsOf: (box: number) => readonly number[],
): readonly number[] | null {
  const inside: number[] = [];
  for (const box of boxes) {
    inside.push(...itemsOf(box));
    if (inside.length > most) return null;
  }
  return inside;
}

/** How the keys of boxes are written: those of other phases than the first say so. */
const PHASE_LEADS = ["", "backward:", "optimizer:", "other:"] as const;

export function boxKey(outline: Outline, box: number): string {
  if (outline.isNode(box)) return outline.names.nodeKey(box);
  return `${PHASE_LEADS[outline.phaseOf(box)] ?? ""}${outline.names.scopeKey(outline.scopeOf(box))}`;
}

/** -1: there is none. */
export function boxAt(outline: Outline, key: string): number {
  const phase = PHASE_LEADS.findLastIndex((lead) => key.startsWith(lead));
  const scope = outline.names.scopeAt(key.slice(PHASE_LEADS[phase]?.length ?? 0));
  if (scope > 0 && outline.amountIn(outline.boxOf(scope, phase)) > 0)
    return outline.boxOf(scope, phase);
  return outline.names.nodeAt(key);
}

/** Boxes to open, and those that repeat to show one by one, so that a box is seen. */
export interface OpeningWay {
  readonly open: readonly number[];
  readonly unfold: readonly number[];
}

export function wayTo(outline: Outline, box: number, opening: Opening): OpeningWay {
  const open: number[] = [];
  const unfold: number[] = [];
  let inside = box;
  for (let above = outline.parentOf(box); above >= 0; above = outline.parentOf(above)) {
    if (above !== outline.root) open.push(above);
    const first = opening.isFolding ? firstOfRepeated(outline, above, inside) : inside;
    if (first !== inside) unfold.push(first);
    inside = above;
  }
  return { open: open.reverse(), unfold };
}

/** The first one of the neighbors that are shown as one with a box; the box itself if there are none. */
export function firstOfRepeated(outline: Outline, frame: number, box: number): number {
  const children = outline.childrenOf(frame);
  for (let i = 0; i < children.length;) {
    const count = repeats(outline, children, i);
    for (let k = 0; k < count; k++) if (children[i + k] === box) return children[i] as number;
    i += count;
  }
  return box;
}
