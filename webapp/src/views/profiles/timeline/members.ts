/** The ranks of a training on one axis of time, and how their lanes and events are distinguished. */

import type { ProfileRanks } from "../../../api/profile-parts";
import type { PlacedLink, ProfileEvent, ProfilePlace } from "../../../api/profiles";
import type {
  TimelineLane,
  Selected,
  Slices,
  TimelineWindow,
} from "../../../charts/timeline/types";
import type { Asked } from "../cache";

/** One profile of the timeline. */
export interface Member {
  /** 0: the chosen one. */
  readonly key: number;
  readonly rank: number;
  readonly place: ProfilePlace;
  readonly check: number;
  /** What makes its times those of the chosen one, in nanoseconds. */
  readonly shift: number;
  /** When it begins and ends, by the chosen one's time. */
  readonly start: number;
  readonly end: number;
}

/** Lanes and events of a profile are fewer. */
const LANES = 2 ** 16;
const EVENTS = 2 ** 32;

export const laneOf = (key: number, lane: number): number => key * LANES + lane;
export const eventOf = (key: number, event: number): number => key * EVENTS + event;

/** Which member an event is of, and its number there. */
export function placeOf(event: number): { readonly key: number; readonly event: number } {
  const key = Math.floor(event / EVENTS);
  return { key, event: event - key * EVENTS };
}

export const memberOfLane = (lane: number): number => Math.floor(lane / LANES);

/** A question to a member; of a profile without ranks, to that. */
export function askMember<Q>({ place, check }: Member, question: Q): Asked<Q> {
  return { place, check, question };
}

/** All ranks, from the lowest; none where the chosen profile is of no rank. */
export function membersOf(ranks: ProfileRanks, chosen: ProfilePlace): readonly Member[] {
  const own = ranks.tags.indexOf(chosen.tag);
  if (own < 0 || ranks.steps[own] !== chosen.step) return [];
  const { shift_ns: shifts, start, end } = ranks.axis;
  const ownShift = shifts[own] ?? 0;
  return ranks.tags.map((tag, i) => ({
    key: i === own ? 0 : i + 1,
    rank: ranks.ranks[i] ?? i,
    place: { run: chosen.run, tag, step: ranks.steps[i] ?? null },
    check: ranks.checks[i] ?? 0,
    shift: (shifts[i] ?? 0) - ownShift,
    start: (start[i] ?? 0) - ownShift,
    end: (end[i] ?? 0) - ownShift,
  }));
}

/** The time in which anything of any of them lies. */
export function wholeOf(members: readonly Member[]): TimelineWindow {
  const start = Math.min(...members.map((each) => each.start));
  return { start, end: Math.max(start + 1, ...members.map((each) => each.end)) };
}

/** A question of the chosen one's time in a member's; null: nothing of it lies there. */
export function askedOf<Q extends TimelineWindow>(
  { shift, start, end }: Member,
  asked: Q,
): Q | null {
  const from = Math.max(asked.start, Math.floor(start));
  const to = Math.min(asked.end, Math.ceil(end));
  return to <= from ? null : { ...asked, start: from - shift, end: to - shift };
}

/** Lanes as they are called among those of other members. */
export function lanesIn(key: number, lanes: readonly TimelineLane[]): readonly TimelineLane[] {
  return lanes.map((lane) => ({ ...lane, index: laneOf(key, lane.index), group: key }));
}

interface Part {
  readonly member: Member;
  readonly slices: Slices;
}

/** The slices of several members as one. */
export function joined(parts: readonly Part[]): Slices | null {
  const [first] = parts;
  if (first === undefined) return null;
  if (parts.length === 1 && first.member.key === 0) return first.slices;
  const counts = parts.map(({ slices }) => slices.lane.length);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const column = (
    name: "lane" | "depth" | "from" | "to" | "name" | "color" | "event" | "covered" | "count",
    more: (part: Part, i: number) => number = () => 0,
  ): Float64Array => {
    const made = new Float64Array(all);
    let at = 0;
    parts.forEach((part, i) => {
      const by = more(part, i);
      for (const each of part.slices[name]) made[at++] = each + by;
    });
    return made;
  };
  const areAlike = parts.every(({ slices }) => slices.colors === first.slices.colors);
  /** Where the names or colors of each part begin. */
  const offsets = (what: "names" | "colors"): readonly number[] => {
    let sum = 0;
    return parts.map(({ slices }) => (sum += slices[what].length) - slices[what].length);
  };
  const [names, colors] = [offsets("names"), offsets("colors")];
  return {
    names: parts.flatMap(({ slices }) => slices.names),
    colors: areAlike ? first.slices.colors : parts.flatMap(({ slices }) => slices.colors),
    lane: column("lane", ({ member }) => laneOf(member.key, 0)),
    depth: column("depth"),
    from: column("from", ({ member }) => member.shift),
    to: column("to", ({ member }) => member.shift),
    name: column("name", (_, i) => names[i] ?? 0),
    color: column("color", (_, i) => (areAlike ? 0 : (colors[i] ?? 0))),
    event: column("event", ({ member }) => eventOf(member.key, 0)),
    covered: column("covered"),
    count: column("count"),
  };
}

/** An event as the server describes it, in lanes, numbers and times of the timeline. */
export function eventIn({ key, shift }: Member, described: ProfileEvent): ProfileEvent {
  const moved = <T extends PlacedLink>(link: T): T => ({
    ...link,
    event: eventOf(key, link.event),
    lane: laneOf(key, link.lane),
    start: link.start + shift,
  });
  return {
    ...moved(described),
    launched: described.launched.map(moved),
    backward: described.backward.map(moved),
    launched_by: described.launched_by === null ? null : moved(described.launched_by),
    forward: described.forward === null ? null : moved(described.forward),
  };
}

/** Where a hit of a member lies on the timeline. */
export function hitIn<T extends Selected>({ key, shift }: Member, hit: T): Selected {
  const { depth, start, end } = hit;
  return {
    event: eventOf(key, hit.event),
    lane: laneOf(key, hit.lane),
    depth,
    start: start + shift,
    end: end + shift,
  };
}
