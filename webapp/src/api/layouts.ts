/** The layouts of charts that scripts have logged, and which scalars each chart shows. */

import { ask } from "./ask";
import { number, text } from "./decode";
import { list, mapped, object, type Of } from "./shapes";

const margin = mapped(list(text), ([value = "", low = "", high = ""]) => ({ value, low, high }));

const layoutChart = object({
  category: text,
  title: text,
  /** Scalars of any run. */
  tags: list(text),
  /** Scalars, and those between which they lie; they need not be there. */
  margins: list(margin),
  /** Expressions that no scalar matches. */
  unmatched: list(text),
  wrong: list(object({ expression: text, problem: text })),
  /** Further scalars and expressions. */
  left_out: number,
});
export type LayoutChart = Of<typeof layoutChart>;

const loggedLayout = object({
  /** Hash of what it says. */
  id: text,
  /** Ids of runs. */
  runs: list(text),
  charts: list(layoutChart),
  /** Further charts. */
  left_out: number,
});
export type LoggedLayout = Of<typeof loggedLayout>;

const layouts = object({ layouts: list(loggedLayout), left_out: number });

/** The one that was logged last comes first. */
export async function fetchLayouts(): Promise<Of<typeof layouts>> {
  return layouts(await ask("layouts"), "layouts");
}
