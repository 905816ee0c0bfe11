/** Numbers as text: short for axes and tables, in full for copies. */

const units: readonly (readonly [number, string])[] = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
];

/** Non-finite values as the page writes them everywhere; null for a finite one. */
function nonFinite(value: number): string | null {
  if (Number.isNaN(value)) return "NaN";
  if (value === Infinity) return "+∞";
  return value === -Infinity ? "-∞" : null;
}

/** Drops the zeros after the last digit that says something: `1.500` is `1.5`, `2.0e+5` is `2e5`. */
function trim(text: string): string {
  const [digits = "", exponent] = text.split("e");
  const short = digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
  return exponent === undefined ? short : `${short}e${exponent.replace("+", "")}`;
}

/**
 * A value in few characters: `0.12346`, `12.346k`, `1.2e-7`.
 * @param digits - significant digits to keep.
 */
export function shortNumber(value: number, digits = 5): string {
  const special = nonFinite(value);
  if (special !== null) return special;
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size < 1e-3 || size >= 1e12) return trim(value.toExponential(digits - 1));
  const unit = size >= 1e5 ? units.find(([from]) => size >= from) : undefined;
  if (unit === undefined) return trim(plain(value, digits));
  return trim(plain(value / unit[0], digits)) + unit[1];
}

/** `toPrecision` that never turns to an exponent. */
function plain(value: number, digits: number): string {
  const whole = Math.floor(Math.log10(Math.abs(value))) + 1;
  return value.toFixed(Math.min(20, Math.max(0, digits - whole)));
}

/** A value with every digit that it has. */
export function fullNumber(value: number): string {
  return nonFinite(value) ?? String(value);
}

/**
 * Labels for evenly spaced axis ticks: as short as they can be while neighbors still differ.
 * @param step - distance between two ticks, in the unit of the values.
 */
export function tickLabels(values: readonly number[], step: number): string[] {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0 || !(step > 0)) return values.map((value) => shortNumber(value));
  if (largest < 1e-3 || largest >= 1e12) {
    const digits = Math.floor(Math.log10(largest)) - Math.floor(Math.log10(step) + 1e-9);
    return values.map((value) => exponential(value, step, Math.min(15, Math.max(0, digits))));
  }
  const [scale, suffix] = tickUnit(largest, step);
  const decimals = decimalsOf(step / scale);
  return values.map((value) => {
    // A tick at zero comes out of the arithmetic as 1e-17.
    if (Math.abs(value) < step * 1e-6) return "0";
    return (value / scale).toFixed(decimals) + suffix;
  });
}

function exponential(value: number, step: number, digits: number): string {
  return Math.abs(value) < step * 1e-6 ? "0" : trim(value.toExponential(digits));
}

/** The unit for a whole axis; none where it would cost more decimals than it saves zeros. */
function tickUnit(largest: number, step: number): readonly [number, string] {
  const unit = largest >= 1e4 ? units.find(([from]) => largest >= from) : undefined;
  return unit !== undefined && decimalsOf(step / unit[0]) <= 3 ? unit : [1, ""];
}

function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 20; decimals++) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 20;
}

const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const infinitePattern = /^[+-]?(inf|infinity|∞)$/i;

/** What somebody has written as a number, which may be infinite; NaN: it is none; null: nothing. */
export function typedNumber(text: string): number | null {
  const typed = text.trim().replace(/^[−–]/, "-");
  if (typed === "") return null;
  if (infinitePattern.test(typed)) return typed.startsWith("-") ? -Infinity : Infinity;
  return numberPattern.test(typed) ? Number(typed) : NaN;
}
