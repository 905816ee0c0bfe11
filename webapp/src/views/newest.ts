/** Small pictures of the newest record of each kind: a kind that has none does not compile. */

import type { Component } from "svelte";
import type { Kind } from "../api/kinds";
import type { MessageKey } from "../state/i18n.svelte";
import { views } from "./registry";
import type { NewestProps } from "./view";

type Load = () => Promise<{ readonly default: Component<NewestProps> }>;

/** null: what the kind holds stands in tables. */
export const newest: Readonly<Record<Kind, Load | null>> = {
  scalar: () => import("./scalars/Newest.svelte"),
  hparams: null,
  lineage: null,
  environment: null,
  image: () => import("./images/Newest.svelte"),
  histogram: () => import("./histograms/Newest.svelte"),
  pr_curve: () => import("./curves/Newest.svelte"),
  roc_curve: () => import("./curves/Newest.svelte"),
  confusion_matrix: () => import("./confusion/Newest.svelte"),
  embeddings: () => import("./embeddings/Newest.svelte"),
  mesh: () => import("./meshes/Newest.svelte"),
  tensor: () => import("./tensors/Newest.svelte"),
  graph: () => import("./graphs/Newest.svelte"),
  layout: null,
  landscape: () => import("./landscapes/Newest.svelte"),
  profile: () => import("./profiles/Newest.svelte"),
  text: () => import("./texts/Newest.svelte"),
  console: () => import("./console/Newest.svelte"),
  audio: () => import("./audio/Newest.svelte"),
  video: () => import("./videos/Newest.svelte"),
};

/** A view that shows what of these kinds was logged, each of which has a small picture. */
export interface Pictured {
  readonly view: string;
  readonly title: MessageKey;
  readonly kinds: readonly Kind[];
}

/** Each kind once, under the first view of it that shows nothing else. */
export const pictured: readonly Pictured[] = views.flatMap(({ id, title, kinds }, i) => {
  const isFirst = views.findIndex((view) => view.kinds.join() === kinds.join()) === i;
  const all = kinds.length > 0 && kinds.every((kind) => newest[kind] !== null);
  return isFirst && all ? [{ view: id, title, kinds }] : [];
});

/** The view that a picture of this kind leads to. */
export function viewOf(kind: Kind): string {
  return pictured.find(({ kinds }) => kinds.includes(kind))?.view ?? "scalars";
}
