/** Tables of profiles: columns of texts and of numbers, all equally long. */

import { typed } from "./arrays";
import { DecodeError, text } from "./decode";
import { fields, list, type Decoder } from "./shapes";

/** A table by its columns. */
export interface Columns {
  readonly count: number;
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** NaN: unknown. */
  readonly numbers: Readonly<Record<string, Float64Array>>;
}

const texts = list(text);

/** Numbers of any size, as floats: exact up to 2^53, more than a hundred days in nanoseconds. */
export function numbers(value: unknown, where: string): Float64Array {
  const array = typed(value, where);
  return array instanceof Float64Array ? array : Float64Array.from(array);
}

/**
 * Columns of which these have to be there; whatever else is there is decoded, too.
 * @param wantedTexts - names of columns of texts.
 * @param wantedNumbers - names of columns of numbers.
 */
export function columns(
  wantedTexts: readonly string[],
  wantedNumbers: readonly string[],
): Decoder<Columns> {
  return (value, where) => {
    const given = Object.entries(fields(value, where));
    const found: {
      texts: Record<string, readonly string[]>;
      numbers: Record<string, Float64Array>;
    } = { texts: {}, numbers: {} };
    let count = -1;
    for (const [name, column] of given) {
      const at = `${where}.${name}`;
      const decoded = Array.isArray(column) ? texts(column, at) : numbers(column, at);
      if (count >= 0 && decoded.length !== count) {
        throw new DecodeError(at, `${decoded.length} items`, `${count} items`);
      }
      count = decoded.length;
      if (decoded instanceof Float64Array) found.numbers[name] = decoded;
      else found.texts[name] = decoded;
    }
    const missing =
      wantedTexts.find((name) => !(name in found.texts)) ??
      wantedNumbers.find((name) => !(name in found.numbers));
    if (missing !== undefined) throw new DecodeError(`${where}.${missing}`, "nothing", "a column");
    return { count: Math.max(0, count), ...found };
  };
}

const noNumbers = new Float64Array();

/** A column of numbers; one that is not there is empty. */
export function numbersOf({ numbers: all }: Columns, name: string): Float64Array {
  return all[name] ?? noNumbers;
}

/** A column of texts; one that is not there is empty. */
export function textsOf({ texts: all }: Columns, name: string): readonly string[] {
  return all[name] ?? [];
}
