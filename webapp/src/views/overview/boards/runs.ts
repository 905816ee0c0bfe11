/** The runs that a board is of. */

import { runMatcher } from "../../../lib/run-search";
import { annotations } from "../../../state/annotations.svelte";
import { runs } from "../../../state/runs.svelte";

/**
 * Ids, in the order of the list. Reactive.
 * @param search - as the list of runs has it; empty: the selected runs.
 */
export function boardRuns(search: string): readonly string[] {
  if (search.trim() === "") return runs.selectedIds;
  const { test } = runMatcher(search);
  return runs.listed
    .filter((run) => {
      const { name, note, labels } = annotations.of(run.id);
      return test({ names: [run.name, run.display_name ?? "", name], labels, note });
    })
    .map(({ id }) => id);
}
