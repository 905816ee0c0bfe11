/** Lines that are shown, their names, and what is drawn of them. */

import type { NamedPlace } from "../../../api/landscapes";
import type { ScriptLook } from "../../../cards/figure/source";
import { fileStem } from "../../../lib/files";
import { unlessUsual } from "../../../lib/usual";
import type { Hover } from "../../../charts/line/types";
import { shortNumber } from "../../../lib/numbers";
import { runs } from "../../../state/runs.svelte";
import { apartTexts, markName } from "../names";
import type { ReadoutRow } from "../readout";
import { linesScript } from "../scripts/lines";
import type { ScriptPlace } from "../scripts/parts";
import { logdir, scriptPlace } from "../scripts/place";
import { ShownMode } from "../shown";
import { placesOf, withPlaces } from "./exact";
import { figureOf, type LinesDrawn } from "./figure";
import {
  apartNames,
  bundlesOf,
  familiesOf,
  isScore,
  lineColors,
  linesOf,
  marksOf,
  metricsOf,
} from "./model";
import { readingsOf } from "./readings";
import type { settings as declared } from "./settings";
import { t } from "./texts";

/** Rows of the readout: more would cover the chart. */
const most = 16;

export class ShownLines extends ShownMode<typeof declared> {
  readonly #lines = $derived.by(() => linesOf(this.landscapes));
  readonly families = $derived(familiesOf(this.#lines));
  readonly #tag = $derived.by(() => {
    const { tag } = this.settings;
    return this.families.includes(tag) ? tag : (this.families[0] ?? "");
  });
  readonly #together = $derived.by(() => this.settings.together && this.families.length > 1);
  /** The family that is shown; null: all of them together. */
  readonly family = $derived(this.#together ? null : this.#tag);
  readonly title = $derived(this.family ?? t("together"));
  readonly bundles = $derived(bundlesOf(this.#lines, this.family));
  readonly hasRepeats = $derived(this.bundles.some(({ summaries }) => summaries.length > 2));

  /** Bundles of which something is there. */
  readonly all: readonly LinesDrawn[] = $derived.by(() => {
    const apart = apartNames(this.bundles, apartTexts);
    const colors = lineColors(this.bundles.map(({ run }) => runs.colorOf(run)));
    return this.bundles.flatMap(({ key, run, summaries }, i): LinesDrawn[] => {
      const loaded = this.store.loaded(summaries);
      if (loaded.length === 0) return [];
      const places = placesOf(loaded);
      const exact = loaded.map((each) => withPlaces(each, places));
      const name = [runs.shortNameOf(run), apart[i] ?? ""]
        .filter((part) => part !== "")
        .join(" · ");
      return [{ key, name, color: colors[i] ?? "", landscapes: exact }];
    });
  });
  /** Why there is nothing to draw; null: there is. */
  readonly why = $derived.by(() =>
    this.all.length > 0
      ? null
      : this.store.missing(this.bundles.flatMap(({ summaries }) => summaries)),
  );

  /** Metrics that can be drawn. */
  readonly offered = $derived(metricsOf(this.bundles));
  /** The loss and the first score. */
  readonly #usual = $derived.by(() => {
    const score = this.offered.slice(1).find(isScore);
    return [...this.offered.slice(0, 1), ...(score === undefined ? [] : [score])];
  });
  readonly metrics: readonly string[] = $derived.by(() => {
    const wished = this.offered.filter((metric) => this.settings.metrics.includes(metric));
    return wished.length > 0 ? wished : this.#usual;
  });
  readonly made = $derived.by(() => {
    const { logLoss, cut, band } = this.settings;
    return figureOf(this.all, { metrics: this.metrics, logLoss, cut, band });
  });

  readonly #named = $derived(
    marksOf(this.all.flatMap(({ landscapes: each }) => each)).map((mark) => ({
      ...mark,
      name: markName(mark.name),
    })),
  );
  readonly marks: readonly { readonly name: string; readonly x: number }[] = $derived(
    this.#named.some(({ x }) => x === 0)
      ? this.#named
      : [{ name: t("center"), x: 0 }, ...this.#named],
  );
  readonly labels = $derived.by(() => {
    const side = (wanted: boolean) =>
      this.metrics.filter((each) => isScore(each) === wanted).join(", ");
    const ways = this.all.flatMap(({ landscapes: each }) =>
      each.map((line) => wayOf(marksOf([line]))),
    );
    const [way = ""] = ways;
    const isOne = way !== "" && ways.every((each) => each === way);
    return { x: isOne ? way : t("x"), y: side(false), value: side(true) };
  });
  readonly legend = $derived(
    this.all.map(({ key, name, color, landscapes: own }) => {
      const has = own.some((each) => each.metrics.some((metric) => this.metrics.includes(metric)));
      const notes = [
        ...(has ? [] : [t("without", { metrics: this.metrics.join(", ") })]),
        ...(own.length > 1 ? [t("repeats", { n: own.length })] : []),
      ];
      return { key, name, color, note: notes.join(" · ") };
    }),
  );
  readonly readings = $derived(readingsOf(this.all, this.#named));

  /** @param family - null: all of them together. */
  choose(family: string | null): void {
    this.settings.together = family === null;
    if (family !== null) this.settings.tag = family;
  }

  draw(metrics: readonly string[]): void {
    this.settings.metrics = unlessUsual(metrics, this.#usual) ?? [];
  }

  /** A row for each run, a column for each metric. */
  readoutOf({ indexes, nearest, x }: Hover): {
    heads: string[];
    rows: ReadoutRow[];
    note: string;
  } {
    const { figure, origins } = this.made;
    const place = figure.lines[nearest]?.x[indexes[nearest] ?? -1] ?? x;
    const valueOf = (at: number, wanted: string): string => {
      const line = origins.findIndex(({ drawn, metric }) => drawn === at && metric === wanted);
      const value = figure.lines[line]?.y[indexes[line] ?? -1];
      return value === undefined ? "–" : shortNumber(value);
    };
    const more = this.all.length - most;
    return {
      heads: [`x = ${shortNumber(place, 4)}`, ...this.metrics],
      rows: this.all.slice(0, most).map(({ name, color }, at) => ({
        name,
        color,
        values: this.metrics.map((metric) => valueOf(at, metric)),
        isMain: at === origins[nearest]?.drawn,
      })),
      note: more > 0 ? t("moreOfThem", { n: more }) : "",
    };
  }

  /** Python that draws the same with matplotlib. */
  python(look: ScriptLook): string {
    const { figure, origins } = this.made;
    // Repeats in a band are one line.
    const placesOf = (at: number, key: string, metric: string): ScriptPlace[] => {
      const own = this.all[at]?.landscapes.filter(({ values }) => values.has(metric)) ?? [];
      const one = own.filter(({ id }) => key === `${this.all[at]?.key ?? ""} ${metric} ${id}`);
      return (one.length > 0 ? one : own).map(scriptPlace);
    };
    return linesScript(
      {
        logdir: logdir(),
        name: fileStem(this.title),
        labels: this.labels,
        lines: figure.lines.map(({ key, label: name, color, axis, dash = [] }, i) => {
          const { drawn: at, metric } = origins[i] ?? { drawn: 0, metric: "" };
          const places = placesOf(at, key, metric);
          return { places, metric, name, color, isRight: axis === "right", dash };
        }),
        logY: this.settings.logLoss,
        limits: figure.limits ?? null,
        marks: this.marks,
      },
      look,
    );
  }
}

/** Empty: from nowhere to nowhere. */
function wayOf(places: readonly NamedPlace[]): string {
  const [from, to] = [places[0], places.at(-1)];
  if (from === undefined || to === undefined || from === to) return "";
  return t("towards", { from: markName(from.name), to: markName(to.name) });
}
