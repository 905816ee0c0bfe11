/** How a landscape was made, field by field. */

import type { LandscapeSummary } from "../../../api/landscapes";
import { shortNumber } from "../../../lib/numbers";
import type { Where } from "../field-values";
import { sizeText } from "../repeats";

/** Names of fields, as the texts have them. */
type FieldName =
  | "plane"
  | "kind"
  | "norm"
  | "seed"
  | "ignore"
  | "directionParameters"
  | "lossName"
  | "samples"
  | "sampling"
  | "batchNorm"
  | "precision"
  | "xRange"
  | "yRange"
  | "gridSize"
  | "model"
  | "parameters"
  | "optimizer"
  | "learningRate"
  | "batchSize"
  | "interval"
  | "modelChanged"
  | "leftOut";

/** Says a word of a record in the page's language. */
export type ComparedSay = (where: Where, value: string) => string;

const asTold: ComparedSay = (_, value) => value;

export interface Field {
  /** One of the names above, or a setting as its caller named it. */
  readonly key: string;
  /**
   * Part of how the picture was made: pictures that differ in it are no measure of the models.
   * The others are what one compares.
   */
  readonly isMethod: boolean;
  /** As it is shown; null: not known. */
  readonly text: (summary: LandscapeSummary, say: ComparedSay) => string | null;
}

const number = (value: number | null) => (value === null ? null : shortNumber(value));
const range = (axis: { min: number; max: number } | null) =>
  axis === null ? null : `${shortNumber(axis.min, 3)} … ${shortNumber(axis.max, 3)}`;

const fields: readonly (Field & { readonly key: FieldName })[] = [
  {
    key: "plane",
    isMethod: true,
    text: ({ settings, snapshots }, say) =>
      say("plane", settings.mode === "train" || snapshots > 0 ? "path" : "model"),
  },
  word("kind", "kind", ({ directions }) => directions.kind),
  word("norm", "norm", ({ directions }) => directions.norm),
  { key: "seed", isMethod: true, text: ({ directions }) => integer(directions.seed) },
  {
    key: "ignore",
    isMethod: true,
    text: ({ directions: { ignore } }, say) =>
      ignore.length === 0 ? null : ignore.map((each) => say("ignore", each)).join(", "),
  },
  word("directionParameters", "moved", ({ directions }) => directions.parameters),
  { key: "lossName", isMethod: true, text: ({ settings }) => settings.loss },
  { key: "samples", isMethod: true, text: ({ settings }) => integer(settings.samples) },
  word("sampling", "sampling", ({ settings }) => settings.sampling),
  word("batchNorm", "batchNorm", ({ settings }) => settings.batch_norm),
  word("precision", "precision", ({ settings }) => settings.precision),
  { key: "xRange", isMethod: true, text: ({ x }) => range(x) },
  { key: "yRange", isMethod: true, text: ({ y }) => range(y) },
  { key: "gridSize", isMethod: true, text: sizeText },
  {
    // How many samples go through the model at once changes nothing, but for the statistics of a batch.
    key: "batchSize",
    isMethod: true,
    text: ({ settings: { batch_norm: norm, batch_size: size } }) =>
      norm === "batch" ? integer(size) : null,
  },
  { key: "interval", isMethod: false, text: ({ settings }, say) => interval(settings, say) },
  {
    key: "modelChanged",
    isMethod: false,
    text: ({ settings }, say) => (settings.model_changed ? say("any", "true") : null),
  },
  {
    key: "leftOut",
    isMethod: false,
    text: ({ settings: { left_out: steps } }) =>
      steps.length === 0 ? null : steps.map((step) => integer(step)).join(", "),
  },
  { key: "model", isMethod: false, text: ({ settings }) => settings.model },
  { key: "parameters", isMethod: false, text: ({ settings }) => number(settings.parameters) },
  { key: "optimizer", isMethod: false, text: ({ settings }) => settings.optimizer },
  {
    key: "learningRate",
    isMethod: false,
    text: ({ settings: { learning_rate: rates } }) => {
      const [least, most] = [Math.min(...rates), Math.max(...rates)];
      if (rates.length === 0) return null;
      return least === most
        ? shortNumber(least)
        : `${shortNumber(least, 3)} … ${shortNumber(most, 3)}`;
    },
  },
];

/** Part of how the picture was made, that records say in a word of their own. */
function word(
  key: FieldName,
  where: Where,
  read: (summary: LandscapeSummary) => string | null,
): Field & { readonly key: FieldName } {
  const text = (summary: LandscapeSummary, say: ComparedSay) => {
    const value = read(summary);
    return value === null ? null : say(where, value);
  };
  return { key, isMethod: true, text };
}

function integer(value: number | null): string | null {
  return value === null ? null : value.toLocaleString("en");
}

function interval({ interval: ends, unit }: LandscapeSummary["settings"], say: ComparedSay) {
  if (ends === null) return null;
  return `${ends[0]} … ${ends[1]}${unit === null ? "" : ` ${say("unit", unit)}`}`;
}

/** What of the computation has no influence on its values. */
const technical = /second|time|device|worker|rounding|compiled|fingerprint|products|version/;

/** All fields that at least one has: what its writer added comes last. */
function fieldsOf(summaries: readonly LandscapeSummary[]): Field[] {
  const names = summaries.flatMap(({ settings }) => [...settings.others.keys()]);
  const others = [...new Set(names)].filter((name) => !technical.test(name));
  return [
    ...fields,
    ...others.map((name): Field => ({
      // One that is called as a field of ours stands beside that.
      key: isNamed(name) ? `${name}_` : name,
      isMethod: false,
      text: ({ settings }, say) => {
        const value = settings.others.get(name);
        return value === undefined ? null : say("any", value);
      },
    })),
  ];
}

/** Whether our own texts have its name. */
export function isNamed(key: string): key is FieldName {
  return fields.some((field) => field.key === key);
}

/** The text of a field for one landscape, or for several repeats; null: not known. */
export function textOf(
  { text }: Field,
  group: readonly LandscapeSummary[],
  say: ComparedSay = asTold,
): string | null {
  const texts = [...new Set(group.map((each) => text(each, say)))].filter((each) => each !== null);
  return texts.length === 0 ? null : texts.join(", ");
}

export interface Sorted {
  /** In at least two landscapes different, or known of some only. */
  readonly differing: readonly Field[];
  /** Known of all, and the same. */
  readonly common: readonly { readonly field: Field; readonly text: string }[];
}

/** Which fields distinguish landscapes, each with its repeats. */
export function sorted(
  groups: readonly (readonly LandscapeSummary[])[],
  say: ComparedSay = asTold,
): Sorted {
  const differing: Field[] = [];
  const common: { field: Field; text: string }[] = [];
  for (const field of fieldsOf(groups.flat())) {
    const texts = new Set(groups.map((group) => textOf(field, group, say)));
    const [text] = texts;
    if (texts.size > 1) differing.push(field);
    else if (text !== null && text !== undefined) common.push({ field, text });
  }
  return { differing, common };
}
