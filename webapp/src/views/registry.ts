/** Every view, by the kinds that it shows: a kind without a view does not compile. */

import type { Kind } from "../api/kinds";
import type { View } from "./view";

const overview: View = {
  id: "overview",
  group: "overview",
  kinds: [],
  title: "view.overview",
  runsList: "none",
  load: () => import("./overview/OverviewView.svelte"),
};

const run: View = {
  id: "run",
  group: "overview",
  kinds: [],
  title: "view.run",
  isLinked: true,
  load: () => import("./run/RunView.svelte"),
};

const logbook: View = {
  id: "logbook",
  group: "logbook",
  kinds: [],
  title: "view.logbook",
  runsList: "none",
  load: () => import("./logbook/LogbookView.svelte"),
};

const scalars: View = {
  id: "scalars",
  group: "charts",
  kinds: ["scalar"],
  title: "view.scalars",
  hasCards: true,
  load: () => import("./scalars/ScalarsView.svelte"),
};

const layers: View = {
  id: "layers",
  group: "charts",
  kinds: ["scalar"],
  fewest: 100,
  title: "view.layers",
  runsList: "rail",
  load: () => import("./layers/LayersView.svelte"),
};

const trials: View = {
  id: "trials",
  group: "compare",
  kinds: ["scalar", "hparams", "lineage", "environment"],
  title: "view.trials",
  runsList: "none",
  load: () => import("./trials/TrialsView.svelte"),
};

const groups: View = {
  id: "groups",
  group: "compare",
  kinds: ["scalar"],
  title: "view.groups",
  load: () => import("./groups/GroupsView.svelte"),
};

const difference: View = {
  id: "difference",
  group: "compare",
  kinds: ["scalar", "hparams", "lineage", "environment"],
  title: "view.difference",
  runsList: "rail",
  load: () => import("./difference/DifferenceView.svelte"),
};

const composition: View = {
  id: "composition",
  group: "charts",
  kinds: ["scalar"],
  title: "view.composition",
  load: () => import("./composition/CompositionView.svelte"),
};

const images: View = {
  id: "images",
  group: "media",
  kinds: ["image"],
  title: "view.images",
  hasCards: true,
  load: () => import("./images/ImagesView.svelte"),
};

const embeddings: View = {
  id: "embeddings",
  group: "model",
  kinds: ["embeddings"],
  title: "view.embeddings",
  runsList: "rail",
  load: () => import("./embeddings/EmbeddingsView.svelte"),
};

const meshes: View = {
  id: "meshes",
  group: "media",
  kinds: ["mesh"],
  title: "view.meshes",
  hasCards: true,
  load: () => import("./meshes/MeshesView.svelte"),
};

const histograms: View = {
  id: "histograms",
  group: "charts",
  kinds: ["histogram"],
  title: "view.histograms",
  hasCards: true,
  load: () => import("./histograms/HistogramsView.svelte"),
};

const curves: View = {
  id: "curves",
  group: "charts",
  kinds: ["pr_curve", "roc_curve"],
  title: "view.curves",
  hasCards: true,
  load: () => import("./curves/CurvesView.svelte"),
};

const confusion: View = {
  id: "confusion",
  group: "charts",
  kinds: ["confusion_matrix"],
  title: "view.confusion",
  hasCards: true,
  load: () => import("./confusion/ConfusionView.svelte"),
};

const texts: View = {
  id: "texts",
  group: "media",
  kinds: ["text"],
  title: "view.texts",
  hasCards: true,
  load: () => import("./texts/TextsView.svelte"),
};

const consoleView: View = {
  id: "console",
  group: "system",
  kinds: ["console"],
  title: "view.console",
  runsList: "rail",
  load: () => import("./console/ConsoleView.svelte"),
};

const tensors: View = {
  id: "tensors",
  group: "model",
  kinds: ["tensor"],
  title: "view.tensors",
  hasCards: true,
  load: () => import("./tensors/TensorsView.svelte"),
};

const graphs: View = {
  id: "graphs",
  group: "model",
  kinds: ["graph"],
  showsFile: "model",
  title: "view.graphs",
  runsList: "rail",
  load: () => import("./graphs/GraphsView.svelte"),
};

const landscapes: View = {
  id: "landscapes",
  group: "model",
  kinds: ["landscape"],
  title: "view.landscapes",
  runsList: "rail",
  load: () => import("./landscapes/LandscapesView.svelte"),
};

const profiles: View = {
  id: "profiles",
  group: "profile",
  kinds: ["profile"],
  showsFile: "trace",
  title: "view.profiles",
  runsList: "rail",
  load: () => import("./profiles/ProfilesView.svelte"),
};

const system: View = {
  id: "system",
  group: "system",
  kinds: [],
  showsSystem: true,
  title: "view.system",
  runsList: "rail",
  load: () => import("./system/SystemView.svelte"),
};

const audio: View = {
  id: "audio",
  group: "media",
  kinds: ["audio"],
  title: "view.audio",
  hasCards: true,
  load: () => import("./audio/AudioView.svelte"),
};

const videos: View = {
  id: "videos",
  group: "media",
  kinds: ["video"],
  title: "view.videos",
  hasCards: true,
  load: () => import("./videos/VideosView.svelte"),
};

const byKind: Readonly<Record<Kind, View>> = {
  scalar: scalars,
  hparams: trials,
  lineage: trials,
  environment: trials,
  image: images,
  histogram: histograms,
  pr_curve: curves,
  roc_curve: curves,
  confusion_matrix: confusion,
  embeddings: embeddings,
  mesh: meshes,
  tensor: tensors,
  graph: graphs,
  landscape: landscapes,
  layout: overview,
  profile: profiles,
  text: texts,
  console: consoleView,
  audio: audio,
  video: videos,
};

/** The view that shows the records of a kind. */
export function viewOf(kind: Kind): View {
  return byKind[kind];
}

/**
 * In the order in which each group shows its own; then whatever else shows a kind. The page opens
 * with the first of them.
 */
export const views: readonly View[] = [
  ...new Set([
    overview,
    scalars,
    layers,
    composition,
    histograms,
    curves,
    confusion,
    trials,
    groups,
    difference,
    images,
    texts,
    audio,
    videos,
    meshes,
    graphs,
    landscapes,
    embeddings,
    tensors,
    profiles,
    system,
    consoleView,
    logbook,
    ...Object.values(byKind),
    run,
  ]),
];
