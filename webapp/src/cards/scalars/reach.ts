/** How far the height of each card of curves reaches, where its notes were asked for another one. */

import type { LineFigure } from "../../charts/line/types";

/** As its settings want it; to all values; or without the curves that squeeze the others. */
export const reaches = ["usual", "whole", "rest"] as const;
export type Reach = (typeof reaches)[number];

/** So many cards may have another one: all of them are in the address. */
const most = 20;

/** Keys of the cards. */
interface Kept {
  whole: readonly string[];
  rest: readonly string[];
}

export function reachOf({ whole, rest }: Kept, key: string): Reach {
  return whole.includes(key) ? "whole" : rest.includes(key) ? "rest" : "usual";
}

export function setReach(kept: Kept, key: string, reach: Reach): void {
  for (const each of ["whole", "rest"] as const) {
    const others = kept[each].filter((other) => other !== key);
    if (reach === each) kept[each] = [...others, key].slice(-most);
    else if (others.length < kept[each].length) kept[each] = others;
  }
}

export function reaching(usual: LineFigure, reach: Reach): LineFigure {
  if (reach === "whole") return { ...usual, fit: "all", limits: null };
  return reach === "rest" && usual.fit === "most" ? { ...usual, fit: "rest" } : usual;
}

/** The reach of a card whose settings keep it, for `LineCard`. */
export function keptReach(kept: Kept, key: () => string) {
  return {
    reach: () => reachOf(kept, key()),
    setReach: (reach: Reach) => setReach(kept, key(), reach),
  };
}
