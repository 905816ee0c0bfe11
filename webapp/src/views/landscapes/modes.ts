/** What shows each mode; loaded when it is first shown. */

import type { Component } from "svelte";
import type { LandscapeSummary } from "../../api/landscapes";
import type { LandscapeMode } from "./model";
import type { Landscapes } from "./store.svelte";

export type ModeView = Component<{
  landscapes: readonly LandscapeSummary[];
  store: Landscapes;
  isCard?: boolean;
}>;

export const loadMode: Readonly<
  Record<LandscapeMode, () => Promise<{ readonly default: ModeView }>>
> = {
  process: () => import("./process/Process.svelte"),
  comparison: () => import("./comparison/Comparison.svelte"),
  lines: () => import("./lines/Lines.svelte"),
  barriers: () => import("./barriers/Barriers.svelte"),
  curvature: () => import("./curvature/Curvature.svelte"),
  through: () => import("./through/Through.svelte"),
};
