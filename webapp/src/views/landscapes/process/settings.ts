/** What the training process can be told, remembered and carried by links. */

import type { View } from "../../../charts/contour/frame";
import { formatCamera, parseCamera } from "../../../charts/surface/camera";
import { startCamera, startLight, type Camera } from "../../../charts/surface/types";
import { choice, flag, numberIn, text } from "../../../lib/codec";
import { PALETTES } from "../../../lib/palettes";
import { defineSettings, setting } from "../../../state/settings.svelte";
import { CUTS, type Cut } from "../cut";
import { SCALES, type ScaleWish } from "../scale";
import { color, maybeNumber, viewCodec } from "./codec";

export type Drawing = "lines" | "filled" | "heat" | "surface";
export const DRAWINGS: readonly Drawing[] = ["lines", "filled", "heat", "surface"];

const unkept = { store: false } as const;

export const settings = defineSettings("landscapes", {
  run: setting("", text, unkept),
  tag: setting("", text, unkept),
  step: setting<number | null>(null, maybeNumber, unkept),
  id: setting("", text, unkept),
  metric: setting("", text, unkept),
  zoom: setting<View | null>(null, viewCodec, unkept),
  /** The scalar whose curve tells where the intervals lie; empty: the first loss. */
  curve: setting("", text),

  drawing: setting<Drawing>("filled", choice("lines", "filled", "heat", "surface")),
  palette: setting("viridis", choice(...PALETTES.map(({ id }) => id))),
  levels: setting(20, numberIn(5, 80)),
  scale: setting<ScaleWish>("auto", choice(...SCALES)),
  /** Percent of the values, the greatest ones, that are beyond the range. */
  cut: setting<Cut>("auto", choice(...CUTS)),
  min: setting<number | null>(null, maybeNumber, unkept),
  max: setting<number | null>(null, maybeNumber, unkept),
  equal: setting(true, flag),
  labeled: setting(true, flag),
  relief: setting(false, flag),

  /** Whether minima and saddles stand in the drawing. */
  minima: setting(false, flag),
  /** Minima that are less deep are left out; null: what the server holds for noise. */
  depth: setting<number | null>(null, maybeNumber, unkept),

  color: setting("", color),
  width: setting(2.5, numberIn(1, 8)),
  residuals: setting(true, flag),

  camera: setting<Camera>(startCamera, { parse: parseCamera, format: formatCamera }, unkept),
  opacity: setting(1, numberIn(0.1, 1)),
  light: setting(startLight.strength, numberIn(0, 1)),
  sun: setting(startLight.azimuth, numberIn(-180, 180)),
  height: setting(1, numberIn(0.2, 3)),

  list: setting(true, flag, { link: false }),
  side: setting(true, flag, { link: false }),
});

/** Back to how landscapes are drawn at first; which of them stays. */
export function resetDrawn(): void {
  const drawn = [
    ...(["palette", "levels", "scale", "cut", "min", "max", "equal", "labeled"] as const),
    ...(["relief", "color", "width", "residuals", "camera", "opacity"] as const),
    ...(["light", "sun", "height", "zoom", "minima", "depth"] as const),
  ];
  for (const key of drawn) settings.reset(key);
}
