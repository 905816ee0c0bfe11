/** Settings of the training process mode, remembered and carried by links. */

import type { ChartView } from "../../../charts/contour/frame";
import { formatCamera, parseCamera } from "../../../charts/surface/camera";
import { startCamera, startLight, type SurfaceCamera } from "../../../charts/surface/types";
import { choice, flag, orNone, text } from "../../../lib/codec";
import { PALETTES } from "../../../lib/palettes";
import { controlsIn, group, special } from "../../../state/controls";
import { defineSettings, setting } from "../../../state/settings.svelte";
import { CUTS, type LandscapeCut } from "../cut";
import type { ScaleWish } from "../scale";
import { color, maybeNumber, viewCodec } from "./codec";
import { t } from "./texts";

export type ProcessDrawing = "lines" | "filled" | "heat" | "surface";

/** What the display knows of the landscape. */
export interface DisplayFacts {
  readonly hasPath: boolean;
  /** Why both axes can't have one unit; null: they can. */
  readonly unequal: "equalLong" | "equalNarrow" | null;
}

interface Drawn {
  readonly drawing: ProcessDrawing;
}

const { toggle, choose, pick, slide } = controlsIn(t);

const unkept = { store: false } as const;
const is3 = ({ drawing }: Drawn): boolean => drawing === "surface";
const inSpace = { shown: is3 } as const;
const hasPath = (facts: DisplayFacts): boolean => facts.hasPath;

export const settings = defineSettings("landscapes", {
  run: setting("", text, unkept),
  tag: setting("", text, unkept),
  step: setting<number | null>(null, maybeNumber, unkept),
  id: setting("", text, unkept),
  metric: setting("", text, unkept),
  zoom: setting<ChartView | null>(null, viewCodec, { ...unkept, resets: true }),
  /** The scalar whose curve shows where the intervals lie; empty: the first loss. */
  curve: setting("", text),

  drawing: choose<ProcessDrawing>("surface", "drawing", {
    surface: "surface",
    filled: "filled",
    lines: "contours",
    heat: "heat",
  }),
  ...group({
    palette: special(setting("viridis", choice(...PALETTES.map(({ id }) => id))), () =>
      t("palette"),
    ),
    scale: choose<ScaleWish>("auto", "scale", {
      auto: "auto",
      linear: "linear",
      log: "log",
    }),
    levels: slide(20, "levels", [5, 80, 1], { shown: ({ drawing }: Drawn) => drawing !== "heat" }),
    /** Drawn with the other end. */
    min: special(setting<number | null>(null, maybeNumber, unkept), () => t("range")),
    /** Percent of the values, the greatest ones, that are beyond the range. */
    cut: pick<LandscapeCut>("auto", choice(...CUTS), "cut", () =>
      CUTS.map((cut) => ({
        value: cut,
        label: cut === "auto" ? t("extremes") : cut === "0" ? t("none") : t("percent", { n: cut }),
      })),
    ),
    equal: toggle(true, "equal", {
      shown: (now: Drawn) => !is3(now),
      disabled: ({ unequal }: DisplayFacts) => unequal !== null,
      hint: ({ unequal }: DisplayFacts) => (unequal === null ? "" : t(unequal)),
      get: ({ equal, unequal }: DisplayFacts & { equal: boolean }) => equal && unequal === null,
      inPanel: true,
    }),
    labeled: toggle(true, "labeled", {
      shown: (now: Drawn) => !is3(now) && now.drawing !== "heat",
    }),
    relief: toggle(false, "relief", { shown: ({ drawing }: Drawn) => drawing === "filled" }),
  }),
  max: setting<number | null>(null, maybeNumber, { ...unkept, resets: true }),

  /** Whether minima and saddles stand in the drawing. */
  minima: setting(false, flag, { resets: true }),
  /** Minima that are less deep are left out; null: what the server holds for noise. */
  depth: setting<number | null>(null, maybeNumber, { ...unkept, resets: true }),

  ...group(
    {
      color: special(setting("", color), () => t("color"), hasPath),
      width: slide(2.5, "pathWidth", [1, 8, 0.5], { shown: hasPath }),
      residuals: toggle(true, (now: Drawn) => t(is3(now) ? "trueLosses" : "residuals"), {
        shown: hasPath,
      }),
    },
    () => t("path"),
  ),
  ...group(
    {
      camera: special(
        setting<SurfaceCamera>(startCamera, { parse: parseCamera, format: formatCamera }, unkept),
        () => t("view3"),
        is3,
      ),
      height: slide(1, "height", [0.2, 3, 0.1], inSpace),
      opacity: slide(1, "opacity", [0.1, 1, 0.05], inSpace),
      light: slide(startLight.strength, "light", [0, 1, 0.05], inSpace),
      sun: slide(startLight.azimuth, "sun", [-180, 180, 5], inSpace),
    },
    () => t("view3"),
  ),

  list: setting(true, flag, { link: false }),
  /** null: where there is room enough. */
  side: setting<boolean | null>(null, orNone(flag), { link: false }),
});
