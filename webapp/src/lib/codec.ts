/** How a setting's value is written into the address and the browser's storage, and read back. */

export interface Codec<T> {
  /** undefined: not a value of this setting (an old link, a typo). */
  parse(text: string): T | undefined;
  format(value: T): string;
}

export const flag: Codec<boolean> = {
  parse: (text) => (text === "1" ? true : text === "0" ? false : undefined),
  format: (value) => (value ? "1" : "0"),
};

export const text: Codec<string> = {
  parse: (value) => value,
  format: (value) => value,
};

/** A finite number in [`min`, `max`]. */
export function numberIn(min: number, max: number): Codec<number> {
  return {
    parse(text) {
      const value = text.trim() === "" ? NaN : Number(text);
      return value >= min && value <= max ? value : undefined;
    },
    format: String,
  };
}

/** Nothing at all, or a value. */
export function orNone<T>({ parse, format }: Codec<T>): Codec<T | null> {
  return {
    parse: (text) => (text === "" ? null : parse(text)),
    format: (value) => (value === null ? "" : format(value)),
  };
}

export function choice<const T extends string>(...values: readonly T[]): Codec<T> {
  return {
    parse: (text) => values.find((value) => value === text),
    format: (value) => value,
  };
}

/** Texts, separated by commas; a comma inside one is escaped. */
export const list: Codec<readonly string[]> = {
  parse(text) {
    if (text === "") return [];
    try {
      return text.split(",").map(decodeURIComponent);
    } catch {
      return undefined;
    }
  },
  format: (values) =>
    values.map((value) => value.replace(/[%,]/g, (c) => (c === "%" ? "%25" : "%2C"))).join(","),
};
