/** The page in Chinese. */

import type { Language } from "../words";
import { audio } from "./audio";
import { overviewBoards } from "./overview-boards";
import { cards } from "./cards";
import { cardsAlerts } from "./cards-alerts";
import { cardsAnnotate } from "./cards-annotate";
import { cardsBaseline } from "./cards-baseline";
import { cardsDirection } from "./cards-direction";
import { cardsFigure } from "./cards-figure";
import { cardsHistograms } from "./cards-histograms";
import { cardsProfiles } from "./cards-profiles";
import { cardsRuns } from "./cards-runs";
import { cardsScalars } from "./cards-scalars";
import { cardsSystem } from "./cards-system";
import { cardsTable } from "./cards-table";
import { common } from "./common";
import { composition } from "./composition";
import { confusion } from "./confusion";
import { console } from "./console";
import { curves } from "./curves";
import { difference } from "./difference";
import { embeddings } from "./embeddings";
import { graphs } from "./graphs";
import { graphsFamilies } from "./graphs-families";
import { groups } from "./groups";
import { histograms } from "./histograms";
import { histogramsLayers } from "./histograms-layers";
import { images } from "./images";
import { landscapes } from "./landscapes";
import { landscapesBarriers } from "./landscapes-barriers";
import { landscapesComparison } from "./landscapes-comparison";
import { landscapesCurvature } from "./landscapes-curvature";
import { landscapesExplained } from "./landscapes-explained";
import { landscapesLines } from "./landscapes-lines";
import { landscapesProcess } from "./landscapes-process";
import { landscapesThrough } from "./landscapes-through";
import { cardsLayers } from "./cards-layers";
import { layers } from "./layers";
import { cardsLogbook } from "./cards-logbook";
import { logbook } from "./logbook";
import { meshes } from "./meshes";
import { overview } from "./overview";
import { profiles } from "./profiles";
import { run } from "./run";
import { scalars } from "./scalars";
import { scalarsThresholds } from "./scalars-thresholds";
import { found } from "./found";
import { system } from "./system";
import { shell } from "./shell";
import { tensors } from "./tensors";
import { texts } from "./texts";
import { trials } from "./trials";
import { trialsCharts } from "./trials-charts";
import { videos } from "./videos";

export const language: Language = {
  tag: "zh-CN",
  words: {
    audio,
    overviewBoards,
    cards,
    cardsAlerts,
    cardsAnnotate,
    cardsBaseline,
    cardsDirection,
    cardsFigure,
    cardsHistograms,
    cardsProfiles,
    cardsRuns,
    cardsScalars,
    cardsSystem,
    cardsTable,
    common,
    composition,
    confusion,
    console,
    curves,
    difference,
    embeddings,
    graphs,
    graphsFamilies,
    groups,
    histograms,
    histogramsLayers,
    images,
    landscapes,
    landscapesBarriers,
    landscapesComparison,
    landscapesCurvature,
    landscapesExplained,
    landscapesLines,
    landscapesProcess,
    landscapesThrough,
    cardsLayers,
    layers,
    cardsLogbook,
    logbook,
    meshes,
    overview,
    profiles,
    run,
    scalars,
    scalarsThresholds,
    found,
    system,
    shell,
    tensors,
    texts,
    trials,
    trialsCharts,
    videos,
  },
};
