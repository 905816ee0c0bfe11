/** The component of each mode, loaded when it is first shown. */

import type { Component } from "svelte";
import type { LandscapeSummary } from "../../api/landscapes";
import type { LandscapeMode } from "./model";
import type { Landscapes } from "./store.svelte";

export interface ModeProps {
  readonly landscapes: readonly LandscapeSummary[];
  readonly store: Landscapes;
  /** It stands on a board: the drawings alone. */
  readonly isCard?: boolean;
}

export const loadMode: Readonly<
  Record<LandscapeMode, () => Promise<{ readonly default: Component<ModeProps> }>>
> = {
  process: () => import("./process/Process.svelte"),
  comparison: () => import("./comparison/Comparison.svelte"),
  lines: () => import("./lines/Lines.svelte"),
  barriers: () => import("./barriers/Barriers.svelte"),
  curvature: () => import("./curvature/Curvature.svelte"),
  through: () => import("./through/Through.svelte"),
};
