/** From answers of the server to what the timeline draws. */

import { numbersOf } from "../../../api/profile-columns";
import type {
  PlacedLink,
  ProfileEvent,
  ProfileLane,
  ProfileSlices,
  ProfileSteps,
} from "../../../api/profiles";
import { CATEGORY_COLORS } from "../../../lib/profile/categories";
import { matcher } from "../../../lib/search";
import { nameColor } from "../../../lib/profile/name-color";
import type {
  Flow,
  TimelineLane,
  Selected,
  Slices,
  TimelineStep,
} from "../../../charts/timeline/types";

/** @param by - what their colors distinguish. */
export function slicesOf({ names, columns }: ProfileSlices, by: "name" | "category"): Slices {
  return {
    colors: by === "name" ? names.map(nameColor) : CATEGORY_COLORS,
    color: numbersOf(columns, by),
    names,
    lane: numbersOf(columns, "lane"),
    depth: numbersOf(columns, "depth"),
    from: numbersOf(columns, "start"),
    to: numbersOf(columns, "end"),
    name: numbersOf(columns, "name"),
    event: numbersOf(columns, "event"),
    covered: numbersOf(columns, "covered"),
    count: numbersOf(columns, "count"),
  };
}

/** Lanes that have anything in them. @param noteOf - how many events, in words. */
export function lanesOf(
  lanes: readonly ProfileLane[],
  closed: readonly string[],
  noteOf: (lane: ProfileLane) => string,
): readonly TimelineLane[] {
  const processes = new Set(lanes.flatMap(({ events, process }) => (events > 0 ? [process] : [])));
  const nameOf = ({ process, thread, label }: ProfileLane): string => {
    if (label === "") return `${process} ${thread}`.trim();
    // Threads of several processes may be called the same.
    return processes.size > 1 && process !== "" ? `${process} · ${label}` : label;
  };
  return lanes.flatMap((lane, index) =>
    lane.events === 0
      ? []
      : [
          {
            index,
            label: nameOf(lane),
            note: noteOf(lane),
            levels: Math.max(1, lane.levels),
            isClosed: closed.includes(String(index)),
          },
        ],
  );
}

export function stepsOf({ number, start, end, warm_up }: ProfileSteps): readonly TimelineStep[] {
  return Array.from(number, (each, i) => ({
    number: each,
    start: start[i] ?? 0,
    end: end[i] ?? 0,
    isWarmUp: warm_up[i] === true,
  }));
}

/** What is selected, by what is known of it: the event itself, or the rectangle that stands for it. */
export function selectedOf(
  event: number | null,
  described: ProfileEvent | null,
  slices: Slices | null,
): Selected | null {
  if (event === null) return null;
  if (described?.event === event) {
    const { lane, depth, start, duration } = described;
    return { event, lane, depth, start, end: start + duration };
  }
  const at = slices?.event.indexOf(event) ?? -1;
  if (slices === null || at < 0) return null;
  const [lane = 0, depth = 0] = [slices.lane[at], slices.depth[at]];
  return { event, lane, depth, start: slices.from[at] ?? 0, end: slices.to[at] ?? 0 };
}

const LAUNCH = "#e5690d";
const GRADIENT = "#8b46df";
/** Of one event: more lines say nothing. */
const MOST_FLOWS = 200;

/** Lines from what is selected to what it launched, and from forward to backward. */
export function flowsOf(described: ProfileEvent | null, slices: Slices | null): readonly Flow[] {
  if (described === null) return [];
  const own = { lane: described.lane, depth: described.depth };
  const depthOf = (event: number): number => {
    const at = slices?.event.indexOf(event) ?? -1;
    return at < 0 ? 0 : (slices?.depth[at] ?? 0);
  };
  const to = (other: PlacedLink, color: string): Flow => ({
    fromLane: own.lane,
    fromDepth: own.depth,
    fromTime: described.start + described.duration,
    toLane: other.lane,
    toDepth: depthOf(other.event),
    toTime: other.start,
    color,
  });
  const from = (other: PlacedLink, color: string): Flow => ({
    fromLane: other.lane,
    fromDepth: depthOf(other.event),
    fromTime: other.start + other.duration,
    toLane: own.lane,
    toDepth: own.depth,
    toTime: described.start,
    color,
  });
  return [
    ...described.launched.slice(0, MOST_FLOWS).map((each) => to(each, LAUNCH)),
    ...described.backward.slice(0, MOST_FLOWS).map((each) => to(each, GRADIENT)),
    ...(described.launched_by === null ? [] : [from(described.launched_by, LAUNCH)]),
    ...(described.forward === null ? [] : [from(described.forward, GRADIENT)]),
  ];
}

/** Which names a search by words or `/expression/` finds; null: none runs, or it can't. */
export function finding(query: string): ((name: string) => boolean) | null {
  const found = matcher(query);
  if (query.trim() === "" || found.error !== null) return null;
  const known = new Map<string, boolean>();
  return (name) => {
    let is = known.get(name);
    if (is === undefined) known.set(name, (is = found.test(name)));
    return is;
  };
}

/** The places of what is found, as ranges: `0-4,7`. */
export function placesOf(names: readonly string[], isFound: (name: string) => boolean): string {
  const ranges: string[] = [];
  for (let i = 0; i < names.length; i++) {
    if (!isFound(names[i] ?? "")) continue;
    const first = i;
    while (i + 1 < names.length && isFound(names[i + 1] ?? "")) i++;
    ranges.push(first === i ? String(i) : `${first}-${i}`);
  }
  return ranges.join();
}
