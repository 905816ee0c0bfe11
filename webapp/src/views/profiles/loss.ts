/** The way from a profile to the curves of its run at the same step. */

import { list } from "../../lib/codec";
import { tags } from "../../state/tags.svelte";
import { url } from "../../state/url.svelte";

/** The scalar of a run that says most of its training: a loss, or the first one; null: it has none. Reactive. */
export function scalarsOf(run: string): string | null {
  const names = tags.of("scalar").flatMap(({ tag, runs }) => (runs.includes(run) ? [tag] : []));
  return names.find((tag) => /loss/i.test(tag)) ?? names[0] ?? null;
}

/** Steps on both sides of the profile's that are seen, at least. */
const FEWEST = 10;

/** Shows a scalar around a step. */
export function showInScalars(tag: string, step: number): void {
  const around = Math.max(FEWEST, Math.round(Math.abs(step) * 0.1));
  // The key of a tag's card is the tag.
  const zoom = list.format([tag, `${Math.max(0, step - around)}:${step + around}::`]);
  url.open(
    "scalars",
    new Map([
      ["search", tag],
      ["zoom", zoom],
    ]),
  );
}
