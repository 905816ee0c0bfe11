/** What the comparison can be told, remembered and carried by links. */

import type { CardSize } from "../../../cards/cards";
import { formatCamera, parseCamera } from "../../../charts/surface/camera";
import { startCamera, startLight, type Camera } from "../../../charts/surface/types";
import { choice, flag, list, numberIn, text, type Codec } from "../../../lib/codec";
import { PALETTES } from "../../../lib/palettes";
import { setting } from "../../../state/settings.svelte";
import { CUTS, type Cut } from "../cut";
import { modeSettings } from "../mode-settings";
import { SCALES, type ScaleWish } from "../scale";

export type Drawing = "lines" | "filled" | "heat" | "surface";

const palettes = PALETTES.map(({ id }) => id);
const camera = { parse: parseCamera, format: formatCamera };
const count = numberIn(0, 40);
/** Empty: as many as suit the drawing. */
const maybeCount: Codec<number | null> = {
  parse: (value) => (value === "" ? null : count.parse(value)),
  format: (value) => (value === null ? "" : count.format(value)),
};

export const settings = modeSettings("c", {
  arrange: setting<"tile" | "overlay">("tile", choice("tile", "overlay")),
  drawing: setting<Drawing>("surface", choice("lines", "filled", "heat", "surface")),
  /** Name of the metric; empty: the first one that there is. */
  metric: setting("", text, { store: false }),
  /** Keys of landscapes that stand for their runs in place of the newest. */
  chosen: setting<readonly string[]>([], list, { store: false }),
  /** Runs that are taken out of the overlaid drawing. */
  hidden: setting<readonly string[]>([], list, { store: false }),
  /** Column and direction, such as `area:down`; empty: in the order of the runs. */
  sort: setting("", text, { store: false }),
  /** The table has every repeat with another seed, and their mean. */
  seeds: setting(true, flag),
  /** One range of colors and heights for all. */
  shared: setting(true, flag),
  scale: setting<ScaleWish>("auto", choice(...SCALES)),
  /** Percent of the values, the greatest ones, that are beyond the range. */
  cut: setting<Cut>("auto", choice(...CUTS)),
  palette: setting("viridis", choice(...palettes)),
  levels: setting<number | null>(null, maybeCount),
  /** Of overlaid surfaces. */
  colors: setting<"runs" | "palette">("runs", choice("runs", "palette")),
  opacity: setting(0.75, numberIn(0.1, 1)),
  height: setting(1, numberIn(0.2, 3)),
  light: setting(startLight.strength, numberIn(0, 1)),
  sun: setting(startLight.azimuth, numberIn(-180, 180)),
  camera: setting<Camera>(startCamera, camera, { store: false }),
  size: setting<CardSize>("medium", choice("small", "medium", "large")),
  /** Whether the table is unfolded. */
  table: setting(true, flag, { link: false }),
  panel: setting(true, flag, { link: false }),
});

export type ComparisonSettings = typeof settings;

/** Overlaid, bands and heat maps would hide each other: they are lines. */
export function shownDrawing({
  arrange,
  drawing,
}: Pick<ComparisonSettings, "arrange" | "drawing">): Drawing {
  return arrange === "overlay" && drawing !== "surface" ? "lines" : drawing;
}

const drawn = [
  ...(["scale", "cut", "palette", "levels", "colors", "opacity", "height"] as const),
  ...(["light", "sun", "camera", "shared", "size"] as const),
] as const;

/** Back to how landscapes are drawn at first; which of them stays. */
export function resetDrawn(): void {
  for (const key of drawn) settings.reset(key);
}
