/** The thresholds of the tags that a chart shows as they are; what is worked out of tags has none. */

import type { Highlight } from "../../charts/line/types";
import { highlightsOf, thresholdOf, type Threshold } from "../../lib/thresholds";
import type { DrawnLine } from "./figure";
import { plainTag } from "../../cards/composition/model";

/** A threshold, and the lines that it is of. */
export interface TagThreshold {
  readonly tag: string;
  readonly threshold: Threshold;
  readonly keys: ReadonlySet<string>;
}

/** @param kept - by tag, as they are kept. */
export function thresholdsOf(
  lines: readonly DrawnLine[],
  kept: ReadonlyMap<string, unknown>,
): readonly TagThreshold[] {
  const keys = new Map<string, Set<string>>();
  for (const { key, entry } of lines) {
    const tag = plainTag(entry);
    if (tag !== null) keys.set(tag, (keys.get(tag) ?? new Set()).add(key));
  }
  return [...keys].flatMap(([tag, own]) => {
    const threshold = thresholdOf(kept.get(tag));
    return threshold === null ? [] : [{ tag, threshold, keys: own }];
  });
}

/** Each over its own lines only: others may pass the same heights and mean something else. */
export function highlightsOfTags(thresholds: readonly TagThreshold[]): readonly Highlight[] {
  return thresholds.flatMap(({ threshold, keys }) =>
    highlightsOf(threshold).map((highlight) => ({ ...highlight, keys })),
  );
}

/** The one that a line is measured by. */
export function thresholdOfLine(
  thresholds: readonly TagThreshold[],
  line: string,
): Threshold | null {
  return thresholds.find(({ keys }) => keys.has(line))?.threshold ?? null;
}
