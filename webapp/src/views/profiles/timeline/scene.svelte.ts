/** What the timeline shows: one profile, or all ranks of its training on one axis of time. */

import { SvelteMap } from "svelte/reactivity";
import type { ProfileRanks } from "../../../api/profile-parts";
import type { ProfileEvent, ProfileOverview, ProfileSlices } from "../../../api/profiles";
import { fitted, wanted } from "../../../charts/timeline/camera";
import type { TimelineFigure, Group, Slices, TimelineWindow } from "../../../charts/timeline/types";
import { ProfileAnswer } from "../answer.svelte";
import { events, ranksOf, slices as sliceAnswers, type Asked } from "../cache";
import type { ChosenProfile } from "../chosen.svelte";
import { settings } from "../settings";
import { ranksQuestion } from "../rank-tags";
import { t } from "../texts";
import { finding, flowsOf, lanesOf, selectedOf, slicesOf, stepsOf } from "./figure";
import * as members from "./members";
import type { Member } from "./members";
import type { RankRead } from "./RankSource.svelte";

/** Parts of the whole time that the small picture distinguishes. */
const MAP_PIXELS = 512;
/** Of more ranks the others are closed at first: each that is open is read. */
const MOST_OPEN = 8;

const noted = ({ events: n }: { readonly events: number }): string => t("countedEvents", { n });

function toggle(key: string): void {
  settings.closed = settings.closed.includes(key)
    ? settings.closed.filter((each) => each !== key)
    : [...settings.closed, key];
}

export class TimelineScene {
  readonly #chosen: () => ChosenProfile;
  readonly #profile: () => ProfileOverview;
  readonly #width: () => number;
  readonly #ranks: ProfileAnswer<null, ProfileRanks>;
  readonly #answer: ProfileAnswer<TimelineWindow & { readonly pixels: number }, ProfileSlices>;
  readonly #map: ProfileAnswer<TimelineWindow & { readonly pixels: number }, ProfileSlices>;
  readonly #described: ProfileAnswer<number, ProfileEvent>;
  /** What was read of the other ranks, by their keys. */
  readonly read = new SvelteMap<number, RankRead>();

  /** All ranks there are, whether they are shown or not. */
  readonly ranks: readonly Member[] = $derived.by(() => {
    const { place } = this.#chosen();
    const known = this.#ranks.current;
    return known === null || place === null ? [] : members.membersOf(known, place);
  });
  readonly hasRanks = $derived.by(() => this.ranks.length > 1);
  readonly #shown = $derived.by(() => (settings.ranks && this.hasRanks ? this.ranks : []));
  readonly open = $derived.by(() =>
    this.#shown.filter(({ key }, i) => i < MOST_OPEN !== settings.closed.includes(`g${key}`)),
  );
  readonly others = $derived.by(() => this.open.filter(({ key }) => key !== 0));
  /** The rank that is searched, whose event is selected and whose part is described; null: there is but one profile. */
  readonly focus = $derived.by(
    () =>
      this.#shown.find(({ place }) => place.tag === settings.rank) ??
      this.#shown.find(({ key }) => key === 0) ??
      null,
  );
  readonly axis = $derived.by(() =>
    this.#shown.length === 0 ? null : (this.#ranks.current?.axis ?? null),
  );

