/** The graph that is shown: what of it is open, what is selected, and where all of it lies. */

import type { LoggedGraph } from "../../api/graphs";
import { firstOfRepeated, boxAt, boxKey, openedAtFirst, wayTo } from "../../lib/graph/opening";
import { boxSet, outermostOf } from "./drawing/boxes";
import type { Opening } from "../../lib/graph/frame";
import type { Graph } from "../../lib/graph/graph";
import { sizeOf, titleWidth } from "../../lib/graph/labels";
import { Orders, type GraphDirection } from "../../lib/graph/layout";
import { Names } from "../../lib/graph/names";
import { Outline } from "../../lib/graph/outline";
import { withTensors } from "../../lib/graph/tensors";
import { sceneOf, type Scene } from "../../lib/graph/scene";
import { measuresOf, type Sides } from "../../lib/graph/measures";
import { memoryOf, type Memory } from "../../lib/graph/memory";
import { phasesShown } from "./settings";
import type { settings as viewSettings } from "./settings";

type Settings = typeof viewSettings;

interface Compared {
  readonly sides: Sides | null;
  readonly memory: Memory | null;
}
const alone: Compared = { sides: null, memory: null };

const empty: ReadonlySet<number> = boxSet([]);

export class GraphPage {
  readonly #logged: () => LoggedGraph | null;
  readonly #settings: Settings;
  readonly #compared: () => Compared;

