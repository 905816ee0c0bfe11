/** What is shown of a tensor: for each dimension an index or a range, as people write them in Python. */

export type TensorPart =
  | { readonly kind: "index"; readonly index: number }
  /** `count` places from `start` on, `step` apart. */
  | {
      readonly kind: "range";
      readonly start: number;
      readonly step: number;
      readonly count: number;
    };

/** Why a text is no part: a key of the view's texts. */
export type PartError = "notPart" | "outOfRange" | "zeroStep" | "emptyRange";

export type Parsed = TensorPart | { readonly kind: "error"; readonly error: PartError };

const NUMBER = "\\s*([+-]?\\d{1,15})?\\s*";
const PART = new RegExp(`^${NUMBER}(?:(:)${NUMBER}(?::${NUMBER})?)?$`);

/** @param size - of the dimension. */
export function parsePart(text: string, size: number): Parsed {
  const match = PART.exec(text);
  if (match === null || text.trim() === "") return fault("notPart");
  const [, first, colon, last, by] = match;
  const number = (part: string | undefined): number | null =>
    part === undefined ? null : Number(part);
  if (colon === undefined) {
    const index = number(first) ?? 0;
    if (index < -size || index >= size) return fault("outOfRange");
    return { kind: "index", index: index < 0 ? index + size : index };
  }
  const step = number(by) ?? 1;
  if (step === 0) return fault("zeroStep");
  const [lowest, highest] = step > 0 ? [0, size] : [-1, size - 1];
  const place = (wish: number | null, otherwise: number): number =>
    wish === null ? otherwise : Math.min(highest, Math.max(lowest, wish < 0 ? wish + size : wish));
  const start = place(number(first), step > 0 ? lowest : highest);
  const stop = place(number(last), step > 0 ? highest : lowest);
  const count = Math.max(0, Math.ceil((stop - start) / step));
  if (count === 0 && size > 0) return fault("emptyRange");
  return { kind: "range", start, step, count };
}

function fault(error: PartError): Parsed {
  return { kind: "error", error };
}

/** The place in the dimension that the i-th place of a range stands for. */
export function placeOf(part: TensorPart, i: number): number {
  return part.kind === "index" ? part.index : part.start + i * part.step;
}

/** A part of a range, from its place `from` up to, not including, `to`, as the server reads it. */
export function formatPart(part: TensorPart, from = 0, to = Infinity): string {
  if (part.kind === "index") return String(part.index);
  const { start, step, count } = part;
  const end = start + Math.min(to, count) * step;
  // Below 0 there is nothing to say: a negative number would count from the other end.
  return `${start + from * step}:${end < 0 ? "" : end}:${step}`;
}

/** What is shown at first: of the last two dimensions everything, of the others the first place. */
export function usualParts(shape: readonly number[]): string[] {
  return shape.map((_, i) => (i >= shape.length - 2 ? ":" : "0"));
}
