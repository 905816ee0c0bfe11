/** The landscape that is looked at, how far its path or its training has come, and what is drawn of it. */

import type { LandscapeSummary } from "../../../api/landscapes";
import { holesOf } from "../../../lib/landscape/holes";
import { runs } from "../../../state/runs.svelte";
import { inOrder } from "../arrangement";
import { fileItems } from "../files";
import { keyOf } from "../loader";
import { ShownMode } from "../shown";
import type { ModeWhy } from "../Why.svelte";
import { pathsOf, sceneOf } from "./figures";
import { Frames } from "./frames.svelte";
import { deepEnough } from "./minima";
import { chosenOf, framesOf, listed, stretchesOf } from "./model";
import { warningsOf } from "./notes";
import { Player } from "./player.svelte";
import type { settings as declared } from "./settings";
import { spanOf } from "./span";
import { t } from "./texts";
import { whyUnequal } from "./unit";
import { frameRows, snapshotTip, type TipRow } from "./tip";
import { holesText, momentText, titleOf, warningText, whenText } from "./words";

/** A sequence of snapshots, and which of them is shown. */
export interface ProcessMoves {
  readonly count: number;
  /** Counted from 0. */
  readonly index: number;
  /** How far it has come, from 0 to `count - 1`. */
  readonly come: number;
  /** When that is, such as `Step 10`. */
  readonly moment: string;
  /** Numbers of the snapshot that is shown. */
  readonly rows: readonly TipRow[];
  readonly playing: boolean;
  readonly toggle: () => void;
  readonly moveTo: (index: number) => void;
}

export class ShownProcess extends ShownMode<typeof declared> {
  /** Size of the drawing, in pixels. */
  width = $state(0);
  height = $state(0);
  readonly player = new Player();

