/** Where an axis has its ticks, and what is written beside them. */

import { duration, tickDuration } from "./durations";
import { shortNumber, tickLabels } from "./numbers";

export interface Ticks {
  /** Rising, in the unit of the axis. */
  readonly at: readonly number[];
  /** One for each tick; empty for a tick without text. */
  readonly labels: readonly string[];
}

const none: Ticks = { at: [], labels: [] };

/** The multiples of a round step in [min, max]. */
function multiples(min: number, max: number, step: number): number[] {
  const at: number[] = [];
  const last = Math.floor(max / step + 1e-9);
  // In a range so narrow for its numbers, i + 1 could be i.
  if (Math.max(-min, max) / step > Number.MAX_SAFE_INTEGER) return at;
  for (let i = Math.ceil(min / step - 1e-9); i <= last; i++) at.push(i * step + 0); // 0 and not -0
  return at;
}

/** The smallest of 1, 2, 5 times a power of ten that is at least `rough`. */
export function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough) + 1e-12);
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough * (1 - 1e-9)) ?? 10;
  return factor >= 1 && power < 1 ? factor / Math.round(1 / power) : factor * power;
}

/** An axis with fewer ticks does not say what its length is. */
const FEWEST = 2;

/**
 * Ticks of a linear axis.
 * @param count - about how many are wanted: where so few may fall beside the range, there are more.
 * @param whole - the axis has integers only: no step is smaller than one.
 */
export function numberTicks(min: number, max: number, count: number, whole = false): Ticks {
  const most = Math.max(1, count);
  let ticks = none;
  for (let wanted = most; wanted <= most + FEWEST && ticks.at.length < FEWEST; wanted++) {
    const rough = (max - min) / wanted;
    if (!(rough > 0) || !Number.isFinite(rough)) return none;
    const step = whole ? Math.max(1, roundStep(rough)) : roundStep(rough);
    const at = multiples(min, max, step);
    ticks = { at, labels: tickLabels(at, step) };
  }
  return ticks;
}

const spans = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
];

/** Ticks of an axis of seconds since a start. */
export function durationTicks(min: number, max: number, count: number): Ticks {
  const rough = (max - min) / Math.max(1, count);
  if (!(rough > 0) || !Number.isFinite(rough)) return none;
  const step =
    rough < 1
      ? roundStep(rough)
      : (spans.find((each) => each >= rough) ?? roundStep(rough / 86400) * 86400);
  const at = multiples(min, max, step);
  return { at, labels: at.map((seconds) => tickDuration(seconds, step)) };
}

/**
 * Ticks of a logarithmic axis: powers of ten, thinned to about `count`; 2 and 5 between them where
 * few powers are in sight; those of a linear axis where none is.
 */
export function logTicks(min: number, max: number, count: number): Ticks {
  if (!(min > 0) || !(max > min)) return none;
  const decades = Math.log10(max / min);
  if (decades < 1) return numberTicks(min, max, count);
  const every = Math.max(1, Math.ceil(decades / Math.max(1, count)));
  const between = decades * 3 <= count + 2 ? [1, 2, 5] : [1];
  const at: number[] = [];
  const first = Math.floor(Math.log10(min) / every) * every;
  for (let power = first; power <= Math.log10(max); power += every) {
    for (const factor of between) {
      const value = Number(`${factor}e${power}`);
      if (value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9)) at.push(value);
    }
  }
  return { at, labels: at.map((value) => shortNumber(value, 3)) };
}

const roundSpans = [1, 10, 60, 600, 3600, 36_000];
const finerSpans = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 18_000, 36_000];

/** Ticks of a logarithmic axis of seconds since a start: at spans that have a short name. */
export function logDurationTicks(min: number, max: number, count: number): Ticks {
  if (!(min > 0) || !(max > min)) return none;
  const decades = Math.log10(max / min);
  if (decades < 1) return durationTicks(min, max, count);
  const isFine = decades * 3 <= count + 2;
  const candidates: number[] = [];
  const add = (unit: number, powers: readonly number[], factors: readonly number[]): void => {
    for (const power of powers)
      for (const factor of factors) candidates.push(unit * Number(`${factor}e${power}`));
  };
  const factors = isFine ? [1, 2, 5] : [1];
  add(1, range(Math.min(0, Math.floor(Math.log10(min))), 0), factors);
  candidates.push(...(isFine ? finerSpans : roundSpans));
  add(86_400, range(0, Math.max(0, Math.ceil(Math.log10(max / 86_400)))), factors);
  const seen = candidates.filter((value) => value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9));
  const every = Math.max(1, Math.ceil(seen.length / Math.max(1, count)));
  const at = seen.filter((_, i) => i % every === 0);
  return { at, labels: at.map(spanLabel) };
}

/** The integers of [first, end). */
function range(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
}

function spanLabel(seconds: number): string {
  if (seconds >= 1) return tickDuration(seconds, 1);
  return seconds < 1e-5 ? `${shortNumber(seconds, 3)}s` : duration(seconds);
}
