/** How one chart sends the user to another. */

import type { TrialsModel } from "../model";
import type { ChartSettings } from "./settings";

/** Two columns in the scatter, which is opened and comes into sight. */
export function showScatter(
  trials: TrialsModel,
  settings: ChartSettings,
  x: string,
  y: string,
): void {
  settings.x = x;
  settings.y = y;
  trials.showChart("scatter");
}