  /** Landscapes to choose from. */
  readonly offered = $derived.by(() => inOrder(listed(this.landscapes)));
  readonly #wished = $derived.by(() => chosenOf(this.offered, this.settings));
  /** Landscapes that are played one after the other; most stand alone. */
  readonly frames: Frames = new Frames(
    () => (this.#wished === null ? [] : framesOf(this.offered, this.#wished)),
    () => this.#wished,
    (summary) => this.store.get(summary),
  );
  /** null: there is none. */
  readonly chosen = $derived(this.frames.shown ?? this.#wished);
  readonly isPlayed = $derived(this.frames.all.length > 1);
  /** The drawing stays while frames are played. */
  readonly key = $derived.by(() => {
    if (this.chosen === null) return "";
    const { run, tag } = this.chosen;
    return this.isPlayed ? `${run} ${tag} snapshots` : keyOf(this.chosen);
  });
  readonly stretches = $derived(this.chosen === null ? [] : stretchesOf(this.offered, this.chosen));
  /** Name of the run. */
  readonly name = $derived(this.chosen === null ? "" : runs.shortNameOf(this.chosen.run));

  readonly landscape = $derived.by(() =>
    this.chosen === null ? undefined : this.store.get(this.chosen),
  );
  /** The one that is wished for, or else the first. */
  readonly metric = $derived.by(() =>
    this.settings.metric === "" ? (this.landscape?.metrics[0] ?? "") : this.settings.metric,
  );
  readonly scene = $derived.by(() => {
    if (this.chosen === null || this.landscape === undefined) return null;
    const look = { name: this.name, color: runs.colorOf(this.chosen.run), colorOf: colorOfName };
    return sceneOf(this.landscape, this.metric, look);
  });
  /** Topology of the metric that is drawn; null: not known. */
  readonly topology = $derived(
    this.landscape?.topology?.metric === this.metric ? this.landscape.topology : null,
  );
  /** Minima that stand in the drawing. */
  readonly minima = $derived.by(() =>
    this.settings.minima && this.topology !== null
      ? deepEnough(this.topology, this.settings.depth).minima
      : [],
  );
  /** All frames have one range, which does not change from one to the next. */
  readonly #played = $derived(this.isPlayed ? { values: this.frames.valuesOf(this.metric) } : null);
  readonly span = $derived.by(() => {
    if (this.scene === null) return null;
    const along = pathsOf(this.scene).map(({ loss }) => loss);
    return spanOf(this.#played ?? this.scene.grid, this.settings, along);
  });
  /** Why both axes can't have one unit; null: they can. */
  readonly unequal = $derived.by(() => {
    if (this.scene === null) return null;
    const { width, height, scene } = this;
    return whyUnequal({ ...scene, grids: [scene.grid], paths: pathsOf(scene) }, { width, height });
  });
  /** Steps of the path's snapshots; null: there is no path. */
  readonly steps = $derived(this.scene?.path?.step ?? null);

  /** Through what is played; null: nothing is. */
  readonly moves: ProcessMoves | null = $derived.by(() =>
    this.isPlayed ? this.#throughFrames() : this.#alongPath(),
  );

  /** Why there is nothing to draw; null: there is. */
  readonly why: ModeWhy | null = $derived.by(() => {
    if (this.scene !== null && this.span !== null) return null;
    if (this.chosen === null) return { kind: "loading" };
    if (this.landscape === undefined) return this.store.missing([this.chosen]);
    const { metric, landscape } = this;
    const { metrics, values, done } = landscape;
    if (!metrics.includes(metric)) {
      const hint = t("noMetricHint", { names: metrics.join(t("comma")) });
      return { kind: "nothing", message: t("noMetric", { metric }), hint };
    }
    const n = done.reduce((sum, each) => sum + each, 0);
    if (n === 0) return { kind: "nothing", message: t("nothingYet"), hint: t("nothingYetHint") };
    const what = holesText(holesOf(values.get(metric) ?? new Float64Array(), done));
    const hint = t("nothingFiniteHint", { n, what });
    return { kind: "nothing", message: t("nothingFinite", { metric }), hint };
  });
  /** Title of files. */
  readonly title = $derived(
    this.chosen === null
      ? ""
      : titleOf([this.name, this.chosen.tag, whenText(this.chosen), this.metric]),
  );
  /** What the server can write of it. */
  readonly files = $derived.by(() => {
    if (this.chosen === null) return [];
    const { metric, span } = this;
    // Beyond the whole range nothing is cut off.
    const zmax = span !== null && span.beyond.count > 0 ? span.range.max : null;
    const drawn = { metric, isLog: span?.scale === "log", zmax };
    return fileItems(this.chosen, this.store.formats, drawn);
  });
  /** What the picture must not let one believe. */
  readonly warnings: readonly string[] = $derived.by(() => {
    const { landscape, span } = this;
    if (landscape === undefined) return [];
    return [
      ...warningsOf(landscape).map((each) => warningText(each, landscape.settings.unit)),
      ...(span === null || span.note === null ? [] : [t(span.note)]),
      ...(landscape.damaged > 0 ? [t("damaged", { n: landscape.damaged })] : []),
    ];
  });

  /** The whole of it is seen. */
  choose(summary: LandscapeSummary): void {
    this.goTo(summary);
    this.settings.zoom = null;
  }

  goTo({ run, tag, step, id }: LandscapeSummary): void {
    Object.assign(this.settings, { run, tag, step, id });
  }

  draw(metric: string): void {
    // Limits of losses are none of accuracies.
    Object.assign(this.settings, { metric, min: null, max: null });
  }

  #throughFrames(): ProcessMoves | null {
    const { frames, chosen, landscape } = this;
    if (chosen === null) return null;
    const { index, playing } = frames;
    const goTo = (summary: LandscapeSummary): void => this.goTo(summary);
    return {
      ...{ count: frames.all.length, index, come: index, playing },
      moment: momentText(chosen.step, chosen.settings.unit),
      rows: landscape === undefined ? [] : frameRows(landscape),
      toggle: () => frames.toggle(goTo),
      moveTo: (to) => frames.moveTo(to, goTo),
    };
  }

  #alongPath(): ProcessMoves | null {
    const { player, landscape, steps } = this;
    if (steps === null || landscape === undefined) return null;
    const count = steps.length;
    const come = player.frame * Math.max(1, count - 1);
    const index = Math.min(count - 1, Math.floor(come + 1e-9));
    const { title, rows } = snapshotTip(landscape, index);
    return {
      ...{ count, index, come, playing: player.playing, moment: title, rows },
      toggle: () => player.toggle(count),
      moveTo: (to) => player.moveTo(to, count),
    };
  }

  /** Nothing moves any more. */
  rest(): void {
    this.player.pause();
    this.frames.pause();
  }
}

/** Color of a run that is called so, or ends so; undefined: there is none. */
function colorOfName(name: string): string | undefined {
  const found = [...runs.byId.keys()].find((id) => `/${runs.nameOf(id)}`.endsWith(`/${name}`));
  return found === undefined ? undefined : runs.colorOf(found);
}
