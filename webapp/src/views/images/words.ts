/** What is said of an image. */

import type { Note } from "../../cards/notes";
import { formatBytes } from "../../lib/format";
import type { ImageFrame } from "./frames";
import { t } from "./texts";

const CHANNELS = ["gray", "grayAlpha", "rgb", "rgba"] as const;

export function sizeWords({ width, height, channels, bytes }: ImageFrame): string {
  const kind = CHANNELS[channels - 1];
  return [
    `${width} × ${height}`,
    ...(kind === undefined ? [] : [t(kind)]),
    formatBytes(bytes),
  ].join(" · ");
}

/** What the image does not show as it was logged. */
export function notesOf({ clipped, nan }: ImageFrame): Note[] {
  return [
    ...(clipped > 0
      ? [{ text: t("clipped", { n: clipped }), title: t("clippedWhy", { n: clipped }) }]
      : []),
    ...(nan > 0 ? [{ text: t("nan", { n: nan }), title: t("nanWhy", { n: nan }) }] : []),
  ];
}
