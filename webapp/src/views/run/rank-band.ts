/** The band of a scalar over the ranks of a run, as a chart draws it. */

import type { Ranks } from "../../api/ranks";
import type { Area, ChartLine, LineFigure } from "../../charts/line/types";
import { PALETTE } from "../../lib/colors";

/** The color of what all ranks do is the first, and ranks that stand out have those that follow. */
const colorAt = (place: number): string => PALETTE[place % PALETTE.length] ?? "gray";

/**
 * The median of all ranks with two bands, and a line for each rank that leaves them.
 * @param labels - what the median, and a rank with its host, is called.
 */
export function rankBand(
  ranks: Ranks,
  labels: {
    readonly median: string;
    readonly ofRank: (rank: number, host: string) => string;
  },
): LineFigure {
  const { first_steps: x, odd, odd_values, rows } = ranks;
  const color = colorAt(0);
  const band = (low: Float64Array, high: Float64Array): Area => ({ color, x, low, high });
  const median: ChartLine = { key: "median", label: labels.median, color, x, y: ranks.medians };
  const lines = odd.map((rank, row): ChartLine => ({
    key: `rank ${rank}`,
    label: labels.ofRank(rank, rows.find((each) => each.rank === rank)?.host ?? ""),
    color: colorAt(row + 1),
    x,
    y: odd_values.subarray(row * x.length, (row + 1) * x.length),
  }));
  return {
    kind: "integer",
    lines: [median, ...lines],
    areas: [band(ranks.least, ranks.most), band(ranks.lows, ranks.highs)],
  };
}
