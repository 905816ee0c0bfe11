/** With what an image is compared. */

import { stepChoice } from "../../cards/steps/step-codec";
import { exactStep, type StepChoice } from "../../cards/steps/steps";
import type { Codec } from "../../lib/codec";

/** Step of the other image: the same as the first one's, or one of its own (null: the newest). */
export type OtherStep = "same" | StepChoice;

export const otherStep: Codec<OtherStep> = {
  parse: (text) => (text === "same" ? "same" : stepChoice.parse(text)),
  format: (step) => (step === "same" ? "same" : stepChoice.format(step)),
};

/** The run to compare with: the wished one if it has the tag, or else the first other one. */
export function otherRunOf(wished: string, run: string, having: readonly string[]): string {
  if (having.includes(wished)) return wished;
  return having.find((each) => each !== run) ?? run;
}

/**
 * Which step of the other series is shown.
 * @param shown - step of the first image.
 * @param isSameSeries - then the same step would be the same image: the one before it is taken.
 */
export function otherStepOf(
  wished: OtherStep,
  shown: number | null,
  steps: Float64Array,
  isSameSeries: boolean,
): StepChoice {
  if (wished !== "same") return wished;
  if (!isSameSeries || shown === null) return shown;
  const at = exactStep(steps, shown);
  return steps[at - 1] ?? steps[at + 1] ?? shown;
}
