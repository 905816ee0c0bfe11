/** How the classes in sight are written into the address. */

import type { MatrixWindow } from "../../charts/matrix/types";
import { list, type Codec } from "../../lib/codec";

/** Classes in sight, and the key of the card that shows them. */
export interface ZoomedMatrix {
  readonly key: string;
  readonly window: MatrixWindow;
}

/** The key, rows and columns: `digits,0,10,5,15`; empty: no card. */
export const zoomCodec: Codec<ZoomedMatrix | null> = {
  parse(text) {
    if (text === "") return null;
    const [key, ...parts] = list.parse(text) ?? [];
    const ends = parts.map(Number);
    const [top = NaN, bottom = NaN, left = NaN, right = NaN] = ends;
    const isPart = ends.length === 4 && ends.every((end) => Number.isSafeInteger(end) && end >= 0);
    if (key === undefined || !isPart || top >= bottom || left >= right) return undefined;
    return { key, window: { rows: [top, bottom], columns: [left, right] } };
  },
  format(zoomed) {
    if (zoomed === null) return "";
    const { rows, columns } = zoomed.window;
    return list.format([zoomed.key, ...[...rows, ...columns].map(String)]);
  },
};
