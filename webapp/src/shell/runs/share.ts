/** Whether all, some or none of several runs are selected. */

import { runs } from "../../state/runs.svelte";

export type SelectedShare = "all" | "some" | "none";

export function shareOf(ids: readonly string[]): SelectedShare {
  let selected = 0;
  for (const id of ids) if (runs.isSelected(id)) selected++;
  if (selected === 0) return "none";
  return selected === ids.length ? "all" : "some";
}

/** One click selects a whole folder, and the next one nothing of it. */
export function toggleAll(ids: readonly string[]): void {
  if (shareOf(ids) === "all") runs.deselect(ids);
  else runs.select(ids);
}
