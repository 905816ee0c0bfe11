/** Runs whose curvature is shown, and what is drawn of it. */

import type { FigureSource } from "../../../cards/figure/source";
import { pictureSvg } from "../../../charts/shapes/svg";
import { spectrumPaper } from "../../../charts/spectrum/chart";
import { hasDensity, inLanes, lanesHeight, type Reading } from "../../../charts/spectrum/spectrum";
import { fileStem } from "../../../lib/files";
import { range } from "../../../lib/landscape/range";
import { shortNumber } from "../../../lib/numbers";
import { runs } from "../../../state/runs.svelte";
import { isSnapshot } from "../model";
import { withError, type ReadoutRow } from "../readout";
import { spectraScript } from "../scripts/lines";
import { logdir, scriptPlace } from "../scripts/place";
import { ShownMode } from "../shown";
import { mapGrid, type MapGrid } from "./maps";
import { isMap, newestOf, rowOf, spectrumOf } from "./model";
import { cellsOf } from "./numbers";
import type { settings as declared } from "./settings";
import { t } from "./texts";

export class ShownCurvature extends ShownMode<typeof declared> {
  /** The newest landscape of each run with a spectrum or eigenvalues. */
  readonly curved = $derived.by(() =>
    newestOf(this.landscapes, (each) => each.curvature && !isSnapshot(each)),
  );
  readonly loaded = $derived.by(() =>
    this.store.loaded(this.curved).map((landscape) => ({ landscape, look: lookOf(landscape.run) })),
  );
  /** Why there is nothing to draw; null: there is. */
  readonly why = $derived.by(() =>
    this.loaded.length > 0 ? null : this.store.missing(this.curved),
  );
  readonly figure = $derived.by(() => ({
    spectra: this.loaded.flatMap(({ landscape, look }) => spectrumOf(landscape, look) ?? []),
    logY: this.settings.logY,
    xLabel: t("eigenvalue"),
    yLabel: t("density"),
  }));
  readonly hasDensity = $derived(hasDensity(this.figure));
  readonly hasLanes = $derived(inLanes(this.figure).length > 0);
  /** Whether it has the height of a chart, also while it is loaded; else it has that of its lanes, in pixels. */
  readonly isTall = $derived(this.hasDensity || this.loaded.length === 0);
  readonly height = $derived(this.hasLanes ? lanesHeight(this.figure) : 0);
  readonly title = $derived(t(this.isTall ? "spectrum" : "eigenvalues"));
  readonly rows = $derived(
    this.loaded.map(({ landscape, look }) => ({ ...look, cells: cellsOf(rowOf(landscape)) })),
  );

  readonly #grids = $derived.by(() =>
    newestOf(this.landscapes, isMap).map((summary) => {
      const look = lookOf(summary.run);
      const landscape = this.store.get(summary);
      const { metric } = this.settings;
      const grid = landscape === undefined ? null : mapGrid(landscape, metric, look.name);
      return { ...look, summary, grid };
    }),
  );
  /** Each with the range of its colors; null: none of its values is a number. */
  readonly maps = $derived.by(() => {
    const rangeOf = (grids: readonly (MapGrid | null)[]) =>
      range(grids.flatMap((grid) => (grid === null ? [] : [grid.values])));
    const shared = this.settings.shared ? rangeOf(this.#grids.map(({ grid }) => grid)) : null;
    return this.#grids.map((each) => ({ ...each, range: shared ?? rangeOf([each.grid]) }));
  });

  readoutOf({ x, densities, eigenvalue }: Reading): ReadoutRow[] {
    const { spectra } = this.figure;
    const known = spectra.map(({ name, color }, i) => ({ name, color, density: densities[i] }));
    const pointed = eigenvalue === null ? undefined : spectra[eigenvalue.spectrum];
    const at = eigenvalue?.index ?? 0;
    return [
      { name: t("eigenvalue"), values: [shortNumber(x, 4)] },
      ...known.flatMap(({ name, color, density = NaN }) =>
        Number.isNaN(density) ? [] : [{ name, color, values: [shortNumber(density, 4)] }],
      ),
      ...(pointed === undefined
        ? []
        : [
            {
              name: `${pointed.name}, ${t("eigenvalueAt", { n: at + 1 })}`,
              values: [withError(pointed.eigenvalues[at] ?? NaN, pointed.errors[at])],
              isMain: true,
            },
          ]),
    ];
  }

  /** What a figure for a paper is made of. */
  source(): FigureSource {
    const { figure } = this;
    const labels = { x: figure.xLabel, y: figure.yLabel, value: "" };
    const source = {
      logdir: logdir(),
      name: fileStem(this.title),
      labels,
      logY: figure.logY,
      spectra: this.loaded.flatMap(({ landscape, look: { name, color } }) => {
        const { curvature } = landscape;
        if (curvature === null) return [];
        const hasDensity = curvature.density !== null;
        return [{ place: scriptPlace(landscape), name, color, hasDensity }];
      }),
    };
    return {
      labels,
      value: null,
      svg: (wish) => pictureSvg(spectrumPaper(figure, wish)),
      python: (look) => spectraScript(source, look),
    };
  }
}

function lookOf(run: string): { key: string; name: string; color: string } {
  return { key: run, name: runs.shortNameOf(run), color: runs.colorOf(run) };
}
