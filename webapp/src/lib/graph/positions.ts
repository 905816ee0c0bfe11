/** Where the items of a frame lie, and the chains of its edges. Across is along a rank, along is from rank to rank. */

import { bump } from "./bump";
import type { Layers } from "./layers";

export interface Sizes {
  /** Size of each item. */
  readonly across: Float64Array;
  readonly along: Float64Array;
}

export interface Positions {
  /** Middle of each item and place. */
  readonly across: Float64Array;
  /** Middle of each item and place; of places, the middle of their rank. */
  readonly along: Float64Array;
  /** [ranks]: where each rank begins, and ends. */
  readonly begins: Float64Array;
  readonly ends: Float64Array;
  /** Size of the whole. */
  readonly width: number;
  readonly length: number;
}

export const GAP_ACROSS = 22;
export const GAP_ALONG = 38;
const LINE_ACROSS = 14;
const ROUNDS = 8;
const ROUNDS_IF_MANY = 2;
const MANY = 6000;

export function positionsOf(layers: Layers, sizes: Sizes): Positions {
  const { items, rank, order, start } = layers;
  const ranks = start.length - 1;
  const begins = new Float64Array(ranks);
  const ends = new Float64Array(ranks);
  const across = new Float64Array(rank.length);
  const along = new Float64Array(rank.length);
  let at = 0;
  for (let r = 0; r < ranks; r++) {
    let thickest = 0;
    for (let i = start[r] as number; i < (start[r + 1] as number); i++) {
      const element = order[i] as number;
      if (element < items) thickest = Math.max(thickest, sizes.along[element] as number);
    }
    begins[r] = at;
    ends[r] = at + thickest;
    at += thickest + GAP_ALONG;
  }
  for (let element = 0; element < rank.length; element++) {
    const r = rank[element] as number;
    if (r >= 0) along[element] = ((begins[r] as number) + (ends[r] as number)) / 2;
  }
  spread(layers, sizes, across);
  let [low, high] = [Infinity, -Infinity];
  for (const element of order) {
    const half = halfOf(element, items, sizes);
    low = Math.min(low, (across[element] as number) - half);
    high = Math.max(high, (across[element] as number) + half);
  }
  if (low === Infinity) [low, high] = [0, 0];
  for (let element = 0; element < across.length; element++) bump(across, element, -low);
  const length = ranks === 0 ? 0 : at - GAP_ALONG;
  const whole = { across, along, begins, ends, width: high - low, length };
  return layers.single.length === 0 ? whole : withSingles(whole, layers, sizes);
}

function halfOf(element: number, items: number, sizes: Sizes): number {
  return element < items ? (sizes.across[element] as number) / 2 : LINE_ACROSS / 2;
}

/** Each element as near to what it is joined to as the order allows, in turns downwards and upwards. */
function spread(layers: Layers, sizes: Sizes, across: Float64Array): void {
  const { items, order, start, links } = layers;
  const ranks = start.length - 1;
  const offsets = new Float64Array(order.length);
  for (let r = 0; r < ranks; r++) {
    let at = 0;
    for (let i = start[r] as number; i < (start[r + 1] as number); i++) {
      const half = halfOf(order[i] as number, items, sizes);
      const isFirst = i === start[r];
      at += isFirst ? half : half + gapBetween(order[i - 1] as number, order[i] as number, items);
      offsets[i] = at;
      across[order[i] as number] = at;
      at += half;
    }
    // Ranks begin centered upon each other.
    for (let i = start[r] as number; i < (start[r + 1] as number); i++)
      bump(across, order[i] as number, -(at / 2));
  }
  const near = neighborsOf(layers.rank.length, links);
  const rounds = order.length > MANY ? ROUNDS_IF_MANY : ROUNDS;
  for (let round = 0; round < rounds; round++) {
    const [first, second] = round % 2 === 0 ? [near.up, near.down] : [near.down, near.up];
    const isLast = round >= rounds - 2;
    for (let k = 0; k < ranks; k++) {
      const r = round % 2 === 0 ? k : ranks - 1 - k;
      settle(r, layers, across, offsets, first, isLast ? second : null);
    }
  }
}

function gapBetween(one: number, other: number, items: number): number {
  return one < items && other < items ? GAP_ACROSS : GAP_ACROSS / 2;
}

interface Near {
  readonly at: Int32Array;
  readonly of: Int32Array;
}

/**
 * The places of one rank with the least sum of squares of the distances to where its elements would
 * like to be, in their order (pooling of adjacent violators, Ayer et al. 1955).
 */
