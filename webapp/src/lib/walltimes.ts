/** Moments as text and as ticks, in the time zone of the browser. */

import type { Ticks } from "./ticks";

const minute = 60;
const hour = 3600;
const day = 86400;

/** Steps in seconds that people read easily; below one second and above a week see `walltimeTicks`. */
const steps = [
  1,
  2,
  5,
  10,
  15,
  30,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
];

/** `2026-11-21 07:46:50`, local. @param seconds - since 1970. */
export function walltime(seconds: number): string {
  if (!Number.isFinite(seconds)) return "–";
  return `${date(seconds)} ${clock(seconds, 1)}`;
}

/** `07:46:50`, local. @param seconds - since 1970. */
export function clockTime(seconds: number): string {
  return Number.isFinite(seconds) ? clock(seconds, 1) : "–";
}

/** The day of all of these moments, `2026-11-21`; null where they are of several. */
export function commonDay(all: readonly number[]): string | null {
  const days = new Set(all.filter((each) => Number.isFinite(each)).map(date));
  const [day] = days;
  return days.size === 1 ? (day ?? null) : null;
}

/**
 * Ticks at round local times. A label has a second line with the date at the first tick and
 * wherever a day begins.
 * @param count - about how many ticks are wanted.
 */
export function walltimeTicks(min: number, max: number, count: number): Ticks {
  const rough = (max - min) / Math.max(1, count);
  if (!(rough > 0)) return { at: [], labels: [] };
  if (rough > 20 * day) return monthTicks(min, max, rough);
  const step = rough < 1 ? decimalStep(rough) : (steps.find((each) => each >= rough) ?? 28 * day);
  const at = step >= day ? dayTicks(min, max, step / day) : clockTicks(min, max, step);
  let shown = "";
  const labels = at.map((seconds) => {
    if (step >= day) return date(seconds);
    const today = date(seconds);
    const label = today === shown ? clock(seconds, step) : `${clock(seconds, step)}\n${today}`;
    shown = today;
    return label;
  });
  return { at, labels };
}

function decimalStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power;
}

function clockTicks(min: number, max: number, step: number): number[] {
  const offset = -new Date(min * 1000).getTimezoneOffset() * minute;
  const at: number[] = [];
  // Doubles of today's moments lie 0.2 µs apart: in a range that narrow i + 1 could be i.
  if (Math.max(-min, max) / step > Number.MAX_SAFE_INTEGER) return at;
  for (let i = Math.ceil((min + offset) / step); i * step - offset <= max; i++) {
    at.push(i * step - offset);
  }
  return at;
}

/** Midnights, by the calendar: a day is 23 or 25 hours long twice a year. */
function dayTicks(min: number, max: number, days: number): number[] {
  const at: number[] = [];
  const moment = new Date(min * 1000);
  moment.setHours(0, 0, 0, 0);
  for (; moment.getTime() / 1000 <= max; moment.setDate(moment.getDate() + days)) {
    if (moment.getTime() / 1000 >= min) at.push(moment.getTime() / 1000);
  }
  return at;
}

function monthTicks(min: number, max: number, rough: number): Ticks {
  const months = [1, 2, 3, 6, 12].find((each) => each * 31 * day >= rough);
  const jump = months ?? 12 * decimalStep(rough / (366 * day));
  const start = new Date(min * 1000);
  const moment = new Date(start.getFullYear(), 0, 1);
  const at: number[] = [];
  for (; moment.getTime() / 1000 <= max; moment.setMonth(moment.getMonth() + jump)) {
    if (moment.getTime() / 1000 >= min) at.push(moment.getTime() / 1000);
  }
  return { at, labels: at.map((seconds) => date(seconds).slice(0, jump % 12 === 0 ? 4 : 7)) };
}

function date(seconds: number): string {
  const moment = new Date(seconds * 1000);
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

function clock(seconds: number, step: number): string {
  const decimals = step < 1 ? Math.min(3, Math.ceil(-Math.log10(step) - 1e-9)) : 0;
  // Rounded first, so that 59.9996 s does not read as second 60.
  const scale = 10 ** decimals;
  const moment = new Date((Math.round(seconds * scale) / scale) * 1000 + 1e-3);
  const head = `${two(moment.getHours())}:${two(moment.getMinutes())}`;
  if (step >= minute) return head;
  const fraction =
    decimals === 0 ? "" : (moment.getMilliseconds() / 1000).toFixed(decimals).slice(1);
  return `${head}:${two(moment.getSeconds())}${fraction}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
