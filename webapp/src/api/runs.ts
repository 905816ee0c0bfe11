/** The runs of the logdir. */

import { ask } from "./ask";
import { flag, number, text } from "./decode";
import { choice, list, mapped, nullable, object, record, type Of } from "./shapes";

export const runState = choice(["live", "ended", "quiet"]);
export type RunState = Of<typeof runState>;
/** How a run that has ended did so. */
export const outcome = choice(["finished", "failed", "pruned", "killed"]);
export type Outcome = Of<typeof outcome>;

/** Names stand in lists: line breaks in them are no lines there. */
export const oneLine = (name: string): string => name.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ");

/** How far a run is, as its program says. */
export const progress = object({
  /** Of the outermost of its loops. */
  name: text,
  done: number,
  total: number,
  /** Of the whole that is done, from 0 to 1. */
  share: number,
  /** null: too little is done to say it. */
  seconds_left: nullable(number),
  /** That time is, with 95 %, between this and the next. */
  seconds_low: nullable(number),
  seconds_high: nullable(number),
  samples_per_second: nullable(number),
});
export type Progress = Of<typeof progress>;

const run = object({
  id: text,
  name: text,
  display_name: nullable(mapped(text, oneLine)),
  /** That its training gave it. */
  labels: list(text),
  /** Seconds since 1970. */
  started: nullable(number),
  /** Time of its last record, in seconds since 1970. */
  updated: nullable(number),
  /** Seconds that its training took, without pauses and what was computed later; null: its records don't say. */
  duration: nullable(number),
  state: runState,
  /** null: it has not ended, or how was not reported. */
  outcome: nullable(outcome),
  /** How, in one sentence; null: nobody watched its program. */
  ending: nullable(text),
  loading: flag,
  records: number,
  bytes: number,
  files: number,
  damaged: number,
  missing: number,
  /** How many scalar tags' newest value is not finite. */
  diverged: number,
  /** The largest of its scalars; null: it has none. */
  last_step: nullable(number),
  /** null: its program says nothing. */
  progress: nullable(progress),
  /** Energy that its GPUs have taken, in kWh; null: nothing says it. */
  energy_kwh: nullable(number),
  /** Hours of all its GPUs together; null: none was watched. */
  gpu_hours: nullable(number),
  /** Other tools that wrote logs of it, such as TensorBoard. */
  tools: list(text),
  /** What their logs hold that is not read, and how often. */
  left_out: record(number),
  /** Its drive does not answer since then, in seconds since 1970; null: it does. */
  hangs_since: nullable(number),
});
export type Run = Of<typeof run>;

const runs = object({
  /** As the status says them: another one, once the answer or its numbers are others. */
  version: number,
  growth_version: number,
  runs: list(run),
});

export async function fetchRuns(): Promise<Of<typeof runs>> {
  return runs(await ask("runs"), "runs");
}
