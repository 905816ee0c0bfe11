/**
 * What a landscape says of itself. It may come from another tool: what is missing, or not as
 * expected, counts as not given.
 */

import { DecodeError, number, text } from "./decode";
import { fields, list, mapped, object, type Decoder, type Of } from "./shapes";

/** `otherwise` for what is not there or can't be decoded. */
function lenient<T, U>(decode: Decoder<T>, otherwise: U): Decoder<T | U> {
  return (value, where) => {
    if (value === null || value === undefined) return otherwise;
    try {
      return decode(value, where);
    } catch (error) {
      if (error instanceof DecodeError) return otherwise;
      throw error;
    }
  };
}

const textOrNull = lenient(text, null);
const numberOrNull = lenient(number, null);
const listOfNumbers = list(number);
/** A single number is a list of one. */
const numbers = lenient(
  (value: unknown, where: string): readonly number[] =>
    Array.isArray(value) ? listOfNumbers(value, where) : [number(value, where)],
  [],
);
const texts = mapped(lenient(list(textOrNull), []), (items) =>
  items.flatMap((item) => (item === null ? [] : [item])),
);

/** What the axes are; null where the record does not say. */
export const directions = object({
  /** `random`, `pca`, `towards`, `gradient`, `hessian`, `given`, or what another tool calls it. */
  kind: textOrNull,
  seed: numberOrNull,
  /** `filter`, `layer`, `weight`, `dfilter`, `dlayer`, `none`. */
  norm: textOrNull,
  /** What is left out of the directions; empty where the record does not say. */
  ignore: texts,
  /** The share of the variance that each axis explains, 0 to 1. */
  explained: numbers,
  /** `weights` or `states`. */
  parameters: textOrNull,
  lengths: numbers,
  /** Degrees between the axes. */
  angle: numberOrNull,
  /** Eigenvalues of the Hessian, along axes that are its eigenvectors. */
  eigenvalues: numbers,
  fingerprint: textOrNull,
});
export type Directions = Of<typeof directions>;

const shape = {
  /** `train` (plane of a path), `result` (around the last model), `plane`, `line`, `curvature`, `barriers`. */
  mode: textOrNull,
  /** First and last step or epoch of the path. */
  interval: mapped(numbers, ([first, last]): readonly [number, number] | null =>
    first === undefined || last === undefined ? null : [first, last],
  ),
  /** `step` or `epoch`. */
  unit: textOrNull,
  steps_per_epoch: numberOrNull,
  loss: textOrNull,
  samples: numberOrNull,
  /** `random`, `stratified` or `first`, where they are not all of the data. */
  sampling: textOrNull,
  /** How many samples they were drawn of. */
  population: numberOrNull,
  /** Standard error of the loss at the center, where the samples are not all. */
  standard_error: numberOrNull,
  batch_size: numberOrNull,
  batch_norm: textOrNull,
  precision: textOrNull,
  device: textOrNull,
  model: textOrNull,
  model_fingerprint: textOrNull,
  /** How many numbers the model holds. */
  parameters: numberOrNull,
  optimizer: textOrNull,
  /** One, or one for each snapshot; empty where the record does not say. */
  learning_rate: numbers,
  /** Steps or epochs whose snapshots are not in the landscape: damaged, or not finite. */
  left_out: numbers,
  /** The code of the model that was drawn differs from that which was trained. */
  model_changed: (value: unknown) => value === true,
  checked: numberOrNull,
  anew: (value: unknown) => value === true,
  /** Spent. */
  seconds: numberOrNull,
  version: textOrNull,
  /** The names of models on the lines between which barriers are. */
  models: texts,
  /** `none`, `weights` or `both`: whether the second model of each pair is permuted. */
  align: textOrNull,
};
const namedSettings = object(shape);
const plain = ["string", "number", "bigint", "boolean"];

/** How it was computed; null where the record does not say. */
export interface LandscapeSettings extends Of<typeof namedSettings> {
  /** What else the caller gave of the training or the computation, as it is written. */
  readonly others: ReadonlyMap<string, string>;
}

export function settings(value: unknown, where: string): LandscapeSettings {
  const others = Object.entries(fields(value, where)).filter(
    ([name, item]) => !Object.hasOwn(shape, name) && plain.includes(typeof item),
  );
  return {
    ...namedSettings(value, where),
    others: new Map(others.map(([name, item]) => [name, String(item)])),
  };
}
