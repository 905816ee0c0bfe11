/** The table of measures as rows of a file: one for each landscape, with every digit. */

import type { FileRows } from "../files";
import type { Field } from "./fields";
import type { ComparedMeasure } from "./measures";
import type { ComparedRow } from "./rows";

/** The first row has the titles: keys, which are the same in every language. */
export function recordsOf(
  rows: readonly ComparedRow[],
  measures: readonly ComparedMeasure[],
  fields: readonly Field[],
): FileRows {
  const ways = ["run", "tag", "step", "id"];
  // The name of a measure of flatness says nothing without its level, and whether its region is cut off.
  const region = ["level", "radius", "open"];
  const errors = ["curvatureXError", "curvatureYError", "curvatureMethod"];
  const titles = [...ways, ...measures.map(({ key }) => key), ...region, ...errors];
  const rises = [
    "riseRadius",
    "meanRiseError",
    "adaptiveRadius",
    "adaptiveScale",
    "adaptiveMeanError",
  ];
  const hasRises = rows.some(({ compared, repeats }) =>
    [compared, ...repeats].some(({ landscape }) => (landscape?.sharpness ?? null) !== null),
  );
  if (hasRises) titles.push(...rises);
  const others = fields.filter(({ key }) => !titles.includes(key));
  const records = rows.flatMap(({ compared, repeats }) =>
    (repeats.length > 0 ? repeats : [compared]).map(({ summary, landscape }) => {
      const flatness = landscape?.flatness;
      const sharpness = landscape?.sharpness;
      return [
        ...[compared.name, summary.tag, summary.step, summary.id],
        ...measures.map(({ value }) => (landscape === undefined ? undefined : value(landscape))),
        ...[flatness?.level, flatness?.radius, flatness?.open],
        ...[flatness?.curvature_x_error, flatness?.curvature_y_error],
        flatness?.curvature_method,
        ...(hasRises
          ? [
              ...[sharpness?.radius, sharpness?.mean_error],
              ...[sharpness?.adaptive_radius, sharpness?.adaptive_scale],
              sharpness?.adaptive_mean_error,
            ]
          : []),
        ...others.map(({ text }) => text(summary, (_, value) => value)),
      ].map((value) => value ?? undefined);
    }),
  );
  return [[...titles, ...others.map(({ key }) => key)], ...records];
}
