/** Figures of the comparison for its charts. */

import type { Directions } from "../../../api/landscapes";
import { graphicsWords } from "../../../cards/graphics";
import type { Scaled } from "../../../charts/contour/scale";
import type { ContourFigure, ContourGrid, ContourMark } from "../../../charts/contour/types";
import type { SurfaceFigure, SurfaceGrid } from "../../../charts/surface/types";
import { levels } from "../../../lib/landscape/levels";
import { mixed } from "../../../lib/mixed";
import { shortNumber } from "../../../lib/numbers";
import { beyondOf } from "../scale";
import type { ComparedDrawn, ComparedSpan } from "./model";
import {
  hasValueColors,
  levelsOfEach,
  shownDrawing,
  type ComparisonSettings,
  type ComparedDrawing as Kind,
} from "./settings";
import { t } from "./texts";

/** What is drawn together. */
export interface ComparedScene {
  readonly grids: readonly ComparedDrawn[];
  readonly span: ComparedSpan;
  readonly marks: readonly ContourMark[];
  /** Directions of the axes; those of the first, where there are several. */
  readonly directions: Directions;
  /** Id of the grid that stands out; null: none. */
  readonly emphasis: string | null;
  /** What the others are mixed with meanwhile: `#rrggbb` of the ground. */
  readonly ground: string;
}

/** How much of the others is left while one stands out. */
const dimmed = { line: 0.22, surface: 0.12 };

function axisName(n: 1 | 2, { explained }: Directions): string {
  const share = explained[n - 1];
  if (share === undefined) return t("axis", { n });
  return t("axisExplained", { n, percent: (100 * share).toFixed(1) });
}

function levelsOf(
  settings: ComparisonSettings,
  { range, scale }: ComparedSpan,
  together: number,
): number[] {
  return levels(range.min, range.max, levelsOfEach(settings, together), scale);
}

function axes({ grids, directions }: ComparedScene) {
  return {
    xLabel: axisName(1, directions),
    yLabel: axisName(2, directions),
    valueLabel: grids[0]?.metric ?? t("loss"),
  };
}

/** What colors stand for; over surfaces they flow into each other as over heat maps. */
export function scaledOf(
  settings: ComparisonSettings,
  span: ComparedSpan,
  metric: string,
  together: number,
): Scaled {
  const drawing = shownDrawing(settings);
  return {
    ...span,
    palette: settings.palette,
    levels: levelsOf(settings, span, together),
    drawing: drawing === "surface" ? "heat" : drawing,
    valueLabel: metric,
  };
}

/** What is said beside a drawing of points that have no height, not yet, or one that is not shown. */
function notes({ grids, span }: ComparedScene): { holes: string; waiting: string; beyond: string } {
  const sum = (of: keyof ComparedDrawn["holes"]) =>
    grids.reduce((all, { holes }) => all + holes[of], 0);
  const parts = [
    ["NaN", sum("nan")],
    ["+∞", sum("positive")],
    ["-∞", sum("negative")],
  ] as const;
  const found = parts.filter(([, n]) => n > 0);
  const n = found.reduce((all, [, count]) => all + count, 0);
  const what = found
    .map(([name, count]) => (found.length > 1 ? `${count} ${name}` : name))
    .join(", ");
  const top = span.range.max;
  const { count, most } = beyondOf(
    grids.map(({ values }) => values),
    top,
  );
  const short = (value: number) => shortNumber(value, 3);
  const done = Math.min(1, ...grids.map((grid) => grid.done));
  return {
    holes: n === 0 ? "" : t("holes", { n, what }),
    waiting: done === 1 ? "" : t("waiting", { percent: Math.floor(100 * done) }),
    beyond: count === 0 ? "" : t("beyond", { n: count, top: short(top), most: short(most) }),
  };
}

const nowhere = { paths: [], pathColor: "#000000", pathWidth: 1, frame: 1 } as const;

export function surfaceFigure(settings: ComparisonSettings, scene: ComparedScene): SurfaceFigure {
  const { grids, span, marks, emphasis } = scene;
  const isAlone = grids.length === 1;
  const hasOwnColors = !hasValueColors(settings, grids.length);
  const surfaces = grids.map((grid): SurfaceGrid => {
    const { id, name, x, y, values, mask, color } = grid;
    return {
      id,
      name,
      x,
      y,
      values,
      mask,
      ...(hasOwnColors && { color }),
      ...(emphasis !== null && { opacity: id === emphasis ? 0.95 : dimmed.surface }),
    };
  });
  const opacity = isAlone ? 1 : settings.opacity;
  return {
    grids: surfaces,
    ...span,
    palette: settings.palette,
    marks,
    ...nowhere,
    levels: levelsOf(settings, span, grids.length),
    // Solid surfaces would hide what shines through.
    opacity: emphasis === null ? opacity : Math.min(opacity, 0.95),
    clip: null,
    light: { azimuth: settings.sun, strength: settings.light },
    exaggeration: settings.height,
    ...axes(scene),
    words: {
      ...notes(scene),
      start: t("start"),
      end: t("end"),
      keys: t("surfaceKeys"),
      ...graphicsWords(),
    },
  };
}

/** The one that stands out last, over the others. */
function planesOf({ grids, emphasis, ground }: ComparedScene): ContourGrid[] {
  if (emphasis === null) return [...grids];
  const isMeant = ({ id }: ComparedDrawn) => id === emphasis;
  const others = grids.filter((grid) => !isMeant(grid));
  const faint = others.map((grid) => ({
    ...grid,
    color: mixed(ground, grid.color, dimmed.line),
  }));
  return [...faint, ...grids.filter(isMeant)];
}

export function contourFigure(
  settings: ComparisonSettings,
  scene: ComparedScene,
  drawing: Exclude<Kind, "surface">,
): ContourFigure {
  const { grids, span, marks, emphasis } = scene;
  const planes =
    grids.length === 1
      ? grids.map(({ id, name, x, y, values, mask }) => ({ id, name, x, y, values, mask }))
      : planesOf(scene);
  return {
    grids: planes,
    drawing,
    levels: levelsOf(settings, span, grids.length),
    ...span,
    palette: settings.palette,
    marks,
    ...nowhere,
    ...axes(scene),
    // The scale stands outside of the drawings: several may share it.
    hasScale: false,
    // Numbers of the others would lie over the one that is looked at.
    equal: false,
    labeled: emphasis === null,
    relief: drawing === "filled",
    residuals: false,
    words: {
      ...notes(scene),
      residual: "",
      truth: "",
      start: t("start"),
      end: t("end"),
    },
  };
}
