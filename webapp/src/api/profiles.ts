/** Profiles: what a profiler recorded of some steps. Times are nanoseconds since the profile's base. */

import { ask } from "./ask";
import { flag, number, text } from "./decode";
import { columns, numbers } from "./profile-columns";
import { choice, fields, list, nullable, object, record, type Of } from "./shapes";

/** Which profile. */
export interface ProfilePlace {
  readonly run: string;
  readonly tag: string;
  /** null: the highest one that there is. */
  readonly step: number | null;
  /** Id of a trace that was sent, in place of the others. */
  readonly trace?: string;
}

/** How a request names a profile. @param other - whether it is the second of two. */
export function queryOf(place: ProfilePlace, other = false): Query {
  const lead = other ? "other_" : "";
  if (place.trace !== undefined) return { [`${lead}trace`]: place.trace };
  const { run, tag, step } = place;
  return { [`${lead}run`]: run, [`${lead}tag`]: tag, [`${lead}step`]: step };
}

/** Numbers of each step, one after the other. */
const breakdown = object({ parts: list(text), ns: numbers });
export type Breakdown = Of<typeof breakdown>;

const lane = object({
  process: text,
  thread: text,
  label: text,
  kind: text,
  /** -1: the host. */
  device: number,
  events: number,
  /** How deep its events are nested. */
  levels: number,
});
export type ProfileLane = Of<typeof lane>;

const device = object({
  index: number,
  type: nullable(text),
  name: nullable(text),
  /** Shares, from 0 to 1. */
  busy: nullable(number),
  sm_efficiency: nullable(number),
  /** In percent. */
  occupancy: nullable(number),
});
export type Device = Of<typeof device>;

const largestOnes = columns(["name"], ["calls", "self_ns", "share"]);

const advice = object({
  rule: text,
  level: choice(["warning", "info"]),
  /** Numbers and names that the rule's sentence has. */
  values: fields,
  /** In English. */
  text,
});
export type ProfileAdvice = Of<typeof advice>;

const note = object({ text, level: text });
export type ProfileNote = Of<typeof note>;

const steps = object({ number: numbers, start: numbers, end: numbers, warm_up: list(flag) });
export type ProfileSteps = Of<typeof steps>;

/** What a profile can have, or lack. */
export const RECORDED = [
  "shapes",
  "places",
  "modules",
  "memory",
  "flops",
  "python",
  "device",
  "collectives",
] as const;
export type Recorded = (typeof RECORDED)[number];

export const overview = object({
  run: text,
  tag: text,
  step: number,
  /** Seconds since 1970. */
  walltime: number,
  check: number,
  /** What is known of the recording. */
  facts: fields,
  base_ns: number,
  notes: list(note),
  events: number,
  lanes: list(lane),
  start: number,
  end: number,
  steps,
  /** Median of steps that are no warm-up; null where there are none. */
  median_ns: nullable(number),
  p95_ns: nullable(number),
  breakdown,
  phases: breakdown,
  devices: list(device),
  top: object({ operator: largestOnes, kernel: largestOnes, module: largestOnes }),
  advice: list(advice),
  memory: list(object({ device: number, peak: number, start: number, end: number })),
  has: record(flag),
});
export type ProfileOverview = Of<typeof overview>;

const timed = ["calls", "self_ns", "total_ns"];
const onDevices = ["device_self_ns", "device_total_ns"];

export const TABLES = ["operator", "type", "kernel", "module", "phase"] as const;
export type TableName = (typeof TABLES)[number];

