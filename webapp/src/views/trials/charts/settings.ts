/** Settings of the charts of trials, carried by links. */

import { reaches, type Reach } from "../../../cards/scalars/reach";
import type { ScaleName } from "../../../charts/rows/types";
import { choice, list, text } from "../../../lib/codec";
import { controlsIn } from "../../../state/controls";
import { defineSettings, setting } from "../../../state/settings.svelte";
import { scalesCodec, type Scales } from "./codecs";
import { t } from "./texts";

const { slide, toggle } = controlsIn(t);

/** Columns mean something in their own logs only: the browser does not remember them. */
const linked = { store: false };
const none: readonly string[] = [];

export const settings = defineSettings("trials", {
  /** Scales by the key of their column, in all charts; a column that is not there has the scale that suits it. */
  scales: setting<Scales>(new Map(), scalesCodec, linked),
  /** Keys of the axes of the parallel coordinates, from left to right; empty: what differs. */
  axes: setting(none, list, linked),
  flipped: setting(none, list, linked),
  /** Keys of the scatter's columns; empty: a good first choice. */
  x: setting("", text, linked),
  y: setting("", text, linked),
  size: setting("", text, linked),
  trend: toggle(true, "trend"),
  /** Keys of the matrix' columns and rows; empty: hyperparameters and metrics. */
  across: setting(none, list, linked),
  upwards: setting(none, list, linked),
  /** What differs between data pipelines is asked for its importance, too. */
  importanceData: toggle(false, "withData"),
  /** The tag of the curves; empty: the objective's. */
  curve: setting("", text, linked),
  curveSmoothing: slide(0, "smoothing", [0, 0.999, 0.001]),
  curveLog: toggle(false, "logY"),
  /** How far the height of the curves reaches. */
  curveReach: setting<Reach>("usual", choice(...reaches), linked),
});

export type ChartSettings = typeof settings;

export function setScale(settings: ChartSettings, key: string, name: ScaleName | null): void {
  const scales = new Map(settings.scales);
  scales.delete(key);
  if (name !== null) scales.set(key, name);
  settings.scales = scales;
}
