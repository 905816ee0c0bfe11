/** An end of a range of steps: a whole number, or open. */

import type { Codec } from "../../lib/codec";

export const stepEnd: Codec<number | null> = {
  parse(text) {
    const trimmed = text.trim().replace(/(?<=\d),(?=\d)/g, "");
    if (trimmed === "") return null;
    const value = Number(trimmed);
    return Number.isSafeInteger(value) ? value : undefined;
  },
  format: (value) => (value === null ? "" : String(value)),
};
