/** Series for the tests of this folder. */

import type { ScalarSeries } from "../../api/scalars";

/** Steps and walltimes count from 0 unless given. */
export function series(
  run: string,
  values: readonly number[],
  more: Partial<ScalarSeries> = {},
): ScalarSeries {
  return {
    run,
    tag: "loss",
    version: 0,
    count: values.length,
    superseded: 0,
    resumed: [],
    in_range: values.length,
    exact: true,
    append: false,
    origin: 0,
    step: Float64Array.from(values.keys()),
    walltime: Float64Array.from(values.keys()),
    value: Float64Array.from(values),
    smoothed: null,
    nonfinite: {
      step: new Float64Array(),
      walltime: new Float64Array(),
      what: new Uint8Array(),
      count: new Int32Array(),
    },
    stats: {
      min: null,
      min_step: null,
      max: null,
      max_step: null,
      last: null,
      last_step: null,
      nan: 0,
      posinf: 0,
      neginf: 0,
      q05: null,
      q95: null,
    },
    ...more,
  };
}
