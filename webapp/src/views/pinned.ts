/** Cards that can stand on a board: a kind that has none does not compile. */

import type { Component } from "svelte";
import type { Kind } from "../api/kinds";
import type { CardItem } from "../lib/boards/boards";
import { viewOf, views } from "./registry";
import type { PinnedProps, View } from "./view";

type Load = () => Promise<{ readonly default: Component<PinnedProps> }>;

/** null: what the kind holds has no cards. */
const byKind: Readonly<Record<Kind, Load | null>> = {
  scalar: () => import("./scalars/Pinned.svelte"),
  hparams: null,
  lineage: null,
  environment: null,
  image: () => import("./images/Pinned.svelte"),
  histogram: () => import("./histograms/Pinned.svelte"),
  pr_curve: () => import("./curves/Pinned.svelte"),
  roc_curve: () => import("./curves/Pinned.svelte"),
  confusion_matrix: () => import("./confusion/Pinned.svelte"),
  embeddings: () => import("./embeddings/Pinned.svelte"),
  mesh: () => import("./meshes/Pinned.svelte"),
  tensor: () => import("./tensors/Pinned.svelte"),
  graph: () => import("./graphs/Pinned.svelte"),
  layout: null,
  landscape: () => import("./landscapes/Pinned.svelte"),
  profile: () => import("./profiles/Pinned.svelte"),
  text: () => import("./texts/Pinned.svelte"),
  console: null,
  audio: () => import("./audio/Pinned.svelte"),
  video: () => import("./videos/Pinned.svelte"),
};

/** Views that show a kind in a way of their own. */
const ofView: Readonly<Record<string, Load>> = {
  composition: () => import("./composition/Pinned.svelte"),
  difference: () => import("./difference/Pinned.svelte"),
  groups: () => import("./groups/Pinned.svelte"),
  trials: () => import("./trials/Pinned.svelte"),
};

/** Views whose cards are not of one tag: they are of all runs of the board. */
const ofRuns: readonly string[] = ["composition", "difference", "trials"];

/** null: there is no such card. */
export function pinnedOf(view: string, kind: Kind): Load | null {
  if (Object.hasOwn(ofView, view)) return ofView[view] ?? null;
  // Others show a kind in a way of their own, as groups do scalars: its usual card would show something else.
  return viewOf(kind).id === view ? byKind[kind] : null;
}

/** Whether a card is of runs as they are, whatever tags these have. */
export function isOfRuns({ view, run }: Pick<CardItem, "view" | "run">): boolean {
  // A landscape is one run's; compared, they are all that the runs have.
  return ofRuns.includes(view) || (view === "landscapes" && run === null);
}

/** The view that a card is of; undefined: this page has none such. */
export function viewWith(view: string): View | undefined {
  return views.find(({ id }) => id === view);
}

/** Which kinds a view shows: keys of its cards depend on the first one. */
export function kindsOf(view: string): readonly string[] {
  return viewWith(view)?.kinds ?? [];
}
