/** Numbers that can be read off the lines: at each named place, and along the whole line. */

import type { Landscape, NamedPlace } from "../../../api/landscapes";
import { valueAt } from "../../../lib/landscape/value";
import { fullNumber, shortNumber } from "../../../lib/numbers";
import { markName } from "../names";
import type { NumbersCell, NumbersColumn, NumbersTableRow } from "../table/types";
import { exactAt } from "./exact";
import type { LinesDrawn } from "./figure";
import { isScore, readingOf } from "./model";
import { t } from "./texts";
import { commonHeight, widthAt } from "./widths";

/** A number, and the column that it stands in. */
interface Reading {
  readonly column: NumbersColumn;
  readonly value: number;
  /** Whether the width is a lower bound: the line does not have the whole valley. */
  readonly isAtLeast?: boolean;
  /** Read between few points. */
  readonly isRough?: boolean;
}

/** @param marks - of all lines, named as on the page, rising along x. */
export function readingsOf(
  all: readonly LinesDrawn[],
  marks: readonly NamedPlace[],
): { columns: NumbersColumn[]; rows: NumbersTableRow[] } {
  const hasBare = all.some(({ landscapes }) => landscapes.some((each) => each.marks.length === 0));
  const places = hasBare ? [...marks, center()] : marks;
  const valleys = all.flatMap(({ landscapes }) =>
    landscapes.map((each) => ({ x: each.x, loss: lossOf(each), places: xsOf(each, places) })),
  );
  const height = commonHeight(valleys) ?? 1;
  const found = all.flatMap(({ key, name, color, landscapes }) =>
    landscapes.map((landscape, i) => {
      const seed = landscape.directions.seed ?? i + 1;
      const own = landscapes.length > 1 ? `${name} · ${seed}` : name;
      const readings = [
        ...ownOf(landscape, places).flatMap((place) => readAt(place, landscape, height)),
        ...readAlong(landscape, xsOf(landscape, places)),
      ];
      return { key: `${key} ${landscape.id}`, name: own, color, readings };
    }),
  );
  const columns = new Map(
    found.flatMap(({ readings }) => readings.map(({ column }) => [column.key, column])),
  );
  return {
    columns: inGroups([...columns.values()]),
    rows: found.map(({ readings, ...look }) => ({
      ...look,
      cells: new Map(readings.map((each) => [each.column.key, cellOf(each)])),
    })),
  };
}

function center(): NamedPlace {
  return { name: t("center"), x: 0, y: 0 };
}

/** The models of another line lie elsewhere: each is read at its own marks, or at its center. */
function ownOf({ marks }: Landscape, places: readonly NamedPlace[]): readonly NamedPlace[] {
  if (marks.length === 0) return [center()];
  const names = new Set(marks.map(({ name, x }) => `${x} ${markName(name)}`));
  return places.filter(({ name, x }) => names.has(`${x} ${name}`));
}

function xsOf(landscape: Landscape, places: readonly NamedPlace[]): number[] {
  return ownOf(landscape, places).map(({ x }) => x);
}

function readAt({ name, x: at }: NamedPlace, landscape: Landscape, height: number): Reading[] {
  const { x, values, metrics } = landscape;
  const exact = exactAt(landscape, at);
  const largest = exact.get("hessian/max");
  const score = metrics.find(isScore);
  const width = widthAt(x, lossOf(landscape), at, height);
  const shown = metrics.filter((metric, i) => i === 0 || metric === score);
  const above = shortNumber(height);
  return [
    ...shown.map((metric, i): Reading => ({
      column: { key: `${i === 0 ? "at" : "score"} ${name}`, group: name, name: metric },
      value:
        exact.get(metric) ??
        valueAt({ x, y: null, values: values.get(metric) ?? new Float64Array(0) }, at),
    })),
    {
      column: {
        key: `width ${name}`,
        group: name,
        name: t("width", { height: above }),
        hint: t("widthHint", { height: above }),
      },
      value: width.width,
      isAtLeast: width.isOpen,
      isRough: width.isRough,
    },
    ...(largest === undefined
      ? []
      : [
          {
            column: {
              key: `largest ${name}`,
              group: name,
              name: t("largest"),
              hint: t("largestHint"),
            },
            value: largest,
          },
        ]),
  ];
}

function readAlong(landscape: Landscape, places: readonly number[]): Reading[] {
  const { x, flatness } = landscape;
  const { minimum, minimumX, barrier } = readingOf(x, lossOf(landscape), places);
  const group = t("whole");
  const column = (key: "minimum" | "minimumX"): NumbersColumn => ({ key, group, name: t(key) });
  const explained = (key: "barrier" | "sharpness"): NumbersColumn => ({
    key,
    group,
    name: t(key),
    hint: t(`${key}Hint`),
  });
  return [
    { column: column("minimum"), value: minimum },
    { column: column("minimumX"), value: minimumX },
    ...(places.length > 1 ? [{ column: explained("barrier"), value: barrier }] : []),
    ...(flatness === null ? [] : [{ column: explained("sharpness"), value: flatness.sharpness }]),
  ];
}

function cellOf({ value, isAtLeast = false, isRough = false }: Reading): NumbersCell {
  if (Number.isNaN(value)) return { text: "–" };
  if (isAtLeast) return { text: `≥ ${shortNumber(value)}`, hint: t("openHint") };
  if (isRough) return { text: `≈ ${shortNumber(value, 2)}`, hint: t("roughHint") };
  return { text: shortNumber(value), hint: fullNumber(value) };
}

const kinds = ["at", "score", "width", "largest"];

/** What only some lines have has its place all the same; the group of the whole line is the last. */
function inGroups(columns: readonly NumbersColumn[]): NumbersColumn[] {
  const whole = t("whole");
  const groups = [...new Set(columns.map(({ group }) => group))].sort(
    (one, other) => Number(one === whole) - Number(other === whole),
  );
  const rank = ({ key }: NumbersColumn) => kinds.indexOf(key.split(" ", 1)[0] ?? "");
  return groups.flatMap((group) =>
    columns
      .filter((each) => each.group === group)
      .sort((one, other) => (group === whole ? 0 : rank(one) - rank(other))),
  );
}

function lossOf({ metrics, values }: Landscape): Float64Array {
  return values.get(metrics[0] ?? "") ?? new Float64Array(0);
}
