/** Names that people gave landscapes, their order in a list, and which are hidden. */

import type { LandscapeFields } from "../../api/annotations";
import type { LandscapeSummary } from "../../api/landscapes";

export type LandscapeArrangedFields = Readonly<Record<string, LandscapeFields>>;

/** What a landscape goes by: those that are played together are one. */
export function keyIn({ tag, id, settings }: LandscapeSummary): string {
  return settings.mode === "snapshots" ? `snapshots ${tag}` : `${id} ${tag}`;
}

/** The landscapes in order: those with a rank first, by it; the others stay as they are. */
export function ordered(
  all: readonly LandscapeSummary[],
  fieldsOf: (run: string) => LandscapeArrangedFields,
): LandscapeSummary[] {
  const rankOf = (each: LandscapeSummary) => fieldsOf(each.run)[keyIn(each)]?.rank ?? Infinity;
  const runs = [...new Set(all.map(({ run }) => run))];
  return runs.flatMap((run) => {
    const own = all.filter((each) => each.run === run);
    const ranks = new Map(own.map((each) => [each, rankOf(each)]));
    return own.sort((a, b) => {
      const [one, other] = [ranks.get(a) ?? Infinity, ranks.get(b) ?? Infinity];
      return one === other ? 0 : one - other;
    });
  });
}

/** The fields of a run with one landscape's changed; what is nothing is left out. */
export function changed(
  fields: LandscapeArrangedFields,
  key: string,
  changes: LandscapeFields,
): LandscapeArrangedFields {
  const { name = "", rank, hidden = false } = { ...fields[key], ...changes };
  const own = {
    ...(name === "" ? {} : { name }),
    ...(rank === undefined ? {} : { rank }),
    ...(hidden ? { hidden } : {}),
  };
  const { [key]: _, ...others } = fields;
  return Object.keys(own).length === 0 ? others : { ...others, [key]: own };
}

/** @param keys - of the run, as they stand. @returns the fields after one has changed its place with a neighbor. */
export function moved(
  fields: LandscapeArrangedFields,
  keys: readonly string[],
  key: string,
  by: -1 | 1,
): LandscapeArrangedFields {
  const at = keys.indexOf(key);
  const to = at + by;
  if (at < 0 || to < 0 || to >= keys.length) return fields;
  const order = keys.toSpliced(at, 1).toSpliced(to, 0, key);
  return order.reduce((all, each, rank) => changed(all, each, { rank }), fields);
}
