/** Cards that can stand on a board, by the views that they are of. */

import type { Component } from "svelte";
import { views } from "./registry";
import type { PinnedProps } from "./view";

type Load = () => Promise<{ readonly default: Component<PinnedProps> }>;

const cards: Readonly<Record<string, Load>> = {
  scalars: () => import("./scalars/Pinned.svelte"),
  composition: () => import("./composition/Pinned.svelte"),
  images: () => import("./images/Pinned.svelte"),
  histograms: () => import("./histograms/Pinned.svelte"),
  curves: () => import("./curves/Pinned.svelte"),
  confusion: () => import("./confusion/Pinned.svelte"),
  texts: () => import("./texts/Pinned.svelte"),
  tensors: () => import("./tensors/Pinned.svelte"),
  audio: () => import("./audio/Pinned.svelte"),
  videos: () => import("./videos/Pinned.svelte"),
};

/** null: the view is not there, or its cards can't be pinned. */
export function pinnedOf(view: string): Load | null {
  return Object.hasOwn(cards, view) ? (cards[view] ?? null) : null;
}

/** Which kinds a view shows: keys of its cards depend on the first one. */
export function kindsOf(view: string): readonly string[] {
  return views.find(({ id }) => id === view)?.kinds ?? [];
}
