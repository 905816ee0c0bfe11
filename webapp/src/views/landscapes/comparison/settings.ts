/** Settings of the comparison mode, remembered and carried by links. */

import { cardSize } from "../../../cards/settings/settings";
import { formatCamera, parseCamera } from "../../../charts/surface/camera";
import { startCamera, startLight, type SurfaceCamera } from "../../../charts/surface/types";
import { choice, flag, list, numberIn, orNone, text } from "../../../lib/codec";
import { PALETTE_OPTIONS, PALETTES } from "../../../lib/palettes";
import { controlsIn, group, special } from "../../../state/controls";
import { defineSettings, setting } from "../../../state/settings.svelte";
import { CUTS, type LandscapeCut } from "../cut";
import type { ScaleWish } from "../scale";
import { levelCount } from "./model";
import { t } from "./texts";

export type ComparedDrawing = "lines" | "filled" | "heat" | "surface";

/** What the panel knows of what is shown. */
export interface ComparisonFacts {
  /** Metrics of which one is shown; the first one of each unless chosen. */
  readonly metrics: readonly string[];
  /** Landscapes in all drawings, and in one of them. */
  readonly number: number;
  readonly together: number;
}

type Arrange = "tile" | "overlay";
interface Arranged {
  readonly arrange: Arrange;
  readonly drawing: ComparedDrawing;
}
interface Colored extends Arranged {
  readonly colors: "runs" | "palette";
}

const { toggle, choose, pick, slide } = controlsIn(t);

const camera = { parse: parseCamera, format: formatCamera };
const isSurface = (now: Arranged): boolean => shownDrawing(now) === "surface";
const isOverlaidSurface = (now: Arranged & ComparisonFacts): boolean =>
  isSurface(now) && now.together > 1;

export const settings = defineSettings(
  "landscapes",
  {
    arrange: choose<Arrange>("tile", "arrange", { tile: "side", overlay: "overlay" }),
    drawing: pick<ComparedDrawing>(
      "surface",
      choice("lines", "filled", "heat", "surface"),
      "drawing",
      ({ arrange }: Arranged) =>
        drawingsOf(arrange).map((value) => ({
          value,
          label: t(value === "lines" ? "contours" : value),
        })),
      { opens: false, get: shownDrawing },
    ),
    /** The table has every repeat with another seed, and their mean. */
    seeds: toggle(true, "seeds", { title: () => t("seedsHint") }),
    ...group({
      /** Name of the metric; empty: the first one that there is. */
      metric: pick(
        "",
        text,
        "metric",
        ({ metrics }: ComparisonFacts) =>
          metrics.map((name, i) => ({ value: i === 0 ? "" : name, label: name })),
        {
          store: false,
          resets: false,
          shown: ({ metrics }: ComparisonFacts) => metrics.length > 1,
          inPanel: true,
        },
      ),
      /** One range of colors and heights for all. */
      shared: toggle(true, "shared", {
        title: () => t("sharedHint"),
        shown: ({ arrange, number }: Arranged & ComparisonFacts) =>
          arrange === "tile" && number > 1,
      }),
      scale: choose<ScaleWish>(
        "auto",
        "scale",
        { auto: "auto", linear: "linear", log: "log" },
        { opens: true },
      ),
      /** Percent of the values, the greatest ones, that are beyond the range. */
      cut: pick<LandscapeCut>("auto", choice(...CUTS), "cut", () =>
        CUTS.map((value) => ({
          value,
          label: value === "auto" ? t("cutAuto") : value === "0" ? t("cutNone") : `${value} %`,
        })),
      ),
      /** Empty: as many as suit the drawing. */
      levels: slide<number | null>(null, "levels", [0, 40, 1], {
        codec: orNone(numberIn(0, 40)),
        shown: (now: Arranged) => shownDrawing(now) !== "heat",
        get: ({ levels, together }: { levels: number | null } & ComparisonFacts) =>
          levelsOfEach({ levels }, together),
        set: (now: { levels: number | null } & ComparisonFacts, levels: number) => {
          now.levels = levels === levelCount(now.together) ? null : levels;
        },
        inPanel: true,
      }),
    }),
    ...group({
      /** Colors of overlaid surfaces. */
      colors: choose<"runs" | "palette">(
        "runs",
        "surfaceColors",
        { runs: "ofRuns", palette: "ofPalette" },
        { shown: isOverlaidSurface },
      ),
      palette: pick(
        "viridis",
        choice<string>(...PALETTES.map(({ id }) => id)),
        "palette",
        () => PALETTE_OPTIONS,
        { shown: (now: Colored & ComparisonFacts) => hasValueColors(now, now.together) },
      ),
      opacity: slide(0.75, "opacity", [0.1, 1, 0.05], { shown: isOverlaidSurface }),
      height: slide(1, "height", [0.2, 3, 0.1], { shown: isSurface }),
      light: slide(startLight.strength, "light", [0, 1, 0.05], { shown: isSurface }),
      sun: slide(startLight.azimuth, "sun", [-180, 180, 5], { shown: isSurface }),
    }),
    ...group({
      camera: special(
        setting<SurfaceCamera>(startCamera, camera, { store: false }),
        () => t("view3"),
        isSurface,
      ),
    }),
    size: cardSize(),
    /** Keys of landscapes that stand for their runs in place of the newest. */
    chosen: setting<readonly string[]>([], list, { store: false }),
    /** Runs that are taken out of the overlaid drawing. */
    hidden: setting<readonly string[]>([], list, { store: false }),
    /** Column and direction, such as `area:down`; empty: in the order of the runs. */
    sort: setting("", text, { store: false }),
    /** Whether the table is unfolded. */
    table: setting(true, flag, { link: false }),
    panel: setting(true, flag, { link: false }),
  },
  "c.",
);

export type ComparisonSettings = typeof settings;

/** Overlaid, bands and heat maps would hide each other: they are lines. */
export function shownDrawing({ arrange, drawing }: Arranged): ComparedDrawing {
  return arrange === "overlay" && drawing !== "surface" ? "lines" : drawing;
}

function drawingsOf(arrange: Arrange): readonly ComparedDrawing[] {
  return arrange === "overlay" ? ["lines", "surface"] : ["lines", "filled", "heat", "surface"];
}

/** How many isolines each has. @param together - landscapes in one drawing. */
export function levelsOfEach(
  { levels }: { readonly levels: number | null },
  together: number,
): number {
  return levels ?? levelCount(together);
}

/** Whether colors stand for values, and not for runs. @param together - landscapes in one drawing. */
export function hasValueColors(now: Colored, together: number): boolean {
  return together < 2 || (isSurface(now) && now.colors === "palette");
}