/** What rows of a table can be grouped by, beside their names. */
export const GROUPINGS = ["shapes", "module", "place", "phase", "launched_by"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const table = object({
  columns: columns(["name"], [...timed, ...onDevices]),
  sums: object({ self_ns: number, device_self_ns: number }),
  /** How many steps the numbers are of. */
  steps: number,
});
export type ProfileTable = Of<typeof table>;

export const tree = object({
  columns: columns(["name"], ["parent", ...timed]),
});
export type ProfileTree = Of<typeof tree>;

export const slices = object({
  start: number,
  end: number,
  names: list(text),
  /** An event a row; of several, the longest one, and the share of the row that is covered. */
  columns: columns(
    [],
    ["lane", "depth", "start", "end", "name", "event", "category", "covered", "count"],
  ),
  total: number,
});
export type ProfileSlices = Of<typeof slices>;

export const range = object({
  operators: columns(["name"], timed),
  kernels: columns(["name"], timed),
  breakdown,
  phases: breakdown,
  events: number,
});
export type ProfileRange = Of<typeof range>;

const placedLink = object({
  event: number,
  name: text,
  lane: number,
  start: number,
  duration: number,
});
export type PlacedLink = Of<typeof placedLink>;

export const event = object({
  event: number,
  name: text,
  category: text,
  lane: number,
  start: number,
  duration: number,
  self_ns: number,
  depth: number,
  step: nullable(number),
  phase: nullable(text),
  module: nullable(text),
  shapes: nullable(text),
  place: nullable(text),
  flops: nullable(number),
  bytes: nullable(number),
  args: nullable(text),
  parents: list(placedLink),
  children: number,
  launched: list(placedLink),
  launched_by: nullable(placedLink),
  forward: nullable(placedLink),
  backward: list(placedLink),
  /** What a device reports of a kernel; null: it is none. */
  kernel: nullable(fields),
});
export type ProfileEvent = Of<typeof event>;

export const hits = object({
  count: number,
  total_ns: number,
  /** How many of them begin before those of the columns. */
  before: number,
  columns: columns(["name"], ["event", "lane", "depth", "start", "duration"]),
});
export type ProfileHits = Of<typeof hits>;

/** A request for a part of a profile; null and undefined values are left out. */
type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** @param route - below `/api/profile`. */
export function askProfile(
  route: string,
  place: ProfilePlace,
  more: Query = {},
  signal?: AbortSignal,
): Promise<unknown> {
  const query = new URLSearchParams();
  const all: Query = { ...queryOf(place), ...more };
  for (const [name, value] of Object.entries(all)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  }
  return ask(`profile${route}?${query}`, { signal: signal ?? null });
}

export async function fetchOverview(
  place: ProfilePlace,
  signal?: AbortSignal,
): Promise<ProfileOverview> {
  return overview(await askProfile("", place, {}, signal), "profile");
}

const damage = object({
  /** Why the events can't be read; null: they can. */
  events: nullable(text),
});

/** Why the events of a profile can't be read; null: they can. */
export async function fetchDamage(
  place: ProfilePlace,
  signal?: AbortSignal,
): Promise<Of<typeof damage>> {
  return damage(await askProfile("/damage", place, {}, signal), "damage");
}

export interface TableQuestion {
  readonly what: TableName;
  readonly by?: readonly Grouping[];
  /** Only operators of this type. */
  readonly name?: string;
}

export async function fetchTable(
  place: ProfilePlace,
  { what, by = [], name }: TableQuestion,
  signal?: AbortSignal,
): Promise<ProfileTable> {
  const more = { what, by: by.join(), name };
  return table(await askProfile("/table", place, more, signal), "table");
}

export async function fetchTree(
  place: ProfilePlace,
  what: "module" | "stack",
  signal?: AbortSignal,
): Promise<ProfileTree> {
  return tree(await askProfile("/tree", place, { what }, signal), "tree");
}

/** @param pixels - so many parts of the range are distinguished. */
export async function fetchSlices(
  place: ProfilePlace,
  { start, end, pixels }: { readonly start: number; readonly end: number; readonly pixels: number },
  signal?: AbortSignal,
): Promise<ProfileSlices> {
  return slices(await askProfile("/slices", place, { start, end, pixels }, signal), "slices");
}

export async function fetchRange(
  place: ProfilePlace,
  { start, end }: { readonly start: number; readonly end: number },
  signal?: AbortSignal,
): Promise<ProfileRange> {
  return range(await askProfile("/range", place, { start, end }, signal), "range");
}

export async function fetchEvent(
  place: ProfilePlace,
  at: number,
  signal?: AbortSignal,
): Promise<ProfileEvent> {
  return event(await askProfile("/event", place, { event: at }, signal), "event");
}

const allNames = object({ names: list(text) });

/** The names of all events, each once. */
export async function fetchNames(
  place: ProfilePlace,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  return allNames(await askProfile("/names", place, {}, signal), "names").names;
}

/**
 * The first 500 events from a moment on of some names, in the order of time.
 * @param names - ranges of places among all names, `0-4,7`.
 */
export async function fetchHits(
  place: ProfilePlace,
  { names, after }: { readonly names: string; readonly after: number | null },
  signal?: AbortSignal,
): Promise<ProfileHits> {
  return hits(await askProfile("/search", place, { names, after }, signal), "search");
}
