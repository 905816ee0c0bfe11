/** Kinds of landscapes, and the modes that show them. */

import type { LandscapeSummary } from "../../api/landscapes";

export const MODES = [
  "process",
  "comparison",
  "lines",
  "barriers",
  "curvature",
  "through",
] as const;

export type LandscapeMode = (typeof MODES)[number];

/** A map of the curvature over the plane, and of nothing else. */
export function isCurvatureMap({ metrics }: Pick<LandscapeSummary, "metrics">): boolean {
  return metrics.length > 0 && metrics.every((name) => name.startsWith("hessian/"));
}

/** The curvature at one snapshot of a training: a single point. */
export function isSnapshot({ settings }: Pick<LandscapeSummary, "settings">): boolean {
  return settings.mode === "spectrum";
}

/** One of the landscapes around the snapshots of a training, which are played one after the other. */
export function isFrame({ settings }: Pick<LandscapeSummary, "settings">): boolean {
  return settings.mode === "snapshots";
}

/** Lines between models, a row for each. */
export function isBarriers({ settings }: Pick<LandscapeSummary, "settings">): boolean {
  return settings.mode === "barriers";
}

/** Landscapes that can be drawn as a surface of heights. */
export function surfacesOf(all: readonly LandscapeSummary[]): LandscapeSummary[] {
  return all.filter((each) => each.y !== null && !isCurvatureMap(each) && !isBarriers(each));
}

/** The modes that there is something for, in their order. */
export function modesOf(all: readonly LandscapeSummary[]): LandscapeMode[] {
  const around = all.filter((each) => !isSnapshot(each));
  const hasSurface = surfacesOf(all).length > 0;
  const offered: Readonly<Record<LandscapeMode, boolean>> = {
    process: hasSurface,
    comparison: hasSurface,
    lines: around.some(({ y }) => y === null),
    barriers: all.some(isBarriers),
    curvature: around.some(
      ({ curvature, metrics }) => curvature || metrics.some((name) => name.startsWith("hessian/")),
    ),
    through: all.some(isSnapshot),
  };
  return MODES.filter((mode) => offered[mode]);
}

/** Metrics but for parts of others, such as `loss/cat` of `loss`: there may be dozens of those. */
export function wholeMetrics(metrics: readonly string[]): string[] {
  return metrics.filter((name) => !metrics.some((other) => name.startsWith(`${other}/`)));
}
