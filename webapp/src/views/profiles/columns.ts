/** Columns that tables of a profile share. */

import type { Columns } from "../../api/profile-columns";
import { numbersOf, textsOf } from "../../api/profile-columns";
import type { Grouping } from "../../api/profiles";
import type { TableColumn } from "../../cards/table/column";
import { formatBytes, formatCount } from "../../lib/format";
import { shortNumber } from "../../lib/numbers";
import { partColor } from "../../lib/profile/parts";
import { percentText, spanText } from "../../lib/profile/spans";
import type { TimeMeasure, TimeSide } from "./settings";
import { fromValues, type ProfileColumn } from "./table/types";
import { t } from "./texts";
import { orNone, partName } from "./words";

export const sourceOf = {
  host: { self: "self_ns", total: "total_ns" },
  device: { self: "device_self_ns", total: "device_total_ns" },
} as const;

/** Names in the widest column. */
export function nameColumn(columns: Columns, title: string, key = "name"): ProfileColumn {
  const values = textsOf(columns, key);
  return { key, title, ...fromValues(values), text: (row) => orNone(values[row] ?? "") };
}

/** One of texts, where there are any. */
export function wordColumn(columns: Columns, key: Grouping, width?: number): ProfileColumn[] {
  const values = textsOf(columns, key);
  if (values.length === 0) return [];
  const text = (row: number): string => orNone(values[row] ?? "");
  return [
    { key, title: t(key), ...fromValues(values), text, ...(width === undefined ? {} : { width }) },
  ];
}

export function spanColumn(
  key: string,
  title: string,
  values: Float64Array,
  hint = "",
): ProfileColumn {
  return {
    key,
    title,
    hint,
    ...fromValues(values),
    width: 92,
    text: (row) => spanText(values[row] ?? NaN),
  };
}

export function countColumn(
  key: string,
  title: string,
  values: Float64Array,
  hint = "",
): ProfileColumn {
  const text = (row: number): string => {
    const value = values[row] ?? NaN;
    return Number.isNaN(value) ? "–" : formatCount(value);
  };
  return { key, title, hint, ...fromValues(values), width: 76, text };
}

/** Quantities such as 1.2G; those that are nothing in every row are left out. */
export function quantityColumn(
  key: string,
  title: string,
  values: Float64Array,
  form: "bytes" | "count",
  hint = "",
): ProfileColumn[] {
  if (!values.some((value) => value > 0)) return [];
  const text = (row: number): string => {
    const value = values[row] ?? NaN;
    if (!(value > 0)) return "–";
    return form === "bytes" ? formatBytes(value) : shortNumber(value, 3);
  };
  return [{ key, title, hint, ...fromValues(values), width: 84, text }];
}

/** Shares of one whole, with bars. */
export function shareColumn(values: Float64Array, whole: number, hint: string): ProfileColumn {
  const shares = values.map((value) => value / whole);
  return {
    key: "share",
    title: t("share"),
    hint,
    ...fromValues(shares),
    width: 88,
    text: (row) => percentText(values[row] ?? NaN, whole),
    share: (row) => Math.max(0, shares[row] ?? 0),
  };
}

/** Calls, and time on host and devices; the chosen one is the column `time`, by which rows are sorted at first. */
export function timeColumns(
  columns: Columns,
  { side, measure }: { readonly side: TimeSide; readonly measure: TimeMeasure },
  hasDevice: boolean,
): ProfileColumn[] {
  const chosen = sourceOf[side][measure];
  const sides: readonly TimeSide[] = hasDevice ? ["host", "device"] : ["host"];
  const times = sides.flatMap((each) =>
    (["self", "total"] as const).map((what) => {
      const source = sourceOf[each][what];
      const key = source === chosen ? "time" : source;
      return spanColumn(
        key,
        t(hasDevice ? `${each}_${what}` : what),
        numbersOf(columns, source),
        t(`${each}_${what}Hint`),
      );
    }),
  );
  const calls = numbersOf(columns, "calls");
  const time = numbersOf(columns, chosen);
  const means = calls.map((count, i) => (time[i] ?? NaN) / count);
  return [
    countColumn("calls", t("calls"), calls),
    ...times,
    spanColumn("mean", t("meanCall"), means, t("meanCallHint")),
  ];
}

/** What a time is spent on: a row is the name of a part, and WHOLE of all of them. */
export const WHOLE = "";

export function partColumns(
  titles: { readonly part: string; readonly time: string },
  parts: readonly string[],
  ns: ArrayLike<number>,
  whole: number,
): readonly TableColumn<string>[] {
  const of = (part: string): number => (part === WHOLE ? whole : (ns[parts.indexOf(part)] ?? 0));
  return [
    {
      key: "part",
      title: titles.part,
      isText: true,
      color: (part) => (part === WHOLE ? null : partColor(part)),
      text: (part) => (part === WHOLE ? t("wholeStep") : partName(part)),
    },
    { key: "time", title: titles.time, value: of, text: (part) => spanText(of(part)) },
    {
      key: "share",
      title: t("share"),
      value: (part) => of(part) / whole,
      text: (part) => (part === WHOLE ? "" : percentText(of(part), whole)),
    },
  ];
}
