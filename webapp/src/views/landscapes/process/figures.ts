/** Figures of a landscape for the charts. Parts that stay the same are the same objects. */

import type { Landscape } from "../../../api/landscapes";
import { graphicsWords } from "../../../cards/graphics";
import type { ContourFigure, ContourMark } from "../../../charts/contour/types";
import { greatestResidual, hasRibbons } from "../../../charts/contour/path";
import { frameOf, isInside, placeOn, type SurfaceFrame } from "../../../charts/surface/frame";
import type { SurfaceFigure } from "../../../charts/surface/types";
import { holesOf } from "../../../lib/landscape/holes";
import { range } from "../../../lib/landscape/range";
import { levels } from "../../../lib/landscape/levels";
import { shortNumber } from "../../../lib/numbers";
import { markName } from "../names";
import { gridOf, otherPathsOf, pathOf, type LandscapeGrid, type Path } from "../grids";
import type { ProcessDrawing, settings as declared } from "./settings";
import type { ProcessSpan } from "./span";
import { t } from "./texts";
import { axisText, holeCount, holesText } from "./words";

type Settings = typeof declared;

/** One metric of one landscape. */
export interface ProcessScene {
  readonly landscape: Landscape;
  readonly metric: string;
  readonly grid: LandscapeGrid;
  readonly path: Path | null;
  /** Paths of other trainings. */
  readonly others: readonly Path[];
  readonly marks: readonly ContourMark[];
}

/** What a run is called, and the colors of it and of others by their names. */
export interface ProcessLook {
  readonly name: string;
  readonly color: string;
  /** undefined: there is no run of this name. */
  readonly colorOf: (name: string) => string | undefined;
}

/** @returns null: it lies along one direction, or has no such metric. */
export function sceneOf(
  landscape: Landscape,
  metric: string,
  look: ProcessLook,
): ProcessScene | null {
  const { name } = look;
  const grid = gridOf(landscape, metric, name);
  if (grid === null) return null;
  const own = pathOf(landscape, name);
  // One of several is distinguished by its color.
  const path = own === null || landscape.paths.length === 0 ? own : { ...own, color: look.color };
  const isLoss = metric === landscape.metrics[0];
  const others = otherPathsOf(landscape, look.colorOf);
  return {
    landscape,
    metric,
    grid,
    // The path has losses; over another metric its snapshots lie on the surface.
    path: path === null || isLoss ? path : withoutLosses(path),
    others: isLoss ? others : others.map(withoutLosses),
    marks: [
      // Most paths end at the center, and say so.
      ...(path !== null && isAtCenter(path)
        ? []
        : [{ name: t("center"), x: 0, y: 0, kind: "center" as const }]),
      ...landscape.marks
        .filter(({ x, y }) => x !== 0 || y !== 0)
        .map(({ name: own, x, y, values }) => ({
          name: markName(own),
          x,
          y,
          kind: "point" as const,
          hasReading: values.size > 0,
        })),
    ],
  };
}

function withoutLosses(path: Path): Path {
  const nothing = new Float64Array(path.step.length).fill(NaN);
  return { ...path, loss: nothing, trueLoss: nothing };
}

/** All that are drawn: the landscape's own first. */
export function pathsOf({ path, others }: Pick<ProcessScene, "path" | "others">): Path[] {
  return path === null ? [...others] : [path, ...others];
}

function isAtCenter({ x, y }: Path): boolean {
  return Math.hypot(x.at(-1) ?? NaN, y.at(-1) ?? NaN) < 1e-9;
}

function common(
  { landscape, metric, grid, path, others, marks }: ProcessScene,
  span: ProcessSpan,
  settings: Settings,
) {
  return {
    grids: [grid],
    levels: levels(span.range.min, span.range.max, settings.levels, span.scale),
    range: span.range,
    scale: span.scale,
    palette: settings.palette,
    paths: pathsOf({ path, others }),
    marks,
    pathColor: settings.color,
    pathWidth: settings.width,
    xLabel: axisText(landscape, 1),
    yLabel: axisText(landscape, 2),
    valueLabel: metric,
  };
}

/** Beside the drawing: what has no height, and what is not computed yet. */
function besides({ landscape, metric }: ProcessScene): { holes: string; waiting: string } {
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

/** Empty: no value is greater than the range. */
function beyondText({ range, beyond }: ProcessSpan, key: "beyond" | "beyondCut"): string {
  const [top, most] = [shortNumber(range.max, 3), shortNumber(beyond.most, 3)];
  return beyond.count === 0 ? "" : t(key, { n: beyond.count, top, most });
}

export function contourFigure(
  scene: ProcessScene,
  span: ProcessSpan,
  settings: Settings,
  drawing: Exclude<ProcessDrawing, "surface">,
  equal: boolean,
): Omit<ContourFigure, "frame"> {
  const { labeled, relief, residuals } = settings;
  const paths = pathsOf(scene);
  const off = paths.length > 0 && hasRibbons(paths) ? "residualRibbon" : "residual";
  const most = paths.length === 0 ? NaN : greatestResidual(paths);
  const hasRings = residuals && most > 0;
  return {
    ...common(scene, span, settings),
    equal,
    drawing,
    labeled,
    relief,
    residuals: hasRings,
    hasScale: true,
    words: {
      ...besides(scene),
      beyond: beyondText(span, "beyond"),
      residual: hasRings ? t(off, { most: shortNumber(most, 3) }) : "",
      truth: paths.some(({ trueLoss }) => trueLoss.some(Number.isFinite)) ? t("truth") : "",
      start: t("start"),
      end: t("end"),
    },
  };
}

function withoutTrueLoss(path: Path): Path {
  return { ...path, trueLoss: new Float64Array(path.step.length).fill(NaN) };
}

/** What pins are, and how many of them have no head, since it would lie beyond the box. */
function pinsText(truths: readonly Float64Array[], { z }: SurfaceFrame): string {
  const isFar = (value: number) => Number.isFinite(value) && !isInside(z, placeOn(z, value));
  const n = truths.reduce((sum, values) => sum + values.filter(isFar).length, 0);
  return n === 0 ? t("pins") : t("pinsFar", { n });
}

export function surfaceFigure(
  scene: ProcessScene,
  span: ProcessSpan,
  settings: Settings,
  pathColor: string,
): Omit<SurfaceFigure, "frame"> {
  const same = common(scene, span, settings);
  const truths = same.paths.map(({ trueLoss }) => trueLoss);
  const own = settings.residuals ? range(truths) : null;
  // Above a surface that is cut off there is nothing.
  const reach =
    own === null || span.beyond.count === 0 ? (own ?? undefined) : { ...own, max: -Infinity };
  const shape = { reach, clip: null, exaggeration: settings.height };
  return {
    ...same,
    ...shape,
    paths: settings.residuals ? same.paths : same.paths.map(withoutTrueLoss),
    pathColor,
    opacity: settings.opacity,
    light: { azimuth: settings.sun, strength: settings.light },
    words: {
      ...besides(scene),
      beyond: beyondText(span, "beyondCut"),
      truth: own === null ? "" : pinsText(truths, frameOf(same.grids, { ...same, ...shape })),
      start: t("start"),
      end: t("end"),
      keys: t("surfaceKeys"),
      ...graphicsWords(),
    },
  };
}
