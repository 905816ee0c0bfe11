/** A drawing made of shapes, as files. */

import { pngOfSvg } from "../../charts/common/png";
import { pictureSvg, type ShapePicture } from "../../charts/shapes/svg";

/** @param picture - the drawing as it is now, on white ground if told; null before it is there. */
export function pictureFiles(picture: (title: string, paper: boolean) => ShapePicture | null): {
  readonly svg: (title: string, paper: boolean) => string | null;
  readonly png: (title: string, paper: boolean) => Promise<Blob | null>;
} {
  const svg = (title: string, paper: boolean): string | null => {
    const drawn = picture(title, paper);
    return drawn === null ? null : pictureSvg(drawn);
  };
  return {
    svg,
    async png(title, paper) {
      const drawn = svg(title, paper);
      return drawn === null ? null : pngOfSvg(drawn);
    },
  };
}
