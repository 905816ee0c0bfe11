/** Which record of a series a card shows. */

import { nearestStep, type StepChoice } from "../../cards/steps/steps";

/**
 * Index of the record at the chosen step or before it; the first one if all come later, so that no
 * run is missing because it was logged at other steps. -1 if there is none.
 */
export function recordAt(steps: Float64Array, wished: StepChoice): number {
  const index = nearestStep(steps, wished);
  if (wished === null || index < 0) return index;
  return (steps[index] ?? wished) > wished ? Math.max(0, index - 1) : index;
}