function settle(
  r: number,
  { order, start, items }: Layers,
  across: Float64Array,
  offsets: Float64Array,
  first: Near,
  second: Near | null,
): void {
  const [begin, end] = [start[r] as number, start[r + 1] as number];
  const means: number[] = [];
  const weights: number[] = [];
  const counts: number[] = [];
  for (let i = begin; i < end; i++) {
    const element = order[i] as number;
    const wish = wished(element, items, across, first, second);
    // Lines shall be straight; what is joined to nothing goes where it is pushed.
    let weight = wish === null ? 0.01 : element < items ? 1 : 2;
    let mean = (wish ?? (across[element] as number)) - (offsets[i] as number);
    let count = 1;
    while (means.length > 0 && (means.at(-1) as number) >= mean) {
      const [before, heavy] = [means.pop() as number, weights.pop() as number];
      mean = (mean * weight + before * heavy) / (weight + heavy);
      weight += heavy;
      count += counts.pop() as number;
    }
    means.push(mean);
    weights.push(weight);
    counts.push(count);
  }
  let i = begin;
  for (let block = 0; block < means.length; block++) {
    for (let k = 0; k < (counts[block] as number); k++, i++) {
      across[order[i] as number] = (means[block] as number) + (offsets[i] as number);
    }
  }
}

/** The median of its neighbors; null: it has none. @param items - elements below it are boxes. */
function wished(
  element: number,
  items: number,
  across: Float64Array,
  first: Near,
  second: Near | null,
): number | null {
  const one = median(element, items, across, first);
  const other = second === null ? null : median(element, items, across, second);
  return one === null ? other : other === null ? one : (one + other) / 2;
}

/** A box lies below boxes rather than below lines that pass: what follows each other stands in one column. */
function median(element: number, items: number, across: Float64Array, near: Near): number | null {
  const [begin, end] = [near.at[element] as number, near.at[element + 1] as number];
  if (end - begin === 0) return null;
  if (end - begin === 1) return across[near.of[begin] as number] as number;
  const found: number[] = [];
  const lines: number[] = [];
  for (let i = begin; i < end; i++) {
    const other = near.of[i] as number;
    (element < items && other >= items ? lines : found).push(across[other] as number);
  }
  const used = found.length > 0 ? found : lines;
  used.sort((one, other) => one - other);
  const middle = used.length >> 1;
  const high = used[middle] as number;
  return used.length % 2 === 1 ? high : ((used[middle - 1] as number) + high) / 2;
}

function neighborsOf(elements: number, links: Layers["links"]): { up: Near; down: Near } {
  const ends: number[] = [];
  for (let i = 0; i < links.count; i++) {
    const [first, length] = [links.first[i] as number, links.length[i] as number];
    let above = links.from[i] as number;
    for (let k = 0; k < length; k++) {
      if (above >= 0) ends.push(above, first + k);
      above = first + k;
    }
    if (above >= 0 && (links.to[i] as number) >= 0) ends.push(above, links.to[i] as number);
  }
  const near = (key: 0 | 1): Near => {
    const at = new Int32Array(elements + 1);
    for (let i = 0; i < ends.length; i += 2) bump(at, (ends[i + key] as number) + 1);
    for (let i = 0; i < elements; i++) bump(at, i + 1, at[i] as number);
    const next = at.slice();
    const of = new Int32Array(ends.length / 2);
    for (let i = 0; i < ends.length; i += 2)
      of[bump(next, ends[i + key] as number)] = ends[i + 1 - key] as number;
    return { at, of };
  };
  return { up: near(1), down: near(0) };
}

/** What nothing is joined to stands below, in lines. */
function withSingles(whole: Positions, layers: Layers, sizes: Sizes): Positions {
  const { across, along } = whole;
  let [area, widest] = [0, 0];
  for (const item of layers.single) {
    const wide = (sizes.across[item] as number) + GAP_ACROSS;
    area += wide * ((sizes.along[item] as number) + GAP_ACROSS);
    widest = Math.max(widest, wide - GAP_ACROSS);
  }
  const room = Math.max(whole.width, widest, Math.min(area, Math.sqrt(area * 1.6)));
  let [x, y, thickest, width] = [
    0,
    whole.length === 0 ? 0 : whole.length + GAP_ALONG,
    0,
    whole.width,
  ];
  for (const item of layers.single) {
    const [wide, thick] = [sizes.across[item] as number, sizes.along[item] as number];
    if (x > 0 && x + wide > room) [x, y, thickest] = [0, y + thickest + GAP_ACROSS, 0];
    across[item] = x + wide / 2;
    along[item] = y + thick / 2;
    x += wide + GAP_ACROSS;
    width = Math.max(width, x - GAP_ACROSS);
    thickest = Math.max(thickest, thick);
  }
  return { ...whole, width, length: y + thickest };
}
