/** Which columns the charts show, and on which scale. */

import { makeScale, scaleFor, valueText } from "../../../charts/rows/scale";
import type { ColumnScale, ScaleName } from "../../../charts/rows/types";
import { MISSING, valueAt, type Column, type Value } from "../../../lib/table/types";
import { isUnset } from "../../../lib/table/unset";
import { unlessUsual } from "../../../lib/usual";
import type { TrialsModel } from "../model";

/** Whether drawn rows differ in a column; a missing value differs from any other. */
export function differs(column: Column, drawn: Int32Array): boolean {
  const first = drawn[0];
  if (first === undefined) return false;
  const value = valueAt(column, first);
  return drawn.some((row) => !Object.is(valueAt(column, row), value));
}

/** Whether any drawn row has a value. */
function isGiven({ codes }: Column, drawn: Int32Array): boolean {
  return drawn.some((row) => codes[row] !== MISSING);
}

type Rows = Pick<TrialsModel, "table" | "drawn">;

export function varyingHparams({ table, drawn }: Rows): Column[] {
  return table.columns.filter((column) => column.group === "hparams" && differs(column, drawn));
}

/** Up to as many hyperparameters are all shown: a constant one says what the trials have in common. */
const FEW_HPARAMS = 6;

/** What charts with many axes show of the hyperparameters: all that have a value where they are few, else what differs. */
export function usualHparams(trials: Rows): Column[] {
  const given = trials.table.columns.filter(
    (column) => column.group === "hparams" && isGiven(column, trials.drawn) && !isUnset(column),
  );
  return given.length <= FEW_HPARAMS ? given : varyingHparams(trials);
}

/** The usual axes: one of a constant would tie all lines together in a point, and say nothing in between. */
export function usualAxes(trials: Rows): Column[] {
  const differing = varyingHparams(trials);
  return differing.length > 0 ? differing : usualHparams(trials);
}

/** The metrics that are shown, the objective among them and last. */
export function shownMetrics({ columns, objective, drawn }: TrialsModel): Column[] {
  const others = columns.filter(
    (column) =>
      column.group === "metrics" && column.key !== objective?.column.key && isGiven(column, drawn),
  );
  return objective === null ? others : [...others, objective.column];
}

/** The columns of these keys, as far as there are such; the others if none is named. */
export function chosen(
  trials: TrialsModel,
  keys: readonly string[],
  others: () => readonly Column[],
): readonly Column[] {
  const found = keys.flatMap((key) => trials.columnOf(key) ?? []);
  return found.length > 0 ? found : others();
}

/** What of a choice is to be remembered: nothing where it is no other than the usual one. */
export function choiceOf(keys: readonly string[], usual: readonly Column[]): readonly string[] {
  return (
    unlessUsual(
      keys,
      usual.map(({ key }) => key),
    ) ?? []
  );
}

/** All that can be an axis, each once: what is shown comes first. */
export function candidates({ table, columns }: TrialsModel): readonly Column[] {
  const all = new Map([...columns, ...table.columns].map((column) => [column.key, column]));
  const order = ["hparams", "metrics", "lineage", "data", "environment", "run"] as const;
  return [...all.values()].sort(
    (one, other) => order.indexOf(one.group) - order.indexOf(other.group),
  );
}

/** What is known of a column for the rows that are drawn. */
interface Known {
  readonly drawn: Int32Array;
  readonly usual: ScaleName;
  readonly scales: Map<ScaleName, ColumnScale>;
}

const known = new WeakMap<Column, Known>();

/** Worked out once for a column, a scale and the rows that are drawn: a brush that moves asks all the time. */
export function scaleOf(
  column: Column,
  drawn: Int32Array,
  wanted: ScaleName | undefined,
): ColumnScale {
  const before = known.get(column);
  const now =
    before?.drawn === drawn
      ? before
      : {
          drawn,
          usual: scaleFor(column, drawn, column.name, column.logarithmic),
          scales: new Map<ScaleName, ColumnScale>(),
        };
  known.set(column, now);
  const name = wanted ?? now.usual;
  const scale = now.scales.get(name) ?? makeScale(name, column, drawn);
  now.scales.set(name, scale);
  return scale;
}

/** @param missing - what is written where there is no value. */
export function cellText(column: Column, row: number, missing: string): string {
  const value: Value | undefined = valueAt(column, row);
  return value === undefined ? missing : valueText(value);
}
