/** How choices of the charts are written in a link. */

import { scaleNames, type ScaleName } from "../../../charts/rows/types";
import { list, type Codec } from "../../../lib/codec";

export type Scales = ReadonlyMap<string, ScaleName>;

/** `log:h:lr`: the name of the scale comes first, for a column's name may hold anything. */
export const scalesCodec: Codec<Scales> = {
  parse(written) {
    const scales = new Map<string, ScaleName>();
    for (const each of list.parse(written) ?? []) {
      const end = each.indexOf(":");
      const name = scaleNames.find((name) => name === each.slice(0, end));
      if (name === undefined) return undefined;
      scales.set(each.slice(end + 1), name);
    }
    return scales;
  },
  format: (scales) => list.format([...scales].map(([key, name]) => `${name}:${key}`)),
};
