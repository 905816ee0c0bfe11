/** A landscape as files: those that the server writes, and tables of what is drawn. */

import {
  landscapeFileAddress,
  type LandscapeFormat,
  type LandscapePlace,
} from "../../api/landscapes";
import { fileName, save } from "../../lib/files";
import type { Value } from "../../lib/table/types";
import { csvOf, mediaTypes } from "../../lib/table/write";
import { t } from "./texts";

/** A surface as it is drawn. */
export interface DrawnSurface {
  /** The height. */
  readonly metric: string;
  readonly isLog: boolean;
  /** Heights above it are cut off; null: none is. */
  readonly zmax: number | null;
}

/** Rows of a file, with every digit. The first one has the titles. */
export type FileRows = (Value | undefined)[][];

export function saveCsv(name: string, rows: FileRows): void {
  save(fileName(name, "csv"), new Blob([csvOf(rows)], { type: mediaTypes.csv }));
}

/** These hold the surface as it is drawn, and not the record as it is. */
const meshes: readonly LandscapeFormat[] = ["vtk", "obj", "stl"];

/**
 * Items of a menu. A surface that is drawn with logarithmic heights is offered with both.
 * @param drawn - null: it is no surface that a record has.
 */
export function fileItems(
  place: LandscapePlace,
  formats: readonly LandscapeFormat[],
  drawn: DrawnSurface | null,
): { label: string; href: string }[] {
  return formats.flatMap((format) => {
    const words = { format: format.toUpperCase() };
    if (!meshes.includes(format))
      return [{ label: t("data", words), href: landscapeFileAddress(place, format) }];
    if (drawn === null) return [];
    const { metric, isLog, zmax } = drawn;
    return (isLog ? [true, false] : [false]).map((log) => ({
      label: t(log ? "meshLog" : isLog ? "meshLinear" : "mesh", words),
      href: landscapeFileAddress(place, format, { metric, log, zmax }),
    }));
  });
}
