/** The numbers below the cursor, as the record has them. */

import type { Landscape } from "../../../api/landscapes";
import type { ContourHover } from "../../../charts/contour/types";
import { fullNumber, shortNumber } from "../../../lib/numbers";
import { t } from "./texts";
import { momentText } from "./words";

export interface TipRow {
  readonly name: string;
  readonly value: string;
  /** With every digit. */
  readonly full: string;
  readonly isMain: boolean;
}

export interface Tip {
  readonly title: string;
  readonly rows: readonly TipRow[];
  /** Whether the values are of a point that is computed. */
  readonly computed: boolean;
}

const digits = 6;

export function tipOf(
  landscape: Landscape,
  { index, snapshot }: Pick<ContourHover, "index" | "snapshot">,
  metric: string,
): Tip {
  if (snapshot !== null) return snapshotTip(landscape, snapshot.index);
  const computed = landscape.done[index] === 1;
  const names = [metric, ...landscape.metrics.filter((name) => name !== metric)];
  return {
    title: "",
    computed,
    rows: computed
      ? names.map((name) => {
          const value = landscape.values.get(name)?.[index] ?? NaN;
          return rowOf(name, value, name === metric);
        })
      : [],
  };
}

function rowOf(name: string, value: number, isMain: boolean): TipRow {
  return { name, value: shortNumber(value, digits), full: fullNumber(value), isMain };
}

function snapshotTip({ path, settings }: Landscape, i: number): Tip {
  const [loss, own] = [path?.loss[i] ?? NaN, path?.trueLoss[i] ?? NaN];
  // What a path does not know is not a number that it has.
  const row = (name: string, value: number, isMain = false): TipRow => {
    const known = rowOf(name, value, isMain);
    return Number.isNaN(value) ? { ...known, value: t("unknown"), full: "" } : known;
  };
  const difference = own - loss;
  return {
    title: momentText(path?.step[i] ?? NaN, settings.unit),
    computed: true,
    rows: [
      row(t("trueLoss"), own, true),
      row(t("planeLoss"), loss),
      ...(Number.isNaN(difference) ? [] : [row(t("difference"), difference)]),
      row(t("offPlane"), path?.residual[i] ?? NaN),
    ],
  };
}
