/**
 * What views, settings, commands and pages of the documentation are also called, by people and by
 * other tools: the palette finds them by these, too. Divided by commas.
 */

import type { en as shell } from "../lib/messages/shell";
import { i18n } from "../state/i18n.svelte";

type Words = Readonly<Record<string, string>>;

export const en = {
  "view.overview":
    "overview, home, dashboard, boards, report, summary, runs table, start page, leaderboard, panels, pinned, custom scalars layout, diverged, nan, what is wrong, best run, who leads, live runs",
  "view.run": "run page, details, files, console, environment",
  "view.logbook": "notes, journal, diary, conclusions, findings, lab notebook, report, log entries",
  "view.scalars": "metrics, loss curves, line plot, time series, charts, accuracy, learning curves",
  "view.layers":
    "many tags, layers by steps, heat map, experts, per layer, gradient norms, unlike the others, anomalies",
  "view.trials":
    "table, sweep, hyperparameters, hparams, experiments, study, search, optuna, leaderboard, export csv",
  "view.images": "pictures, media, samples, photos, masks",
  "view.histograms": "distributions, weights, gradients, activations, layers",
  "view.curves": "precision recall, average precision, auc, classifier, threshold",
  "view.confusion": "confusion matrix, errors, classes, classifier",
  "view.embeddings": "projector, vectors, nearest neighbors, clusters",
  "view.tensors": "arrays, matrix, numbers, slices, weights",
  "view.graphs": "network, architecture, model, layers, operators, onnx, data pipeline",
  "view.landscapes": "loss landscape, loss surface, sharpness, flatness, 3d, minima",
  "view.profiles": "profiler, performance, speed, bottleneck, trace, gpu, cuda",
  "view.system":
    "gpu, cpu, memory, power, energy, temperature, hardware, machine, monitoring, utilization, nvidia",
  "view.texts": "notes, markdown, prompts, samples, logs, answers",
  "view.console":
    "stdout, stderr, output, terminal, logs, printed, traceback, error, crash, exit code",
  "view.audio": "sounds, speech, waveform, music, spectrogram",
  "view.videos": "movies, animation, gif, film",
  "view.meshes": "point cloud, 3d objects, geometry, ply, obj",
  "view.groups": "group by, aggregate, mean over seeds, error bands, confidence, seeds, statistics",
  "view.composition":
    "expressions, formula, combine, two axes, own charts, panels, multi-line, editor",
  "view.difference": "difference, comparison, diff, side by side, changes, what changed",

  "set.scalars.axis": "step, steps, epoch, time, relative, wall time, wall clock, horizontal axis",
  "set.scalars.logX": "log scale of x, logarithmic x, horizontal",
  "set.scalars.logY": "log, log scale, logarithmic, log axis, y axis, vertical",
  "set.scalars.smoothing": "smooth, ema, moving average, tensorboard slider, weight",
  "set.scalars.smoothedOnly": "original, show original, unsmoothed, raw data",
  "set.scalars.extrema": "min, max, best point, extrema",
  "set.scalars.heights": "outliers, ignore outliers, clip, y axis, quantiles, zoom, limits",
  "set.scalars.per": "one plot per run, separate, split, layout",
  "set.scalars.order": "hover, legend, sort",
  "set.scalars.syncCursor": "hover, crosshair, synchronize",
  "set.scalars.syncRange": "synchronize, zoom together",
  "set.groups.by": "group by, aggregate by, seeds, grouping",
  "set.groups.band": "error bars, standard deviation, confidence interval, std, shade, quantiles",
  "set.groups.axis": "step, epoch, time",
  "set.trials.pictures": "plots, visualizations, charts",
  "set.embeddings.method": "projection, dimension reduction",
  "set.embeddings.dimensions": "2d, 3d, dimensions",
  "set.histograms.mode": "distributions, ridges, offset",
  "set.images.compare": "wipe, before and after",
  "set.landscapes.mode": "comparison of landscapes",

  "command.search": "filter, find a run, regex",
  "command.panel": "sidebar, side panel, hide runs",
  "command.live": "refresh, reload, auto refresh, polling, pause, live, update",
  "command.help": "keys, hotkeys, keyboard, shortcuts",
  "command.docs": "help, manual, guide, api, reference",
  "command.damage": "errors, damaged, corrupt, warnings, what was not read",
  "command.trash": "deleted, restore, recycle bin, undo, delete run",
  "command.theme": "dark mode, night, appearance, colors of the page, light mode",
  "command.language": "chinese, english, locale, translation",
  "command.sort": "order of runs, ranking",
  "command.objective": "target, goal, metric to optimize, best by, leader",
  "command.color": "colour, hue, palette, hyperparameter",
  "command.folders": "tree, nested, hierarchy",

  "doc.how-to/export": "download, save, csv, png, svg, pdf, figure, json",
  "doc.how-to/over-ssh": "remote, server, port, tunnel",
  "doc.how-to/set-thresholds": "alerts, limits, alarm, rule",
  "doc.how-to/resume": "checkpoint, continue",
} as const satisfies Readonly<Record<Extract<keyof typeof shell, `view.${string}`>, string>> &
  Words;

/**
 * Other words for what has this key: in English, and in the language that is shown. In lower case.
 * @param id - what the code calls it: near its English name, which other languages do not show.
 */
export function wordsOf(key: string, id = ""): readonly string[] {
  const shown: Words | undefined = i18n.shown.words?.found;
  return [(en as Words)[key], shown?.[key], shown === undefined ? "" : id].flatMap(
    (words) =>
      words
        ?.toLowerCase()
        .split(/[,，、]\s*/)
        .filter(Boolean) ?? [],
  );
}
