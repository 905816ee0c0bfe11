/** The order within each rank: the mean place of what it is joined to, sweep after sweep, the best of all kept. */

import { bump } from "./bump";
import type { Links } from "./layers";

interface Order {
  /** Rank by rank. */
  readonly order: Int32Array;
  /** [ranks + 1] */
  readonly start: Int32Array;
}

/** Neighbors in one direction: those of element `i` are `of[at[i]]` up to, not including, `of[at[i + 1]]`. */
interface Near {
  readonly at: Int32Array;
  readonly of: Int32Array;
}

/** Beyond so many elements an order is made in few sweeps, and not counted. */
const SMALL = 4000;
/** Up to so many, the walk that makes the first order is made in both directions. */
const TWICE = 1500;
const SWEEPS = 24;
/** Sweeps without a better order before the search ends. */
const MOST_IDLE = 4;
const SWEEPS_IF_MANY = 4;

export function fewerCrossings(
  rank: Int32Array,
  ranks: number,
  links: Links,
  items: number,
): Order {
  const { down, up } = neighbors(rank.length, links);
  const start = new Int32Array(ranks + 1);
  for (const r of rank) if (r >= 0) bump(start, r + 1);
  for (let r = 0; r < ranks; r++) bump(start, r + 1, start[r] as number);
  const first = swept(firstOrder(rank, start, down, items), start, up, down);
  if (first.least === 0 || first.order.length > TWICE) return { order: first.order, start };
  // What a walk meets first lies at the left, and sweeps do not bring all of it to the other side.
  const last = swept(firstOrder(rank, start, down, items, true), start, up, down);
  return { order: last.least < first.least ? last.order : first.order, start };
}

/** Sweeps from a first order on. @returns the best one met, and how often edges cross in it; 0 if they are not counted. */
function swept(
  order: Int32Array,
  start: Int32Array,
  up: Near,
  down: Near,
): { readonly order: Int32Array; readonly least: number } {
  const ranks = start.length - 1;
  const position = new Float64Array(down.at.length - 1);
  place(order, start, position);
  const isSmall = order.length <= SMALL;
  let best = isSmall ? order.slice() : order;
  let least = isSmall ? crossings({ order, start }, down, position) : 0;
  const sweeps = isSmall ? SWEEPS : SWEEPS_IF_MANY;
  for (let i = 0, idle = 0; i < sweeps && idle < MOST_IDLE && (!isSmall || least > 0); i++) {
    const isDown = i % 2 === 0;
    for (let k = 0; k < ranks; k++) {
      const r = isDown ? k : ranks - 1 - k;
      sortRank(
        order,
        start[r] as number,
        start[r + 1] as number,
        isDown ? up : down,
        position,
        i % 4 > 1,
      );
    }
    if (!isSmall) continue;
    for (let k = 0; k < 3 && exchanged({ order, start }, up, down, position); k++);
    const found = crossings({ order, start }, down, position);
    idle = found < least ? 0 : idle + 1;
    if (found < least) [least, best] = [found, order.slice()];
  }
  return { order: best, least };
}

function neighbors(elements: number, links: Links): { readonly down: Near; readonly up: Near } {
  const down = { at: new Int32Array(elements + 1), of: new Int32Array() };
  const up = { at: new Int32Array(elements + 1), of: new Int32Array() };
  const pairs = (use: (above: number, below: number) => void): void => {
    for (let i = 0; i < links.count; i++) {
      const [first, length] = [links.first[i] as number, links.length[i] as number];
      let above = links.from[i] as number;
      for (let k = 0; k < length; k++) {
        if (above >= 0) use(above, first + k);
        above = first + k;
      }
      const last = links.to[i] as number;
      if (above >= 0 && last >= 0) use(above, last);
    }
  };
  pairs((above, below) => {
    bump(down.at, above + 1);
    bump(up.at, below + 1);
  });
  for (let i = 0; i < elements; i++) {
    bump(down.at, i + 1, down.at[i] as number);
    bump(up.at, i + 1, up.at[i] as number);
  }
  down.of = new Int32Array(down.at[elements] as number);
  up.of = new Int32Array(up.at[elements] as number);
  const [nextDown, nextUp] = [down.at.slice(), up.at.slice()];
  pairs((above, below) => {
    down.of[bump(nextDown, above)] = below;
    up.of[bump(nextUp, below)] = above;
  });
  return { down, up };
}

