/** What a card shows: its mesh, what that is compared with, and the room and the scale of colors that they take. */

import { onDestroy } from "svelte";
import type { CardRecord } from "../../cards/records/card-record.svelte";
import { ShownPayload } from "../../cards/records/shown.svelte";
import type { Mesh } from "../../api/meshes";
import { around, ballOf, reachOf } from "../../charts/mesh/prepare";
import { records } from "../../state/records.svelte";
import { tags } from "../../state/tags.svelte";
import { meshes } from "./cache";
import { boxIn } from "./drawing";
import {
  columnNames,
  endsOf,
  middleOf,
  seriesBox,
  seriesEnds,
  seriesReach,
  shareOf,
  type Ends,
} from "./model";
import { otherPlace } from "./other";
import type { settings as viewSettings } from "./settings";

/** To be made while a component is. */
export class InSight {
  readonly other = new ShownPayload(meshes);

  readonly #tag = $derived.by(() => this.tag());
  /** Runs that are looked at besides the card's own. */
  readonly #wanted = $derived.by(() => {
    const { frame, range, against } = this.settings;
    const all = tags.of("mesh").find(({ tag }) => tag === this.#tag)?.runs ?? [];
    if (frame === "tag" || range === "tag") return all;
    return all.filter((run) => run === against && run !== this.record.run);
  });
  readonly #series = $derived(
    this.#wanted
      .map((run) => records.of("mesh", run, this.#tag).series)
      .filter((each) => each !== null),
  );
  readonly #own = $derived.by(() => (this.record.series === null ? [] : [this.record.series]));
  readonly #compared = $derived(this.#series.filter(({ run }) => run === this.settings.against));

  readonly against = $derived.by(() => {
    const { series, index } = this.record;
    return otherPlace(this.settings.against, series, index, this.#compared[0] ?? null);
  });
  readonly mesh = $derived.by(() => this.record.shown.current);
  readonly second = $derived(this.against === null ? null : this.other.current);
  readonly box = $derived(this.mesh === null ? null : boxIn(this.mesh));
  readonly #both = $derived(
    this.second === null ? this.box : around([this.box, boxIn(this.second)]),
  );
  /** The index of all series that have to be in sight. */
  readonly #framed = $derived.by(() => {
    const { frame } = this.settings;
    if (frame === "step") return [];
    return frame === "tag" ? this.#series : [...this.#own, ...this.#compared];
  });
  /** Around all that has to be in sight; null: there is nothing. */
  readonly frame = $derived(
    around([this.#both, ...this.#framed.map(({ fields }) => seriesBox(fields))]),
  );
  /** How much of that the shown meshes take, 0 to 1. */
  readonly share = $derived(
    this.#both === null || this.frame === null ? 1 : shareOf(this.#both, this.frame),
  );
  /** Radius of the ball around all of that. */
  readonly radius = $derived.by(() => {
    if (this.frame === null) return 0;
    const { middle } = ballOf(this.frame);
    const reach = (each: Mesh | null): number =>
      each === null ? 0 : reachOf(each.vertices, middle);
    return Math.max(
      ...[this.mesh, this.second].map(reach),
      ...this.#framed.map(({ fields }) => seriesReach(fields, middle)),
    );
  });
  /** Range of the scale of colors; null: no value is finite. */
  readonly range: Ends | null = $derived.by(() => {
    const { range } = this.settings;
    if (range === "middle") return this.mesh === null ? null : middleOf(this.mesh);
    const ofStep = this.mesh?.values ? endsOf(this.mesh.values) : null;
    const counted = range === "tag" ? this.#series : this.#own;
    const ofSeries = seriesEnds(counted.map(({ fields }) => fields));
    return range === "step" ? ofStep : (ofSeries ?? ofStep);
  });

  constructor(
    readonly record: CardRecord<Mesh>,
    readonly tag: () => string,
    readonly settings: typeof viewSettings,
  ) {
    $effect(() =>
      records.want(
        "mesh",
        this.#wanted.map((run) => ({ run, tag: this.#tag })),
        columnNames,
      ),
    );
    $effect(() => this.other.show(this.against?.address ?? null));
    onDestroy(() => this.other.stop());
  }
}
