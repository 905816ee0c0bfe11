/** How columns and their cells are called and written, in the user's language. */

import { duration } from "../../lib/durations";
import { formatCount } from "../../lib/format";
import { walltime } from "../../lib/walltimes";
import { fullNumber, shortNumber } from "../../lib/numbers";
import { cellText, type Write, writingOf } from "../../lib/table/cells";
import {
  type Column,
  type Filter,
  type MetricChoice,
  NUMBER,
  type Value,
} from "../../lib/table/types";
import { DURATION, STARTED } from "./run-columns";
import { t } from "./texts";

const runNames = [
  "name",
  "state",
  "outcome",
  "started",
  "duration",
  "energy_kwh",
  "gpu_hours",
  "records",
  "labels",
  "note",
] as const;
const states = ["live", "ended", "quiet"] as const;
const outcomes = ["finished", "failed", "pruned", "killed"] as const;

/** How a word that stands in a column of runs is called; null: it is called as it is. */
function nameOfWord({ key }: Column, word: unknown): string | null {
  const state = key === "r:state" ? states.find((each) => each === word) : undefined;
  if (state !== undefined) return t(state);
  const outcome = key === "r:outcome" ? outcomes.find((each) => each === word) : undefined;
  return outcome === undefined ? null : t(`outcome.${outcome}`);
}

/** What of a metric: `min`, `at 100`. */
export function takeOf(choice: MetricChoice): string {
  if (choice.take === "at") return t("atStep", { step: String(choice.step) });
  if (choice.take === "best") return t("bestOf", { goal: t(choice.goal), by: choice.by });
  return t(choice.take);
}

/** Without what is taken of a metric. */
export function nameOfColumn({ group, name }: Column): string {
  const known = group === "run" ? runNames.find((each) => each === name) : undefined;
  return known === undefined ? name : t(known);
}

export function titleOfColumn(column: Column): string {
  const name = nameOfColumn(column);
  return column.detail === null ? name : t("of", { name, what: takeOf(column.detail) });
}

/** How the numbers of a column are written. */
export function writeOf(column: Column): Write {
  if (column.key === STARTED) return (seconds) => walltime(seconds);
  if (column.key === DURATION) return duration;
  if (column.key === "r:records") return formatCount;
  return writingOf(column);
}

export function shownText(column: Column, row: number, write: Write): string {
  const text = cellText(column, row, write);
  return nameOfWord(column, text) ?? text;
}

/** With every digit. */
export function fullText(column: Column, row: number, write: Write): string {
  const isPlain = column.group !== "run" && column.codes[row] === NUMBER;
  return isPlain ? fullNumber(column.numbers[row] as number) : shownText(column, row, write);
}

export function valueText(column: Column, value: Value): string {
  if (typeof value === "number") {
    return column.group === "run" ? writeOf(column)(value) : fullNumber(value);
  }
  return nameOfWord(column, value) ?? String(value);
}

/** Significant digits of the ends of a range: a brush sets all that a number has. */
const RANGE_DIGITS = 4;

/** A filter in few words: `lr 0.001 – 0.1`, `opt adam, sgd`. */
export function filterText(column: Column, filter: Filter): string {
  if (filter.kind === "range") {
    const write =
      column.group === "run"
        ? writeOf(column)
        : (number: number) => shortNumber(number, RANGE_DIGITS);
    const { from, to } = filter;
    if (from === -Infinity) return `≤ ${write(to)}`;
    return to === Infinity ? `≥ ${write(from)}` : `${write(from)} – ${write(to)}`;
  }
  const words = filter.values.map((value) => valueText(column, value));
  if (filter.missing) words.push(t("missing"));
  const few = words.slice(0, 3).join(", ");
  return words.length > 3 ? `${few}, +${words.length - 3}` : few || "–";
}
