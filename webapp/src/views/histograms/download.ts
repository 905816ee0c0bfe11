/** The histograms that a chart shows, as files. */

import type { HistogramSeries } from "../../api/histograms";
import { cellOf } from "../../lib/table/cell";

interface Bucket {
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  readonly walltime: number;
  readonly left: number;
  readonly right: number;
  readonly count: number;
}

function* bucketsIn(
  all: readonly HistogramSeries[],
  nameOf: (run: string) => string,
): Generator<Bucket> {
  for (const series of all) {
    for (const [i, step] of series.step.entries()) {
      for (let b = series.offset[i] ?? 0; b < (series.offset[i + 1] ?? 0); b++) {
        yield {
          run: nameOf(series.run),
          tag: series.tag,
          step,
          walltime: series.walltime[i] ?? NaN,
          left: series.edges[b + i] ?? NaN,
          right: series.edges[b + i + 1] ?? NaN,
          count: series.counts[b] ?? 0,
        };
      }
    }
  }
}

const header = ["run", "tag", "step", "walltime", "left", "right", "count"] as const;

/** One row for each bucket of each step; with a header, as RFC 4180 has it. */
export function bucketsCsv(
  all: readonly HistogramSeries[],
  nameOf: (run: string) => string,
): string {
  const rows = [header.join(",")];
  for (const bucket of bucketsIn(all, nameOf)) {
    rows.push(header.map((column) => cellOf(bucket[column])).join(","));
  }
  return rows.join("\r\n") + "\r\n";
}

/** One object for each step; what JSON has no number for is written as a string. */
export function stepsJson(
  all: readonly HistogramSeries[],
  nameOf: (run: string) => string,
): string {
  const steps = all.flatMap((series) =>
    Array.from(series.step, (step, i) => {
      const [first, end] = [series.offset[i] ?? 0, series.offset[i + 1] ?? 0];
      return {
        run: nameOf(series.run),
        tag: series.tag,
        step,
        walltime: series.walltime[i],
        counts: [...series.counts.subarray(first, end)],
        edges: [...series.edges.subarray(first + i, end + i + 1)],
        values: series.values[i],
        min: series.min[i],
        max: series.max[i],
        mean: series.mean[i],
        std: series.std[i],
        nan: series.nan[i],
        posinf: series.posinf[i],
        neginf: series.neginf[i],
      };
    }),
  );
  const plain = (_key: string, value: unknown): unknown =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  return JSON.stringify(steps, plain, 1);
}