  readonly whole: TimelineWindow = $derived.by(() => {
    const { start, end } = this.#profile();
    return this.#shown.length === 0
      ? { start, end: Math.max(start + 1, end) }
      : members.wholeOf(this.#shown);
  });
  readonly seen: TimelineWindow = $derived.by(() => settings.range ?? fitted(this.whole));
  readonly asked = $derived.by(() =>
    this.#width() < 10 ? null : wanted(this.seen, this.#width(), this.whole),
  );
  readonly askedWhole = $derived.by(() => ({ ...this.whole, pixels: MAP_PIXELS }));

  readonly slices = $derived.by(() => this.#joined(this.#answer.current, "slices"));
  readonly overview = $derived.by(() => this.#joined(this.#map.current, "map"));
  /** As the server describes it, of the rank that it is of. */
  readonly event = $derived.by(() =>
    this.#described.current?.event === settings.event ? this.#described.current : null,
  );
  readonly #selected = $derived.by(() =>
    settings.event === null ? null : members.eventOf(this.focus?.key ?? 0, settings.event),
  );
  readonly #eventHere = $derived.by(() =>
    this.event === null || this.focus === null
      ? this.event
      : members.eventIn(this.focus, this.event),
  );
  readonly #lanes = $derived.by(() => {
    const lanes = lanesOf(this.#profile().lanes, settings.closed, noted);
    if (this.#shown.length === 0) return lanes;
    return this.open.flatMap(({ key }) => {
      if (key === 0) return members.lanesIn(0, lanes);
      const profile = this.read.get(key)?.profile ?? null;
      const closed = settings.closed.flatMap((each) =>
        members.memberOfLane(Number(each)) === key ? [String(Number(each) % 2 ** 16)] : [],
      );
      return profile === null ? [] : members.lanesIn(key, lanesOf(profile.lanes, closed, noted));
    });
  });
  readonly #groups: readonly Group[] = $derived.by(() =>
    this.#shown.map(({ key, rank, place }) => ({
      key,
      label: t("rankN", { n: rank }),
      note: this.read.get(key)?.error ?? place.tag,
      isClosed: !this.open.some((each) => each.key === key),
    })),
  );
  readonly #isFound = $derived.by(() => finding(settings.find));
  readonly figure: TimelineFigure = $derived.by(() => ({
    lanes: this.#lanes,
    groups: this.#groups,
    slices: this.slices,
    steps: stepsOf(this.#profile().steps),
    whole: this.whole,
    marked: settings.marked,
    selected: selectedOf(this.#selected, this.#eventHere, this.slices),
    flows: flowsOf(this.#eventHere, this.slices),
    isFound: this.#isFound,
  }));

  /** While a component is made. */
  constructor(chosen: () => ChosenProfile, profile: () => ProfileOverview, width: () => number) {
    this.#chosen = chosen;
    this.#profile = profile;
    this.#width = width;
    this.#ranks = new ProfileAnswer(ranksOf, () => ranksQuestion(chosen()));
    this.#answer = new ProfileAnswer(sliceAnswers, () => this.#ownPart(this.asked));
    this.#map = new ProfileAnswer(sliceAnswers, () => this.#ownPart(this.askedWhole));
    this.#described = new ProfileAnswer(events, () =>
      settings.event === null ? null : this.ask(settings.event),
    );
  }

  get error(): string | null {
    return this.#answer.error;
  }

  get eventError(): string | null {
    return this.#described.error;
  }

  /** A question about the profile that is looked at: the chosen one, or that of another rank. */
  ask<Q>(question: Q): Asked<Q> | null {
    return this.focus === null
      ? this.#chosen().ask(question)
      : members.askMember(this.focus, question);
  }

  /** The profile that is looked at; null: not read yet. */
  get profile(): ProfileOverview | null {
    const key = this.focus?.key ?? 0;
    return key === 0 ? this.#profile() : (this.read.get(key)?.profile ?? null);
  }

  /** Nanoseconds that make times of the profile that is looked at those of the timeline. */
  get shift(): number {
    return this.focus?.shift ?? 0;
  }

  /** Looks at another rank: what is selected is of one of them. */
  focusOn(key: number): void {
    if (this.focus === null || this.focus.key === key) return;
    const to = this.#shown.find((each) => each.key === key);
    if (to === undefined) return;
    settings.event = null;
    settings.rank = to.key === 0 ? "" : to.place.tag;
  }

  toggleGroup(key: number): void {
    toggle(`g${key}`);
  }

  toggleLane(lane: number): void {
    toggle(String(lane));
  }

  #ownPart<Q extends TimelineWindow>(question: Q | null): Asked<Q> | null {
    if (question === null) return null;
    const own = this.#shown.find(({ key }) => key === 0);
    if (own === undefined) return this.#chosen().ask(question);
    const part = members.askedOf(own, question);
    return part === null ? null : this.#chosen().ask(part);
  }

  #joined(answer: ProfileSlices | null, what: "slices" | "map"): Slices | null {
    const own = answer === null ? null : slicesOf(answer, settings.colors);
    if (this.#shown.length === 0) return own;
    return members.joined(
      this.open.flatMap((member) => {
        const slices = member.key === 0 ? own : (this.read.get(member.key)?.[what] ?? null);
        return slices === null ? [] : [{ member, slices }];
      }),
    );
  }
}
