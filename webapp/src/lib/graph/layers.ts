/**
 * Items in ranks, so that edges go from one rank to a later one, and in each rank in an order in which
 * few edges cross: layered drawing (Sugiyama, Tagawa and Toda 1981) for items that come in an order in
 * which most edges go forwards. An edge over several ranks is a chain of places, one in each rank between.
 */

import { bump } from "./bump";
import { fewerCrossings } from "./crossings";

export interface LayerInput {
  readonly count: number;
  /** Each pair once. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** 1: an edge comes to the item from above all ranks; likewise, goes below them. */
  readonly takes: Uint8Array;
  readonly gives: Uint8Array;
}

/** What a link stands for; edges that no link stands for are drawn as stubs. */
export interface Links {
  readonly count: number;
  /** Items; -1: from above all ranks, or to below them. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** First place of each link; its places follow each other, as many as `length` says. */
  readonly first: Int32Array;
  readonly length: Int32Array;
}

export interface Layers {
  readonly items: number;
  /** Rank of each item, then of each place of a chain; -1: an item that nothing is joined to. */
  readonly rank: Int32Array;
  /** All that have a rank: rank by rank, in their order from left to right. */
  readonly order: Int32Array;
  /** [ranks + 1]: where each rank begins in `order`. */
  readonly start: Int32Array;
  readonly links: Links;
  /** The link from one item to another; undefined: it is too long, or goes backwards. */
  readonly linkOf: ReadonlyMap<number, number>;
  /** Links from above to an item, and from one to below; -1: none. */
  readonly inLink: Int32Array;
  readonly outLink: Int32Array;
  readonly single: readonly number[];
}

/** An edge over more ranks is a stub: it would be a line without ends in sight. */
const LONGEST = 24;
/** An item with more edges than this has only the short ones drawn. */
const MOST_FROM_ONE = 16;
const SHORT = 2;

/** The key of a pair in `linkOf`. */
export function pairKey(from: number, to: number, count: number): number {
  return from * count + to;
}

export function layersOf(input: LayerInput): Layers {
  const { count } = input;
  const rank = ranksOf(input);
  const single: number[] = [];
  let ranks = 0;
  for (let i = 0; i < count; i++) {
    if ((rank[i] as number) < 0) single.push(i);
    ranks = Math.max(ranks, (rank[i] as number) + 1);
  }
  const kept = linked(input, rank, ranks);
  const links = linksOf(kept, rank, ranks, count);
  let places = 0;
  for (const length of links.length) places += length;
  const all = new Int32Array(count + places);
  all.set(rank);
  for (let link = 0; link < links.count; link++) {
    const from = links.from[link] as number;
    const base = from < 0 ? 0 : (rank[from] as number) + 1;
    for (let k = 0; k < (links.length[link] as number); k++) {
      all[(links.first[link] as number) + k] = base + k;
    }
  }
  const linkOf = new Map<number, number>();
  const inLink = new Int32Array(count).fill(-1);
  const outLink = new Int32Array(count).fill(-1);
  for (let link = 0; link < links.count; link++) {
    const [from, to] = [links.from[link] as number, links.to[link] as number];
    if (from < 0) inLink[to] = link;
    else if (to < 0) outLink[from] = link;
    else linkOf.set(pairKey(from, to, count), link);
  }
  const { order, start } = fewerCrossings(all, ranks, links, count);
  return { items: count, rank: all, order, start, links, linkOf, inLink, outLink, single };
}

/** The longest way to each item; those that nothing leads to come right before what takes them. */
function ranksOf({ count, from, to, takes, gives }: LayerInput): Int32Array {
  const rank = new Int32Array(count).fill(-1);
  const isJoined = new Uint8Array(count);
  const hasInput = new Uint8Array(count);
  const sorted = forwards(count, from, to);
  for (let i = 0; i < count; i++) {
    if (takes[i] || gives[i]) isJoined[i] = 1;
    if (takes[i]) hasInput[i] = 1;
  }
  for (let e = 0; e < from.length; e++) {
    isJoined[from[e] as number] = isJoined[to[e] as number] = 1;
    if ((from[e] as number) < (to[e] as number)) hasInput[to[e] as number] = 1;
  }
  for (let i = 0; i < count; i++) if (isJoined[i]) rank[i] = 0;
  for (const e of sorted) {
    const [one, other] = [from[e] as number, to[e] as number];
    rank[other] = Math.max(rank[other] as number, (rank[one] as number) + 1);
  }
  const nearest = new Int32Array(count).fill(-1);
  for (let e = 0; e < from.length; e++) {
    const [one, other] = [from[e] as number, to[e] as number];
    if (one >= other || hasInput[one]) continue;
    const before = (rank[other] as number) - 1;
    nearest[one] = nearest[one] === -1 ? before : Math.min(nearest[one] as number, before);
  }
  for (let i = 0; i < count; i++) if ((nearest[i] as number) > 0) rank[i] = nearest[i] as number;
  return rank;
}

/** The edges that go forwards, by where they come from. */
function forwards(count: number, from: Int32Array, to: Int32Array): Int32Array {
  const start = new Int32Array(count + 1);
  let found = 0;
  for (let e = 0; e < from.length; e++) {
    if ((from[e] as number) >= (to[e] as number)) continue;
    bump(start, (from[e] as number) + 1);
    found++;
  }
  for (let i = 0; i < count; i++) bump(start, i + 1, start[i] as number);
  const sorted = new Int32Array(found);
  for (let e = 0; e < from.length; e++) {
    if ((from[e] as number) < (to[e] as number)) sorted[bump(start, from[e] as number)] = e;
  }
  return sorted;
}

interface Kept {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** The edges that are drawn whole. Where there are many long ones, only shorter ones are. */
function linked(input: LayerInput, rank: Int32Array, ranks: number): Kept {
  const { count, from, to, takes, gives } = input;
  const fan = new Int32Array(count);
  for (const one of from) bump(fan, one);
  const room = 4 * count + 20_000;
  for (let longest = LONGEST; ; longest = longest >> 1) {
    const kept: { from: number[]; to: number[] } = { from: [], to: [] };
    let places = 0;
    const keep = (one: number, other: number, span: number, most: number): void => {
      if (span < 1 || span > most) return;
      kept.from.push(one);
      kept.to.push(other);
      places += span - 1;
    };
    for (let e = 0; e < from.length; e++) {
      const [one, other] = [from[e] as number, to[e] as number];
      const most = (fan[one] as number) > MOST_FROM_ONE ? Math.min(SHORT, longest) : longest;
      keep(one, other, (rank[other] as number) - (rank[one] as number), Math.max(1, most));
    }
    for (let i = 0; i < count; i++) {
      const at = rank[i] as number;
      if (takes[i]) keep(-1, i, at + 1, Math.max(1, longest));
      if (gives[i]) keep(i, -1, ranks - at, Math.max(1, longest));
    }
    if (places <= room || longest <= 1) return kept;
  }
}

function linksOf({ from, to }: Kept, rank: Int32Array, ranks: number, items: number): Links {
  const count = from.length;
  const first = new Int32Array(count);
  const length = new Int32Array(count);
  let next = items;
  for (let i = 0; i < count; i++) {
    const [one, other] = [from[i] as number, to[i] as number];
    const low = one < 0 ? -1 : (rank[one] as number);
    const high = other < 0 ? ranks : (rank[other] as number);
    first[i] = next;
    length[i] = high - low - 1;
    next += high - low - 1;
  }
  return { count, from: Int32Array.from(from), to: Int32Array.from(to), first, length };
}
