/** Rows of names and values that describe a landscape and its training. */

import type { Landscape } from "../../../api/landscapes";
import { duration } from "../../../lib/durations";
import { formatCount } from "../../../lib/format";
import { shortNumber } from "../../../lib/numbers";
import { markName } from "../names";
import { inWords, listInWords } from "../words";
import { t, type ProcessKey } from "./texts";
import { momentsText, percentText } from "./words";

export interface ProcessRow {
  readonly name: string;
  readonly value: string;
}

/** Rows without a value are left out. */
function rows(all: readonly (readonly [ProcessKey, string | null])[]): ProcessRow[] {
  return all.flatMap(([key, value]) =>
    value === null || value === "" ? [] : [{ name: t(key), value }],
  );
}

function count(value: number | null): string | null {
  return value === null ? null : formatCount(value);
}

function numbers(values: readonly number[]): string {
  return values.map((each) => shortNumber(each, 4)).join(", ");
}

export function trainingRows({ settings, directions, x, y }: Landscape): ProcessRow[] {
  const { explained } = directions;
  const together = explained.reduce((sum, each) => sum + each, 0);
  const shares = explained.map((each) => `${percentText(each)} %`).join(" + ");
  return rows([
    ["model", settings.model],
    ["parameters", count(settings.parameters)],
    ["modelPrint", settings.model_fingerprint?.slice(0, 10) ?? null],
    ["optimizer", settings.optimizer],
    ["rate", ratesText(settings.learning_rate)],
    ["loss", settings.loss],
    ["directions", inWords("kind", directions.kind)],
    ["explained", explained.length > 1 ? `${shares} = ${percentText(together)} %` : shares],
    ["norm", inWords("norm", directions.norm)],
    ["ignored", listInWords("ignore", directions.ignore)],
    ["moved", inWords("moved", directions.parameters)],
    ["seed", directions.seed === null ? null : String(directions.seed)],
    ["lengths", numbers(directions.lengths)],
    ["angle", directions.angle === null ? null : `${shortNumber(directions.angle, 4)}°`],
    ["resolution", y === null ? String(x.length) : `${x.length} × ${y.length}`],
    ["samples", samplesText(settings)],
    [
      "standardError",
      settings.standard_error === null ? null : `± ${shortNumber(settings.standard_error, 2)}`,
    ],
    ["batchSize", count(settings.batch_size)],
    ["batchNorm", inWords("batchNorm", settings.batch_norm)],
    ["precision", inWords("precision", settings.precision)],
    ["unit", inWords("unit", settings.unit)],
    ["stepsPerEpoch", count(settings.steps_per_epoch)],
    [
      "leftOut",
      settings.left_out.length === 0 ? null : momentsText(settings.left_out, settings.unit),
    ],
    [
      "checked",
      settings.checked === null ? null : t("apart", { share: shortNumber(settings.checked, 2) }),
    ],
    ["computed", settings.anew ? t("anew") : null],
    ["seconds", settings.seconds === null ? null : duration(settings.seconds)],
    ["device", settings.device],
    ["version", settings.version],
  ]);
}

/** How many, of how many, and which; such as `2,048 of 60,000, random`. */
function samplesText({ samples, sampling, population }: Landscape["settings"]): string | null {
  const number = count(samples);
  if (number === null || sampling === null) return number;
  const how = inWords("sampling", sampling) ?? sampling;
  const of = count(population);
  return of === null
    ? t("samplesOfStream", { n: number, how })
    : t("samplesOf", { n: number, all: of, how });
}

function ratesText(rates: readonly number[]): string | null {
  const [first, last] = [rates[0], rates.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (rates.every((rate) => rate === first)) return shortNumber(first);
  return t("rates", { first: shortNumber(first), last: shortNumber(last), n: rates.length });
}

export function centerRows({ center }: Landscape): ProcessRow[] {
  return [...center].map(([name, value]) => ({ name, value: shortNumber(value, 6) }));
}

/** Rows of each place with a name and values of its own, such as the second model. */
export function markRows({ marks }: Landscape): { title: string; rows: ProcessRow[] }[] {
  return marks
    .filter(({ x, y }) => x !== 0 || y !== 0)
    .map(({ name, values }) => ({
      title: t("atMark", { name: markName(name) }),
      rows: [...values].map(([metric, value]) => ({
        name: markValueName(metric),
        value: shortNumber(value, 6),
      })),
    }));
}

/** What a value at a mark is of: the plane there, or what has its place there but lies off it. */
export function markValueName(name: string): string {
  if (name === "residual") return t("offPlane");
  const [, what, metric = ""] = /^(true|ensemble)\/(.+)$/.exec(name) ?? [];
  if (what === undefined) return name;
  return t(what === "true" ? "ownMetric" : "ensembleMetric", { metric });
}

export function flatnessRows({ flatness }: Landscape): ProcessRow[] {
  if (flatness === null) return [];
  const { open, radius, curvature_x: along, curvature_y: across } = flatness;
  const { curvature_x_error: alongOff, curvature_y_error: acrossOff, curvature_method } = flatness;
  const known = (value: number): string | null =>
    Number.isNaN(value) ? null : shortNumber(value, 4);
  const atLeast = (value: number): string | null => {
    const text = known(value);
    return text !== null && open ? t("atLeast", { value: text }) : text;
  };
  const bend = (value: number, off: number | null): string => {
    const sign = curvature_method === "hessian" || Number.isNaN(value) ? "" : "≈ ";
    const bar = off === null || Number.isNaN(off) ? "" : ` ± ${shortNumber(off, 2)}`;
    return `${sign}${shortNumber(value, 4)}${bar}`;
  };
  const curvatures = [bend(along, alongOff), ...(across === null ? [] : [bend(across, acrossOff)])];
  const sharpness = known(flatness.sharpness);
  return [
    ...rows([
      ["minimum", known(flatness.minimum)],
      ["level", known(flatness.level)],
      ["area", atLeast(flatness.area)],
      ["volume", atLeast(flatness.volume)],
    ]),
    ...(sharpness === null
      ? []
      : [{ name: t("sharpness", { radius: shortNumber(radius, 3) }), value: sharpness }]),
    ...rows([["curvatures", curvatures.join(", ")]]),
  ];
}