/** As a walk along the edges meets them: what is joined comes to lie side by side. */
function firstOrder(
  rank: Int32Array,
  start: Int32Array,
  down: Near,
  items: number,
  isReversed = false,
): Int32Array {
  const order = new Int32Array(start.at(-1) ?? 0);
  const next = start.slice();
  const seen = new Uint8Array(rank.length);
  const stack: number[] = [];
  const visit = (root: number): void => {
    stack.push(root);
    while (stack.length > 0) {
      const element = stack.pop() as number;
      if (seen[element]) continue;
      seen[element] = 1;
      order[bump(next, rank[element] as number)] = element;
      const [begin, end] = [down.at[element] as number, down.at[element + 1] as number];
      for (let i = begin; i < end; i++)
        stack.push(down.of[isReversed ? i : end - 1 - (i - begin)] as number);
    }
  };
  const sources = Array.from({ length: items }, (_, i) => i).filter(
    (i) => (rank[i] as number) >= 0,
  );
  sources.sort((one, other) => (rank[one] as number) - (rank[other] as number) || one - other);
  for (const item of sources) visit(item);
  // What comes from above all ranks hangs on no item.
  for (let element = items; element < rank.length; element++) if (!seen[element]) visit(element);
  return order;
}

function place(order: Int32Array, start: Int32Array, position: Float64Array): void {
  for (let r = 0; r + 1 < start.length; r++) {
    const begin = start[r] as number;
    for (let i = begin; i < (start[r + 1] as number); i++) position[order[i] as number] = i - begin;
  }
}

/** @param isLater - of equals, the later one comes first: ties are broken otherwise in every second round. */
function sortRank(
  order: Int32Array,
  begin: number,
  end: number,
  near: Near,
  position: Float64Array,
  isLater: boolean,
): void {
  const size = end - begin;
  if (size < 2) return;
  const means = new Float64Array(size);
  const ids = new Int32Array(size);
  const free: number[] = [];
  let n = 0;
  for (let i = begin; i < end; i++) {
    const element = order[i] as number;
    const [first, last] = [near.at[element] as number, near.at[element + 1] as number];
    if (first === last) {
      free.push(i - begin, element);
      continue;
    }
    let sum = 0;
    for (let k = first; k < last; k++) sum += position[near.of[k] as number] as number;
    means[n] = sum / (last - first);
    ids[n++] = element;
  }
  const sorted = Array.from({ length: n }, (_, i) => i);
  sorted.sort(
    (one, other) =>
      (means[one] as number) - (means[other] as number) || (isLater ? other - one : one - other),
  );
  // What is joined to nothing on that side keeps its place.
  let at = begin;
  let k = 0;
  for (const i of sorted) {
    while (k < free.length && (free[k] as number) + begin === at) {
      order[at++] = free[k + 1] as number;
      k += 2;
    }
    order[at++] = ids[i] as number;
  }
  for (; k < free.length; k += 2) order[at++] = free[k + 1] as number;
  for (let i = begin; i < end; i++) position[order[i] as number] = i - begin;
}

/** Exchanges neighbors where that makes fewer edges cross. @returns whether it did. */
function exchanged({ order, start }: Order, up: Near, down: Near, position: Float64Array): boolean {
  let did = false;
  for (let r = 0; r + 1 < start.length; r++) {
    for (let i = start[r] as number; i + 1 < (start[r + 1] as number); i++) {
      const [left, right] = [order[i] as number, order[i + 1] as number];
      const now = between(left, right, up, position) + between(left, right, down, position);
      if (now === 0) continue;
      const then = between(right, left, up, position) + between(right, left, down, position);
      if (then >= now) continue;
      [order[i], order[i + 1]] = [right, left];
      [position[right], position[left]] = [position[left] as number, position[right] as number];
      did = true;
    }
  }
  return did;
}

/** How often edges of two neighbors cross, `left` before `right`. */
function between(left: number, right: number, near: Near, position: Float64Array): number {
  let count = 0;
  for (let i = near.at[left] as number; i < (near.at[left + 1] as number); i++) {
    const place = position[near.of[i] as number] as number;
    for (let k = near.at[right] as number; k < (near.at[right + 1] as number); k++) {
      if ((position[near.of[k] as number] as number) < place) count++;
    }
  }
  return count;
}

/** How often edges cross, by counting inversions with a tree of sums (Barth, Jünger and Mutzel 2002). */
export function crossings({ order, start }: Order, down: Near, position: Float64Array): number {
  let total = 0;
  for (let r = 0; r + 2 < start.length; r++) {
    const size = (start[r + 2] as number) - (start[r + 1] as number);
    const sums = new Int32Array(size + 1);
    let before = 0;
    for (let i = start[r] as number; i < (start[r + 1] as number); i++) {
      const element = order[i] as number;
      const [first, last] = [down.at[element] as number, down.at[element + 1] as number];
      for (let k = first; k < last; k++) {
        let left = 0;
        const place = (position[down.of[k] as number] as number) + 1;
        for (let j = place; j > 0; j -= j & -j) left += sums[j] as number;
        total += before - left;
      }
      for (let k = first; k < last; k++) {
        const place = (position[down.of[k] as number] as number) + 1;
        for (let j = place; j <= size; j += j & -j) bump(sums, j);
        before++;
      }
    }
  }
  return total;
}
