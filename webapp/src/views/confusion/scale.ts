/** One scale of colors for the matrices that are compared: those of a tag, of all runs in sight. */

import { SvelteMap } from "svelte/reactivity";

/** Of the greatest value in the light and in the dark: not the run's, or each matrix had colors of its own. */
export const strongest = { light: "#2a62d4", dark: "#7aa5ff" } as const;

/** By what is compared: the greatest value of each matrix. */
const all = new SvelteMap<string, ReadonlyMap<object, number>>();

/** The greatest value of the matrices in sight; 0: there is none. Reactive. */
export function greatestOfAll(compared: string): number {
  return Math.max(0, ...(all.get(compared)?.values() ?? []));
}

/** One more matrix is in sight. @returns how to take it back. */
export function tellGreatest(compared: string, greatest: number): () => void {
  const matrix = {};
  all.set(compared, new Map(all.get(compared)).set(matrix, greatest));
  return () => {
    const others = new Map(all.get(compared));
    others.delete(matrix);
    if (others.size === 0) all.delete(compared);
    else all.set(compared, others);
  };
}
