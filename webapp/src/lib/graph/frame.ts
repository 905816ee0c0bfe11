/** What lies directly in an opened box: its items, repeated ones as one, and which of them are joined. */

import type { Outline } from "./outline";

/** Which boxes a user has opened, and which repeated ones are shown one by one. */
export interface Opening {
  isOpen(box: number): boolean;
  /** Whether repeated neighbors are shown as one at all. */
  readonly isFolding: boolean;
  /** @param box - the first one of those that repeat. */
  isUnfolded(box: number): boolean;
}

export interface Frame {
  readonly box: number;
  /** Boxes in the order in which they ran; of repeated ones the first. */
  readonly items: readonly number[];
  /** How often each is repeated; 1: it is not. */
  readonly times: readonly number[];
  /** The item that each box directly in the frame belongs to. */
  readonly itemOf: ReadonlyMap<number, number>;
  /** Each pair of items that is joined, once. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Whether each item takes something from outside of the frame, and gives something out. */
  readonly takes: Uint8Array;
  readonly gives: Uint8Array;
}

/** How many from `children[first]` on are neighbors that are equal inside. */
export function repeats(outline: Outline, children: Uint32Array, first: number): number {
  const box = children[first] as number;
  if (outline.isNode(box) || outline.isFunction(box)) return 1;
  const { structure, parent } = outline.graph.scopes;
  const scope = outline.scopeOf(box);
  const [phase, amount] = [outline.phaseOf(box), outline.amountIn(box)];
  let end = first + 1;
  for (; end < children.length; end++) {
    const other = children[end] as number;
    if (outline.isNode(other) || outline.isFunction(other)) break;
    const its = outline.scopeOf(other);
    const isEqual = structure[its] === structure[scope] && parent[its] === parent[scope];
    if (!isEqual || outline.phaseOf(other) !== phase || outline.amountIn(other) !== amount) break;
  }
  return end - first;
}

export function frameOf(outline: Outline, box: number, opening: Opening): Frame {
  const children = outline.childrenOf(box);
  const items: number[] = [];
  const times: number[] = [];
  const itemOf = new Map<number, number>();
  for (let i = 0; i < children.length;) {
    const first = children[i] as number;
    const found = opening.isFolding ? repeats(outline, children, i) : 1;
    const isOne = found > 1 && !opening.isUnfolded(first);
    for (let k = 0; k < found; k++) {
      const child = children[i + k] as number;
      if (k === 0 || !isOne) {
        items.push(child);
        times.push(isOne ? found : 1);
      }
      itemOf.set(child, items.length - 1);
    }
    i += found;
  }
  const [takes, gives] = [new Uint8Array(items.length), new Uint8Array(items.length)];
  for (const [child, item] of itemOf) {
    if (outline.takesIn(child)) takes[item] = 1;
    if (outline.givesOut(child)) gives[item] = 1;
  }
  return {
    box,
    items,
    times,
    itemOf,
    ...pairsOf(outline, box, itemOf, items.length),
    takes,
    gives,
  };
}

function pairsOf(
  outline: Outline,
  box: number,
  itemOf: ReadonlyMap<number, number>,
  count: number,
): { readonly from: Int32Array; readonly to: Int32Array } {
  const { a, b } = outline.edgesIn(box);
  const pairs = new Set<number>();
  for (let i = 0; i < a.length; i++) {
    const [one, other] = [itemOf.get(a[i] as number), itemOf.get(b[i] as number)];
    if (one !== undefined && other !== undefined && one !== other) pairs.add(one * count + other);
  }
  const from = new Int32Array(pairs.size);
  const to = new Int32Array(pairs.size);
  let n = 0;
  for (const pair of pairs) {
    from[n] = Math.floor(pair / count);
    to[n++] = pair % count;
  }
  return { from, to };
}
