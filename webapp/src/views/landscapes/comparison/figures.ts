/** What the charts of the comparison are given. */

import type { Directions } from "../../../api/landscapes";
import type { ContourFigure, ContourMark } from "../../../charts/contour/types";
import type { SurfaceFigure, SurfaceGrid } from "../../../charts/surface/types";
import { levels } from "../../../lib/landscape/levels";
import type { Range } from "../../../lib/landscape/range";
import { settings, type Drawing as Kind } from "./settings";
import type { Drawn } from "./model";
import { t } from "./texts";

/** What is drawn together. */
export interface Scene {
  readonly grids: readonly Drawn[];
  readonly range: Range;
  readonly marks: readonly ContourMark[];
  /** Of the axes; those of the first, where there are several. */
  readonly directions: Directions;
}

function axisName(n: 1 | 2, { explained }: Directions): string {
  const share = explained[n - 1];
  if (share === undefined) return t("axis", { n });
  return t("axisExplained", { n, percent: (100 * share).toFixed(1) });
}

function levelsOf(range: Range): number[] {
  return levels(range.min, range.max, settings.levels, settings.scale);
}

function axes({ grids, directions }: Scene) {
  return {
    xLabel: axisName(1, directions),
    yLabel: axisName(2, directions),
    valueLabel: grids[0]?.metric ?? t("loss"),
  };
}

/** What is said beside a drawing of points that have no height, or not yet. */
function notes(grids: readonly Drawn[]): { holes: string; waiting: string } {
  const sum = (of: keyof Drawn["holes"]) => grids.reduce((all, { holes }) => all + holes[of], 0);
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
  const done = Math.min(1, ...grids.map((grid) => grid.done));
  return {
    holes: n === 0 ? "" : t("holes", { n, what }),
    waiting: done === 1 ? "" : t("waiting", { percent: Math.floor(100 * done) }),
  };
}

const nowhere = { paths: [], pathColour: "#000000", pathWidth: 1, frame: 1 } as const;

export function surfaceFigure(scene: Scene): SurfaceFigure {
  const { grids, range, marks } = scene;
  const isAlone = grids.length === 1;
  const own = !isAlone && settings.colours === "runs";
  const surfaces = grids.map((grid): SurfaceGrid => {
    const { id, name, x, y, values, mask, colour } = grid;
    return own ? { id, name, x, y, values, mask, colour } : { id, name, x, y, values, mask };
  });
  return {
    ...{ grids: surfaces, range, scale: settings.scale, palette: settings.palette, marks },
    ...nowhere,
    ...{ levels: levelsOf(range), opacity: isAlone ? 1 : settings.opacity, clip: null },
    light: { azimuth: settings.sun, strength: settings.light },
    exaggeration: settings.height,
    ...axes(scene),
    words: {
      ...notes(grids),
      ...{ start: t("start"), end: t("end"), keys: t("keys") },
      ...{ noWebGL: t("noWebGL"), lost: t("lost") },
    },
  };
}

export function contourFigure(scene: Scene, drawing: Exclude<Kind, "surface">): ContourFigure {
  const { grids, range, marks } = scene;
  const isAlone = grids.length === 1;
  const planes = isAlone
    ? grids.map(({ id, name, x, y, values, mask }) => ({ id, name, x, y, values, mask }))
    : grids;
  return {
    ...{ grids: planes, drawing, levels: levelsOf(range), range, scale: settings.scale },
    ...{ palette: settings.palette, marks },
    ...nowhere,
    ...axes(scene),
    ...{ equal: false, labelled: true, relief: drawing === "filled", residuals: false },
    words: {
      ...notes(grids),
      ...{ residual: "", truth: "", start: t("start"), end: t("end") },
    },
  };
}
