/** The answers about runs that rest, which are kept while the page follows the logs. */

import { fetchComparison } from "../../api/comparison";
import { fetchGroups } from "../../api/groups";
import { fetchHistograms } from "../../api/histograms";
import { fetchLandscape } from "../../api/landscapes";
import { fetchScalars } from "../../api/scalars";
import type { SeriesKey } from "../../api/series";
import { live } from "../../state/live.svelte";
import { runs } from "../../state/runs.svelte";
import { joining } from "./joining";
import { keeping, keepingEach } from "./kept-answers";

/** How often each run has grown since the page was opened. */
const growths = new Map<string, number>();
// Before any view asks again for what has grown.
live.subscribe((growth) => {
  for (const { run } of growth) growths.set(run, (growths.get(run) ?? 0) + 1);
});

function versionOf(ids: readonly string[]): string | null {
  // What was missed while it connects is handed on as growth as soon as it stands.
  if (live.connection !== "open" && live.connection !== "connecting") return null;
  const rest = ids.every((id) => {
    const run = runs.byId.get(id);
    return run !== undefined && run.state !== "live" && !run.loading;
  });
  return rest ? ids.map((id) => growths.get(id) ?? 0).join() : null;
}

// Cards ask in a frame, each in a task of its own.
export const keptScalars = keepingEach(
  joining(fetchScalars, (work) => setTimeout(work, 0)),
  versionOf,
);
export const keptHistograms = keeping(
  fetchHistograms,
  ({ series }) => series.map(({ run }) => run),
  versionOf,
);
export const keptGroups = keeping(fetchGroups, ({ groups }) => groups.flat(), versionOf);
export const keptComparison = keeping(
  fetchComparison,
  ({ a, b }) => [...new Set([...a, ...b].map(([run]) => run))],
  versionOf,
);
export const keptLandscape = keeping(
  ({ run, tag }: SeriesKey, signal) => fetchLandscape(run, tag, null, null, signal),
  ({ run }) => [run],
  versionOf,
);
