/** Settings of the Meshes view, remembered and carried by links. */

import { stepControls } from "../../cards/steps/chosen-steps";
import { cardSettings } from "../../cards/settings/settings";
import { formatCamera, parseCamera } from "../../charts/mesh/camera";
import { startCamera, type MeshCamera } from "../../charts/mesh/types";
import { text } from "../../lib/codec";
import { PALETTE_OPTIONS } from "../../lib/palettes";
import { controlsIn, group, special } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import type { MeshColoring, RangeExtent } from "./model";
import { t } from "./texts";

const { toggle, choose, pick, slide } = controlsIn(t);

const opens = { opens: true } as const;
const unkept = { store: false } as const;

export const settings = defineSettings("meshes", {
  ...group({
    color: choose<MeshColoring>(
      "auto",
      "colors",
      { auto: "auto", own: "own", values: "values", run: "ofRun", plain: "plainColor" },
      opens,
    ),
    /** Id of `lib/palettes`. */
    palette: pick<string>("viridis", text, "palette", () => PALETTE_OPTIONS),
    /** What has the ends of that scale. */
    range: choose<RangeExtent | "middle">(
      "series",
      "range",
      { series: "allSteps", step: "thisStep", middle: "middle", tag: "allRuns" },
      opens,
    ),
  }),
  ...group({
    shading: choose(
      "auto",
      "shading",
      { auto: "auto", smooth: "smooth", flat: "flat", wireframe: "wireframe", points: "points" },
      opens,
    ),
    edges: toggle(false, "edges"),
    /** Factor for the diameter of points. */
    points: slide(1, "pointSize", [0.1, 10, 0.1], { below: true }),
  }),
  ...group({
    up: choose("auto", "up", { auto: "auto", y: () => "y", z: () => "z" }),
    projection: choose(
      "auto",
      "projection",
      { auto: "auto", perspective: "perspective", orthographic: "orthographic" },
      opens,
    ),
    /** What has to be in sight. */
    frame: choose<RangeExtent>(
      "series",
      "frame",
      { series: "allSteps", step: "thisStep", tag: "allRuns" },
      opens,
    ),
    axes: toggle(false, "axes"),
  }),
  ...group({
    /** What each mesh is compared with: `first`, `previous`, a run's id, or nothing. */
    against: special(setting("", text, unkept), () => t("against")),
    arrangement: choose("overlay", "arrangement", { overlay: "overlay", beside: "beside" }),
  }),
  /** Camera of all cards. */
  camera: setting<MeshCamera>(
    startCamera,
    { parse: parseCamera, format: formatCamera },
    { ...unkept, resets: true },
  ),
  ...cardSettings(),
  ...stepControls(),
});