  readonly logged = $derived.by(() => this.#logged());
  readonly graph: Graph | null = $derived.by(() =>
    this.logged === null ? null : withTensors(this.logged.graph),
  );
  readonly names = $derived(this.graph === null ? null : new Names(this.graph));
  readonly #phases: readonly boolean[] = $derived.by(() => phasesShown(this.#settings));
  /** Both sides of two graphs that are drawn as one: what each has. */
  readonly sides: Sides | null = $derived.by(() => this.#compared().sides);
  readonly measures = $derived.by(() => {
    if (this.sides !== null) return this.sides.now;
    return this.graph === null ? null : measuresOf(this.graph, this.#phases);
  });
  readonly totals = $derived(this.measures?.totals ?? null);
  readonly memory: Memory | null = $derived.by(() => {
    // Of a pipeline that nobody runs step by step it would say nothing.
    if (this.graph === null || this.graph.flavor === "data") return null;
    // Nor of a file of weights.
    if (this.graph !== this.logged?.graph) return null;
    return this.#compared().memory ?? memoryOf(this.graph);
  });

  readonly outline: Outline | null = $derived.by(() => {
    if (this.graph === null || this.names === null) return null;
    const { views } = this.#settings;
    return new Outline(this.graph, { phases: this.#phases, views }, this.names);
  });
  readonly orders = $derived(this.outline === null ? null : new Orders(this.outline));
  readonly #atFirst = $derived.by(() =>
    this.outline === null ? empty : openedAtFirst(this.outline, this.#settings.fold),
  );
  readonly opened: ReadonlySet<number> = $derived.by(() => {
    const { outline } = this;
    if (outline === null || this.#settings.open.length === 0) return this.#atFirst;
    const opened = boxSet(this.#atFirst);
    for (const entry of this.#settings.open) {
      const box = boxAt(outline, entry.slice(1));
      if (box < 0) continue;
      if (entry.startsWith("-")) opened.delete(box);
      else opened.add(box);
    }
    return opened;
  });
  readonly #apart: ReadonlySet<number> = $derived.by(() => {
    const { outline } = this;
    if (outline === null) return empty;
    return boxSet(this.#settings.unfolded.map((key) => boxAt(outline, key)));
  });
  readonly opening: Opening = $derived.by(() => {
    const [opened, apart] = [this.opened, this.#apart];
    return {
      isOpen: (box) => opened.has(box),
      isFolding: this.#settings.fold,
      isUnfolded: (box) => apart.has(box),
    };
  });
  readonly direction: GraphDirection = $derived.by(() => {
    const { direction } = this.#settings;
    if (direction !== "auto") return direction;
    return this.graph?.flavor === "data" ? "right" : "down";
  });
  readonly scene: Scene | null = $derived.by(() => {
    const { outline, orders, opening, direction } = this;
    if (outline === null || orders === null) return null;
    return sceneOf({
      outline,
      orders,
      opening,
      direction,
      sizeOf: (box, times) => sizeOf(outline, box, times),
      titleWidth: (box, times) => titleWidth(outline, box, times),
    });
  });

  /** -1: nothing is. */
  readonly selected: number = $derived.by(() => {
    const { select } = this.#settings;
    return this.outline === null || select === "" ? -1 : boxAt(this.outline, select);
  });

  /** @param logged - reactive, as `compared` is: of a graph that is two. */
  constructor(
    logged: () => LoggedGraph | null,
    settings: Settings,
    compared: () => Compared = () => alone,
  ) {
    this.#logged = logged;
    this.#settings = settings;
    this.#compared = compared;
  }

  /** The box of the drawing that a box is, or lies in; -1: none. */
  seen(box: number): number {
    const { outline, scene, opening } = this;
    if (outline === null || scene === null) return -1;
    for (let each = box; each >= 0; each = outline.parentOf(each)) {
      if (scene.placeOf.has(each)) return each;
      const above = outline.parentOf(each);
      if (above < 0 || !opening.isFolding) continue;
      const first = firstOfRepeated(outline, above, each);
      if (scene.placeOf.has(first)) return first;
    }
    return -1;
  }

  keyOf(box: number): string {
    return this.outline === null || box < 0 ? "" : boxKey(this.outline, box);
  }

  select(box: number): void {
    this.#settings.select = this.keyOf(box);
  }

  isOpen(box: number): boolean {
    return this.opened.has(box);
  }

  toggle(box: number): void {
    this.setOpen([box], !this.isOpen(box));
  }

  setOpen(boxes: readonly number[], isOpen: boolean): void {
    const changed = boxes.map((box) => this.keyOf(box));
    const kept = this.#settings.open.filter((entry) => !changed.includes(entry.slice(1)));
    const added = boxes
      .filter((box) => this.#atFirst.has(box) !== isOpen)
      .map((box) => `${isOpen ? "+" : "-"}${this.keyOf(box)}`);
    this.#settings.open = [...kept, ...added];
  }

  /** Shows repeated boxes one by one, or as one again. @param box - the first one of them. */
  toggleTimes(box: number): void {
    const key = this.keyOf(box);
    const { unfolded } = this.#settings;
    this.#settings.unfolded = unfolded.includes(key)
      ? unfolded.filter((each) => each !== key)
      : [...unfolded, key];
  }

  /** Opens what is around a box, so that the drawing has it. */
  reveal(box: number): void {
    const { outline } = this;
    if (outline === null || box < 0) return;
    const { open, unfold } = wayTo(outline, box, this.opening);
    const closed = open.filter((each) => !this.isOpen(each));
    if (closed.length > 0) this.setOpen(closed, true);
    const { unfolded } = this.#settings;
    const added = unfold.map((each) => this.keyOf(each)).filter((key) => !unfolded.includes(key));
    if (added.length > 0) this.#settings.unfolded = [...unfolded, ...added];
  }

  /** The box of a node or scope, with whatever has to be shown for it. @param scope - whether `place` is one. */
  go(place: number, isScope: boolean): number {
    const { graph } = this;
    if (graph === null) return -1;
    if (!isScope) {
      const phase = graph.nodes.phase[place];
      if (phase === 1) this.#settings.backward = true;
      if (phase === 2) this.#settings.optimizer = true;
      if (this.outline?.isShown[place] === 0) this.#settings.views = true;
    }
    const { outline } = this;
    if (outline === null) return -1;
    const phase = isScope
      ? Math.max(
          0,
          [0, 1, 2, 3].findIndex((each) => outline.amountIn(outline.boxOf(place, each)) > 0),
        )
      : 0;
    const box = isScope ? outline.boxOf(place, phase) : place;
    // A module of one operation is drawn as one box.
    const around = isScope ? box : outermostOf(outline, box);
    this.reveal(around);
    this.select(around);
    return around;
  }
}
