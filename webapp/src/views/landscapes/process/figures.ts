/** What the charts are given of a landscape. Parts that stay the same are the same objects. */

import type { Landscape } from "../../../api/landscapes";
import type { ContourFigure, ContourMark } from "../../../charts/contour/types";
import { greatestResidual } from "../../../charts/contour/path";
import type { SurfaceFigure } from "../../../charts/surface/types";
import { holesOf } from "../../../lib/landscape/holes";
import { levels } from "../../../lib/landscape/levels";
import { shortNumber } from "../../../lib/numbers";
import { markName } from "../names";
import { gridOf, pathOf, type Grid, type Path } from "../grids";
import type { Drawing, settings as declared } from "./settings";
import type { Span } from "./span";
import { t } from "./texts";
import { axisText, holeCount, holesText } from "./words";

type Settings = typeof declared;

/** One metric of one landscape. */
export interface Scene {
  readonly landscape: Landscape;
  readonly metric: string;
  readonly grid: Grid;
  readonly path: Path | null;
  readonly marks: readonly ContourMark[];
}

/** @returns null: it lies along one direction, or has no such metric. */
export function sceneOf(landscape: Landscape, metric: string, name: string): Scene | null {
  const grid = gridOf(landscape, metric, name);
  if (grid === null) return null;
  const path = pathOf(landscape, name);
  const isLoss = metric === landscape.metrics[0];
  const nothing = path === null ? null : new Float64Array(path.step.length).fill(NaN);
  return {
    ...{ landscape, metric, grid },
    // The path tells losses; over another metric its snapshots lie on the surface.
    path:
      path === null || nothing === null || isLoss
        ? path
        : { ...path, loss: nothing, trueLoss: nothing },
    marks: [
      // Most paths end at the centre, and say so.
      ...(path !== null && isAtCentre(path)
        ? []
        : [{ name: t("centre"), x: 0, y: 0, sort: "centre" as const }]),
      ...landscape.marks
        .filter(({ x, y }) => x !== 0 || y !== 0)
        .map(({ name: own, x, y }) => ({ name: markName(own), x, y, sort: "point" as const })),
    ],
  };
}

function isAtCentre({ x, y }: Path): boolean {
  return Math.hypot(x.at(-1) ?? NaN, y.at(-1) ?? NaN) < 1e-9;
}

function common({ landscape, metric, grid, path, marks }: Scene, span: Span, settings: Settings) {
  return {
    grids: [grid],
    levels: levels(span.range.min, span.range.max, settings.levels, span.scale),
    ...{ range: span.range, scale: span.scale, palette: settings.palette },
    paths: path === null ? [] : [path],
    ...{ marks, pathColour: settings.colour, pathWidth: settings.width },
    ...{ xLabel: axisText(landscape, 1), yLabel: axisText(landscape, 2), valueLabel: metric },
  };
}

/** Beside the drawing: what has no height, and what is not computed yet. */
function besides({ landscape, metric }: Scene): { holes: string; waiting: string } {
  const { done } = landscape;
  const holes = holesOf(landscape.values.get(metric) ?? new Float64Array(), done);
  const n = holeCount(holes);
  const missing = done.length - done.reduce((sum, each) => sum + each, 0);
  const percent = Math.ceil((100 * missing) / done.length);
  return {
    holes: n === 0 ? "" : t("holes", { n, what: holesText(holes) }),
    waiting: missing === 0 ? "" : t("waiting", { percent }),
  };
}

export function contourFigure(
  scene: Scene,
  span: Span,
  settings: Settings,
  drawing: Exclude<Drawing, "surface">,
  equal: boolean,
): Omit<ContourFigure, "frame"> {
  const { labelled, relief, residuals } = settings;
  const most = scene.path === null ? NaN : greatestResidual([scene.path]);
  const hasRings = residuals && most > 0;
  return {
    ...common(scene, span, settings),
    ...{ equal, drawing, labelled, relief, residuals: hasRings },
    words: {
      ...besides(scene),
      residual: hasRings ? t("residual", { most: shortNumber(most, 3) }) : "",
      truth: scene.path?.trueLoss.some(Number.isFinite) === true ? t("truth") : "",
      ...{ start: t("start"), end: t("end") },
    },
  };
}

function withoutTrueLoss(path: Path): Path {
  return { ...path, trueLoss: new Float64Array(path.step.length).fill(NaN) };
}

export function surfaceFigure(
  scene: Scene,
  span: Span,
  settings: Settings,
  pathColour: string,
): Omit<SurfaceFigure, "frame"> {
  const same = common(scene, span, settings);
  return {
    ...same,
    paths: settings.residuals ? same.paths : same.paths.map(withoutTrueLoss),
    ...{ pathColour, opacity: settings.opacity, clip: null, exaggeration: settings.height },
    light: { azimuth: settings.sun, strength: settings.light },
    words: {
      ...besides(scene),
      ...{ start: t("start"), end: t("end"), keys: t("surfaceKeys") },
      ...{ noWebGL: t("noWebGL"), lost: t("lost") },
    },
  };
}
