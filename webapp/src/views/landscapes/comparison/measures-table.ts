/** The table of measures: what stands in its heads and cells, in words. */

import type { LandscapeSummary } from "../../../api/landscapes";
import { fullNumber, shortNumber } from "../../../lib/numbers";
import type { NumbersCell, NumbersColumn, NumbersTableRow } from "../table/types";
import { inWords } from "../words";
import { textOf, type Field } from "./fields";
import { flatMetricOf, type ComparedMeasure, type MeasureGroup } from "./measures";
import { errorOf, fitOf, isRough, loadedOf, measuredOf, type ComparedRow } from "./rows";
import { t } from "./texts";
import { fieldText } from "./words";

export interface Numbers {
  readonly rows: readonly ComparedRow[];
  readonly measures: readonly ComparedMeasure[];
  /** Keys of the flattest by each measure. */
  readonly best: ReadonlyMap<string, ReadonlySet<string>>;
  /** Fields in which the landscapes differ. */
  readonly differing: readonly Field[];
}

/** What each measure is called, and what is said of it. */
const texts = {
  minimum: ["minimum", "minimumHint"],
  area: ["area", "areaHint"],
  volume: ["volume", "volumeHint"],
  sharpness: ["sharpness", "sharpnessHint"],
  meanRise: ["mean", "meanRiseHint"],
  worstRise: ["worstRise", "worstRiseHint"],
  adaptiveMean: ["adaptiveMean", "adaptiveMeanHint"],
  adaptiveWorst: ["adaptiveWorst", "adaptiveWorstHint"],
  curvatureX: ["curvatureX", "curvatureHint"],
  curvatureY: ["curvatureY", "curvatureHint"],
  eigenvalue: ["max", "eigenvalueHint"],
  trace: ["trace", "traceHint"],
  minima: ["minima", "minimaHint"],
  meanDepth: ["meanDepth", "meanDepthHint"],
} as const;
type Fixed = keyof typeof texts;

/** Digits of a number that are shown; the record has more. */
const digits = 4;

export function columnsOf({ rows, measures, differing }: Numbers): NumbersColumn[] {
  const metric = flatMetricOf(rows.flatMap(loadedOf)) ?? t("loss");
  const groups: Readonly<Record<MeasureGroup, string>> = {
    center: t("atCenter"),
    flatness: t("flatness", { metric }),
    sharpness: t("groupSharpness"),
    curvature: t("groupCurvature"),
    minima: t("groupMinima"),
  };
  return [
    ...measures.map(({ key, group, metric: own, flatter }): NumbersColumn => ({
      key,
      group: groups[group],
      name: own ?? t(texts[key as Fixed][0]),
      hint: own === null ? t(texts[key as Fixed][1]) : t("centerHint"),
      sign: flatter === 0 ? "" : flatter > 0 ? "↑" : "↓",
    })),
    ...differing.map((field): NumbersColumn => ({
      key: field.key,
      group: t("groupSettings"),
      name: fieldText(field),
      isWords: true,
    })),
  ];
}

export function tableRowsOf(numbers: Numbers): NumbersTableRow[] {
  return numbers.rows.flatMap((row) => {
    const seeds = row.repeats.map(({ summary }) => summary);
    const note = seeds.length > 0 ? t("meanOf", { n: seeds.length }) : "";
    const whole = seeds.length > 0 ? seeds : [row.compared.summary];
    return [
      { ...lookOf(row), note, cells: cellsOf(numbers, row, whole, true) },
      ...row.repeats.map((compared): NumbersTableRow => {
        const own = { compared, repeats: [] };
        const cells = cellsOf(numbers, own, [compared.summary], false);
        return { ...lookOf(own), isRepeat: true, cells };
      }),
    ];
  });
}

function lookOf({
  compared: { key, name, color },
}: ComparedRow): Pick<NumbersTableRow, "key" | "name" | "color"> {
  return { key, name, color };
}

function cellsOf(
  { measures, best, differing }: Numbers,
  row: ComparedRow,
  summaries: readonly LandscapeSummary[],
  /** Only what stands for its run can be the flattest. */
  isRun: boolean,
): Map<string, NumbersCell> {
  const cells = new Map<string, NumbersCell>();
  for (const measure of measures) {
    const isBest = isRun && best.get(measure.key)?.has(row.compared.key) === true;
    cells.set(measure.key, numberCell(measure, row, isBest));
  }
  for (const field of differing) {
    const text = textOf(field, summaries, inWords) ?? "–";
    cells.set(field.key, field.isMethod ? { text, look: "odd" } : { text });
  }
  return cells;
}

/** What is shown; of repeats also how far they lie apart. */
function numberCell(measure: ComparedMeasure, row: ComparedRow, isBest: boolean): NumbersCell {
  const found = measuredOf(measure, row);
  if (found === undefined) {
    const isElsewhere =
      measure.group === "sharpness" && loadedOf(row).some(({ sharpness }) => sharpness !== null);
    return { text: "–", hint: t(isElsewhere ? "otherRadius" : "unknown") };
  }
  const { value, low, high, count } = found;
  const isCoarse = isRough(measure, row);
  const fit = fitOf(measure, row);
  const error = errorOf(measure, row);
  const isOpen = isRegion(measure) && loadedOf(row).some((each) => each.flatness?.open === true);
  const hint = [
    fullNumber(value),
    ...(isBest ? [t("flattest")] : []),
    ...(count > 1
      ? [t("spread", { low: shortNumber(low), high: shortNumber(high), n: count })]
      : []),
    ...(isCoarse ? [t("coarse")] : []),
    ...(fit === null ? [] : [t(fit)]),
    ...(isOpen ? [t("openHint")] : []),
    ...levelHint(measure, row),
    ...radiusHint(measure, row),
  ].join("\n");
  const sign = isOpen ? "≥ " : isCoarse || fit !== null ? "≈ " : "";
  const bar = error === undefined ? "" : ` ± ${shortNumber(error, 2)}`;
  return {
    text: `${sign}${shortNumber(value, digits)}${bar}`,
    hint,
    ...(isBest ? { look: "best" as const } : {}),
    ...(low < high ? { note: `${shortNumber(low, 3)} … ${shortNumber(high, 3)}` } : {}),
  };
}

function isRegion({ key }: ComparedMeasure): boolean {
  return key === "area" || key === "volume";
}

/** At which distance a rise is, without which no two can be compared. */
function radiusHint({ group, key }: ComparedMeasure, row: ComparedRow): string[] {
  const found = loadedOf(row)[0]?.sharpness ?? null;
  if (group !== "sharpness" || found === null) return [];
  const isAdaptive = key.startsWith("adaptive");
  const radius = shortNumber((isAdaptive ? found.adaptive_radius : found.radius) ?? NaN);
  if (!isAdaptive) return [t("radiusHint", { radius })];
  return [
    t(found.adaptive_scale === "filter" ? "filterRadiusHint" : "elementRadiusHint", { radius }),
  ];
}

/** Level and radius of a measure of flatness, in words. */
function levelHint(measure: ComparedMeasure, row: ComparedRow): string[] {
  const [landscape, other] = loadedOf(row);
  const flatness = landscape?.flatness ?? null;
  if (flatness === null || other !== undefined) return [];
  if (!isRegion(measure) && measure.key !== "sharpness") return [];
  const { level, radius } = flatness;
  return [t("levelHint", { level: shortNumber(level), radius: shortNumber(radius) })];
}
