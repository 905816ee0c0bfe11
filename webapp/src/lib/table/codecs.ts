/** How the choices of the view are written in a link. */

import { list, type Codec } from "../codec";
import type { Sort } from "./order";
import type { Goal } from "./types";

const AUTO = "auto";

/** null: what the page finds best. */
export function orAuto<T>(codec: Codec<T>): Codec<T | null> {
  return {
    parse: (written) => (written === AUTO ? null : codec.parse(written)),
    format: (value) => (value === null ? AUTO : codec.format(value)),
  };
}

/** `h:lr,-m:last:loss`: the keys of columns, falling ones with a minus. */
export const sortsCodec: Codec<readonly Sort[]> = {
  parse: (written) =>
    list.parse(written)?.map((part) => {
      const descending = part.startsWith("-");
      return { key: descending ? part.slice(1) : part, descending };
    }),
  format: (sorts) => list.format(sorts.map(({ key, descending }) => (descending ? "-" : "") + key)),
};

/** `120 h:lr`: pixels of columns. */
export const widthsCodec: Codec<ReadonlyMap<string, number>> = {
  parse(written) {
    const parts = list.parse(written)?.map((part) => /^(\d{2,3}) (.+)$/s.exec(part));
    return parts?.every((part) => part !== null)
      ? new Map(parts.map((part) => [part[2] ?? "", Number(part[1])]))
      : undefined;
  },
  format: (widths) => list.format([...widths].map(([key, width]) => `${width} ${key}`)),
};

export interface Aim {
  /** Key of the metric's column. */
  readonly key: string;
  /** null: as trials, people or its name say. */
  readonly goal: Goal | null;
}

export const aimCodec: Codec<Aim> = {
  parse(written) {
    const match = /^(?:(min|max) )?(m:.+)$/s.exec(written);
    return match === null
      ? undefined
      : { goal: (match[1] as Goal | undefined) ?? null, key: match[2] ?? "" };
  },
  format: ({ key, goal }) => (goal === null ? key : `${goal} ${key}`),
};
