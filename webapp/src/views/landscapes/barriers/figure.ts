/** Figures of the matrix of barriers, and of the lines of a pair. */

import type { Landscape } from "../../../api/landscapes";
import type { LineFigure, ChartLine } from "../../../charts/line/types";
import type { MatrixFigure } from "../../../charts/matrix/types";
import { shortNumber } from "../../../lib/numbers";
import { isScore } from "../lines/model";
import { nonFiniteOf } from "../lines/figure";
import {
  heightOf,
  lineAt,
  lineOf,
  pairsOf,
  drawnNames,
  type BarrierGap,
  type Pair,
  type BarrierShown,
} from "./model";

export interface BarrierLook {
  readonly color: string;
  /** Color of the other kind of lines, and of barriers below zero. */
  readonly other: string;
}

export const WAITING = "…";

export function matrixFigure(
  landscape: Landscape,
  metric: string,
  shown: BarrierShown,
  look: BarrierLook,
): MatrixFigure {
  const { models } = landscape.settings;
  const count = models.length;
  const falls = isScore(metric);
  const cells = Array.from({ length: count * count }, (_, place): number | BarrierGap | null => {
    const line = lineAt(Math.floor(place / count), place % count, shown);
    if (line === null) return null;
    return heightOf(landscape, metric, line.pair, { aligned: line.aligned, falls });
  });
  const greatest = cells.reduce<number>((most, cell) => {
    return typeof cell === "number" && Number.isFinite(cell)
      ? Math.max(most, Math.abs(cell))
      : most;
  }, 0);
  const strengthOf = (cell: number | BarrierGap | null): number => {
    if (typeof cell !== "number") return NaN;
    if (!Number.isFinite(cell)) return Math.sign(cell);
    return greatest > 0 ? cell / greatest : 0;
  };
  const most = shortNumber(greatest, 3);
  return {
    names: drawnNames(models),
    strength: Float64Array.from(cells, strengthOf),
    text: (row, column) => cellText(cells[row * count + column] ?? null),
    // All of a score's are zero or less: then those are what is strong.
    color: look.color,
    opposite: look.color,
    scale: { low: "0", high: falls ? `-${most}` : most, hasNegative: false },
    rowLabel: "",
    columnLabel: "",
  };
}

/** null: on the diagonal. */
export function cellText(cell: number | BarrierGap | null): string {
  if (cell === null) return "";
  if (cell === "waiting") return WAITING;
  if (cell === "nan") return "NaN";
  if (!Number.isFinite(cell)) return cell > 0 ? "∞" : "-∞";
  return shortNumber(Math.abs(cell) < 5e-4 ? 0 : cell, 2);
}

/** The pair of the greatest finite barrier; the first one if none is known. */
export function greatestPair(
  landscape: Landscape,
  metric: string,
  shown: BarrierShown,
): Pair | null {
  const falls = isScore(metric);
  let [found, most]: [Pair | null, number] = [null, -1];
  for (const pair of pairsOf(landscape.settings.models.length)) {
    const height = heightOf(landscape, metric, pair, { aligned: shown === "aligned", falls });
    const size = typeof height === "number" && Number.isFinite(height) ? Math.abs(height) : 0;
    if (size > most) [found, most] = [pair, size];
  }
  return found;
}

export interface BarrierWay {
  readonly key: "plain" | "aligned";
  readonly name: string;
  readonly color: string;
}

/** The lines of a pair, and which of the ways there are. */
export function linesFigure(
  landscape: Landscape,
  metric: string,
  pair: Pair,
  ways: readonly BarrierWay[],
  logY: boolean,
): LineFigure {
  const lines = ways.flatMap(({ key, name, color }): ChartLine[] => {
    const line = lineOf(landscape, metric, pair, key === "aligned");
    if (line === null) return [];
    const y = line.values.map((value, i) => (line.done[i] === 1 ? value : NaN));
    return [
      {
        key,
        label: name,
        color,
        x: landscape.x,
        y,
        nonFinite: nonFiniteOf(landscape.x, line.values, line.done),
        axis: "left",
        ...(key === "aligned" ? { dash: [5, 3] } : {}),
      },
    ];
  });
  return { lines, areas: [], quiet: [], kind: "number", logY, limits: null };
}
