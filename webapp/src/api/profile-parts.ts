/** Parts of profiles: their memory, their ranks, and the difference of two. */

import { number, text } from "./decode";
import { columns, numbers } from "./profile-columns";
import { askProfile, queryOf, type ProfilePlace, type TableName } from "./profiles";
import { choice, list, nullable, object, type Of } from "./shapes";

const owners = columns(["name"], ["bytes", "count"]);
const blocks = columns(["operator", "module"], ["bytes", "start", "end", "event"]);

export const memory = object({
  /** -1: the host. */
  devices: list(number),
  /** Whose memory the rest is. */
  device: number,
  curve: object({ time: numbers, allocated: numbers, reserved: numbers }),
  peak: nullable(object({ time: number, allocated: number })),
  /** What was alive at a moment. */
  at: nullable(
    object({
      time: number,
      bytes: number,
      count: number,
      by_operator: owners,
      by_module: owners,
      by_phase: owners,
      by_category: owners,
    }),
  ),
  /** Blocks; an end of -1: still alive at the end. */
  largest: blocks,
  left_over: blocks,
});
export type ProfileMemory = Of<typeof memory>;

export interface MemoryQuestion {
  /** null: the one with the highest peak. */
  readonly device: number | null;
  readonly pixels: number;
  readonly start: number | null;
  readonly end: number | null;
  /** The moment whose memory is described; null: the peak's. */
  readonly at: number | null;
}

export async function fetchMemory(
  place: ProfilePlace,
  question: MemoryQuestion,
  signal?: AbortSignal,
): Promise<ProfileMemory> {
  return memory(await askProfile("/memory", place, { ...question }, signal), "memory");
}

export const difference = object({
  /** Steps of the one and of the other. */
  steps: list(number),
  mean_ns: list(number),
  /** The other's step less this one's. */
  step_delta_ns: number,
  /** For each step; p_value: NaN where it can't be known. */
  columns: columns(
    ["name"],
    ["calls", "other_calls", "ns", "other_ns", "delta_ns", "share", "p_value"],
  ),
});
export type ProfileDifference = Of<typeof difference>;

export type DifferenceOf = TableName | "part";

export async function fetchDifference(
  place: ProfilePlace,
  other: ProfilePlace,
  what: DifferenceOf,
  signal?: AbortSignal,
): Promise<ProfileDifference> {
  const more = { ...queryOf(other, true), what };
  return difference(await askProfile("/difference", place, more, signal), "difference");
}

export const ranks = object({
  ranks: list(number),
  tags: list(text),
  /** At which each was logged. */
  steps: list(number),
  checks: list(number),
  /** How times of each become those of the first. */
  axis: object({
    by: choice(["host", "collectives", "clocks"] as const),
    spread_ns: number,
    shift_ns: numbers,
    start: numbers,
    end: numbers,
  }),
  median_ns: list(number),
  breakdown: object({ parts: list(text), ns: numbers }),
  overlap: object({ computation_ns: numbers, communication_ns: numbers, both_ns: numbers }),
  collectives: object({
    name: list(text),
    group: list(text),
    sequence: numbers,
    /** Waiting time of each rank at the first collective, then at the second one, [C * R]. */
    waiting_ns: numbers,
    transfer_ns: numbers,
    skew_ns: numbers,
  }),
  clocks: object({ offset_ns: numbers, spread_ns: numbers }),
});
export type ProfileRanks = Of<typeof ranks>;

/** @param place - its tag without `/rank0`. */
export async function fetchRanks(place: ProfilePlace, signal?: AbortSignal): Promise<ProfileRanks> {
  return ranks(await askProfile("/ranks", place, {}, signal), "ranks");
}
