/** How far a live run is, and how long it still takes. */

import type { Progress, Run } from "../../../api/runs";
import { NUMBER, type Column } from "../../../lib/table/types";

export interface RunProgress {
  /** The step that it has reached. */
  readonly step: number;
  /** The step at which it ends; null: nothing says it. */
  readonly total: number | null;
  /** Who says so: its program, its own hyperparameters, or runs that have finished. */
  readonly by: "program" | "hparams" | "others" | null;
  /** Seconds; null: not known. */
  readonly left: number | null;
  /** Between these they are, with 95 %; null: not known. */
  readonly between: readonly [number, number] | null;
  /** The program's name for its steps; null: they are those of its scalars. */
  readonly name: string | null;
  /** Of the whole that is done, from 0 to 1; null: not known. */
  readonly share: number | null;
}

type Trained = Pick<Run, "last_step" | "duration" | "progress">;
type Finished = Trained & Pick<Run, "state" | "outcome">;

/** Names that trainers and scripts give to the number of steps of a whole training. */
const totals =
  /^(?:(?:max|total|num)_?(?:train(?:ing)?_?)?(?:steps|iters|iterations|updates|timesteps)|n_?iters|(?:train(?:ing)?)_?(?:steps|iters|iterations))$/i;

/** Within the first seconds, of which a good part is the start, a training's speed says little. */
const LEAST_SECONDS = 5;

/** @param row - of the run in the table that the columns are of. */
export function totalOf(columns: readonly Column[], row: number): number | null {
  for (const { group, name, codes, numbers } of columns) {
    if (group !== "hparams" || !totals.test(name.split(/[/.]/).at(-1) ?? "")) continue;
    const total = codes[row] === NUMBER ? (numbers[row] ?? NaN) : NaN;
    if (Number.isFinite(total) && total > 1) return total;
  }
  return null;
}

/**
 * @param own - what its hyperparameters say; null: nothing.
 * @param others - all runs: where those that have finished all ended at one step, this one will as well.
 */
export function progressOf(
  run: Trained,
  own: number | null,
  others: readonly Finished[],
): RunProgress | null {
  const { last_step: step, duration, progress } = run;
  if (progress !== null) return saidBy(progress);
  if (step === null) return null;
  const ends = new Set(
    others.flatMap((other) =>
      other.state === "ended" && other.outcome === "finished" ? [other.last_step] : [],
    ),
  );
  const [end] = ends.size === 1 ? ends : [null];
  const said = own !== null && own >= step ? ({ total: own, by: "hparams" } as const) : null;
  const seen =
    end !== null && end !== undefined && end > 0 && end >= step
      ? ({ total: end, by: "others" } as const)
      : null;
  const { total, by } = said ?? seen ?? { total: null, by: null };
  const isKnown = total !== null && duration !== null && duration >= LEAST_SECONDS && step > 0;
  const left = isKnown ? ((total - step) * duration) / step : null;
  const share = total === null ? null : step / total;
  return { step, total, by, left, between: null, name: null, share };
}

function saidBy(progress: Progress): RunProgress {
  const { name, done, total, share, seconds_left, seconds_low, seconds_high } = progress;
  const between =
    seconds_low === null || seconds_high === null ? null : ([seconds_low, seconds_high] as const);
  return { step: done, total, by: "program", left: seconds_left, between, name, share };
}
