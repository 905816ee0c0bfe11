/** What the view can be told, remembered and carried by links. */

import { stepSettings } from "../../cards/chosen-steps";
import { cardSettings } from "../../cards/settings";
import { formatCamera, parseCamera } from "../../charts/mesh/camera";
import { startCamera, type Camera } from "../../charts/mesh/types";
import { choice, flag, numberIn, text } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";
import type { Coloring, Extent } from "./model";

const unkept = { store: false } as const;

export const settings = defineSettings("meshes", {
  color: setting<Coloring>("auto", choice("auto", "own", "values", "run", "plain")),
  /** Id of `lib/palettes`. */
  palette: setting("viridis", text),
  /** What has the ends of that scale. */
  range: setting<Extent | "middle">("series", choice("series", "step", "middle", "tag")),
  shading: setting("auto", choice("auto", "smooth", "flat", "wireframe", "points")),
  edges: setting(false, flag),
  /** Factor for the diameter of points. */
  points: setting(1, numberIn(0.1, 10)),
  up: setting("auto", choice("auto", "y", "z")),
  projection: setting("auto", choice("auto", "perspective", "orthographic")),
  /** What has to be in sight. */
  frame: setting<Extent>("series", choice("series", "step", "tag")),
  axes: setting(false, flag),
  /** What each mesh is compared with: `first`, `previous`, a run's id, or nothing. */
  against: setting("", text, unkept),
  arrangement: setting("overlay", choice("overlay", "beside")),
  /** Of all cards. */
  camera: setting<Camera>(startCamera, { parse: parseCamera, format: formatCamera }, unkept),
  ...cardSettings(),
  ...stepSettings(),
});

const drawn = [
  "color",
  "palette",
  "range",
  "shading",
  "edges",
  "points",
  "up",
  "projection",
  "frame",
  "axes",
  "against",
  "arrangement",
  "camera",
  "relative",
  "sameStep",
  "step",
  "size",
] as const;

/** Back to how meshes are drawn at first. */
export function resetDrawn(): void {
  for (const key of drawn) settings.reset(key);
}
