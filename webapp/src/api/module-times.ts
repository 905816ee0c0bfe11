/** How long the modules of a model took in a profile of its run. */

import { ask } from "./ask";
import { table } from "./profiles";

export interface ModuleTime {
  readonly path: string;
  /** Time of a step, with all that is called within: of the devices, where there are any, else of the host. */
  readonly seconds: number;
}

/** Times of the modules in the profile with the highest step. */
export async function fetchModuleTimes(
  run: string,
  tag: string,
  signal: AbortSignal,
): Promise<readonly ModuleTime[]> {
  const query = new URLSearchParams({ run, tag, what: "module" });
  const { columns, sums, steps } = table(await ask(`profile/table?${query}`, { signal }), "table");
  const { texts, numbers } = columns;
  const times = sums.device_self_ns > 0 ? numbers.device_total_ns : numbers.total_ns;
  return (texts.name ?? []).flatMap((path, i) => {
    const seconds = (times?.[i] ?? NaN) / 1e9 / Math.max(1, steps);
    return path === "" ? [] : [{ path, seconds }];
  });
}
