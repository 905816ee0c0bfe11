/** The curves of a card, each with its look, and whether and why it is drawn or not. */

import type { Curve, CurveKind } from "../../api/curves";
import type { StepChoice } from "../../cards/steps/steps";
import type { RecordSeries } from "../../api/records";
import { areaOf, undrawn, type CurveRunLook } from "./model";
import { recordAt } from "./recorded";
import type { CurveAnswer, CurveWish } from "./shown.svelte";

export interface CurveEntry {
  readonly look: CurveRunLook;
  readonly curve: Curve;
  /** Not switched off by the legend. */
  readonly isOn: boolean;
  /** On, and there is something to draw. */
  readonly isDrawn: boolean;
}

/** What to load for a chosen step: of each series its record there or before. */
export function wishesOf(
  kind: CurveKind,
  indexes: readonly RecordSeries[],
  step: StepChoice,
): CurveWish[] {
  return indexes.flatMap(({ run, tag, step: steps, check }) => {
    const index = recordAt(steps, step);
    const [at, sum] = [steps[index], check[index]];
    return at === undefined || sum === undefined ? [] : [{ kind, run, tag, step: at, check: sum }];
  });
}

export function entriesOf(
  kind: CurveKind,
  answers: readonly CurveAnswer[],
  lookOf: (curve: Curve) => CurveRunLook,
  off: ReadonlySet<string>,
): CurveEntry[] {
  return answers.flatMap((answer) => {
    if ("error" in answer) return [];
    const { curve, key } = answer;
    const isOn = !off.has(key);
    const isDrawn = isOn && undrawn(kind, curve) === null;
    return { look: lookOf(curve), curve, isOn, isDrawn };
  });
}

/** The one with the largest area first; those without one last. */
export function ranked(kind: CurveKind, entries: readonly CurveEntry[]): readonly CurveEntry[] {
  const area = ({ curve }: CurveEntry): number => curve[areaOf[kind]];
  const rank = (entry: CurveEntry): number => (Number.isNaN(area(entry)) ? -Infinity : area(entry));
  return [...entries].sort((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    return a === b ? 0 : b - a;
  });
}
