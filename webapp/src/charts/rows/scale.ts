/** The scale of a column: what kind it is, and where its rows lie on it. */

import { compareWords } from "../../lib/natural";
import { shortNumber } from "../../lib/numbers";
import { MISSING, NUMBER, type Value } from "../../lib/table/types";
import { asidesOf, codeOf, laneOf } from "./lane";
import { numberMap } from "./numeric";
import type { Cells, ColumnScale, ScaleName } from "./types";

/** A positive column that spans this factor is read on a logarithmic axis... */
const wide = 100;
/** ...if most of it does so too: of evenly spread numbers only the smallest few reach far down. */
const mostlyWide = 30;
const tail = 0.05;
/** What is searched by its magnitude: of it a decade is wide. */
const decade = 10;
const byMagnitude = /(^|[^a-z])(lr|learning_?rate|weight_?decay|wd)($|[^a-z])/i;

/**
 * The scale that suits a column best.
 * @param name - as it was logged; some say how they are searched
 * @param logarithmic - whether it is known to be searched by its magnitude
 */
export function scaleFor(
  cells: Cells,
  drawn: Int32Array,
  name = "",
  logarithmic = false,
): ScaleName {
  const { numbers, codes } = cells;
  const found: number[] = [];
  let [count, words] = [0, 0];
  for (const row of drawn) {
    const code = codes[row] ?? MISSING;
    if (code === NUMBER) {
      count++;
      const value = numbers[row] as number;
      if (Number.isFinite(value)) found.push(value);
      // null stands for "none" amid numbers as well as amid words.
    } else if (code !== MISSING && cells.values[code] !== null) words++;
  }
  if (words > count || count === 0) return "category";
  const sorted = Float64Array.from(found).sort();
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? NaN;
  if (logarithmic && at(0) > 0) return "log";
  if (byMagnitude.test(name) && at(0) > 0 && at(1) / at(0) >= decade) return "log";
  const isWide = at(0) > 0 && at(1) / at(0) >= wide;
  return isWide && at(1 - tail) / at(tail) >= mostlyWide ? "log" : "linear";
}

/** Whether a column has numbers to make an axis of. */
export function hasNumbers({ numbers, codes }: Cells, drawn: Int32Array): boolean {
  return drawn.some((row) => codes[row] === NUMBER && Number.isFinite(numbers[row]));
}

export function makeScale(name: ScaleName, cells: Cells, drawn: Int32Array): ColumnScale {
  if (name === "category") return categoryScale(cells, drawn);
  return numberScale(name, cells, drawn) ?? categoryScale(cells, drawn);
}

/** null: no drawn row has a place on such an axis. */
function numberScale(
  name: "linear" | "log" | "quantile",
  cells: Cells,
  drawn: Int32Array,
): ColumnScale | null {
  const { numbers } = cells;
  const lanes = new Uint8Array(numbers.length);
  const found = new Float64Array(drawn.length);
  let count = 0;
  for (const row of drawn) {
    const lane = laneOf(cells, row, name === "log");
    lanes[row] = codeOf(lane);
    if (lane === null) found[count++] = numbers[row] as number;
  }
  if (count === 0) return null;
  const map = numberMap(name, found.subarray(0, count).sort());
  const shares = new Float32Array(numbers.length).fill(NaN);
  for (const row of drawn) {
    if (lanes[row] === 0) shares[row] = map.shareOf(numbers[row] as number);
  }
  return {
    name,
    shares,
    lanes,
    bands: null,
    asides: asidesOf(lanes, drawn),
    shareOf: (value) => (typeof value === "number" ? map.shareOf(value) : NaN),
    valueAt: (share) => map.valueAt(share),
    ticks: (count) => map.ticks(count),
  };
}

function categoryScale(cells: Cells, drawn: Int32Array): ColumnScale {
  const seen = new Set<Value>();
  for (const row of drawn) {
    const value = valueIn(cells, row);
    if (value !== undefined) seen.add(value);
  }
  const bands = [...seen].sort(compareValues);
  const positions = new Map(bands.map((value, i) => [value, i]));
  const size = 1 / Math.max(1, bands.length);
  const shareOf = (value: Value): number => ((positions.get(value) ?? NaN) + 0.5) * size;
  const shares = new Float32Array(cells.codes.length).fill(NaN);
  const lanes = new Uint8Array(cells.codes.length);
  for (const row of drawn) {
    const value = valueIn(cells, row);
    if (value === undefined) lanes[row] = codeOf("missing");
    else shares[row] = shareOf(value);
  }
  return {
    name: "category",
    shares,
    lanes,
    bands,
    asides: asidesOf(lanes, drawn),
    shareOf,
    valueAt: (share) => Math.min(bands.length - 1, Math.max(0, Math.floor(share / size))),
    ticks(count) {
      const every = Math.max(1, Math.ceil(bands.length / Math.max(1, 2 * count)));
      return bands.flatMap((value, i) =>
        i % every === 0 ? [{ share: (i + 0.5) * size, label: valueText(value) }] : [],
      );
    },
  };
}

function valueIn({ numbers, codes, values }: Cells, row: number): Value | undefined {
  const code = codes[row] ?? MISSING;
  if (code === NUMBER) return numbers[row] as number;
  return code === MISSING ? undefined : values[code];
}

/** Numbers first, rising; then false and true, words, and null. */
function compareValues(one: Value, other: Value): number {
  const order = (value: Value): number =>
    typeof value === "number" ? 0 : typeof value === "boolean" ? 1 : value === null ? 3 : 2;
  if (order(one) !== order(other)) return order(one) - order(other);
  if (typeof one === "string" && typeof other === "string") {
    return compareWords(one, other);
  }
  const [a, b] = [Number(one), Number(other)];
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a - b;
}

/** A value in few characters. */
export function valueText(value: Value): string {
  if (typeof value === "number") return shortNumber(value);
  return value === null ? "null" : String(value);
}
