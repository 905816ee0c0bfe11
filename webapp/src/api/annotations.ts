/** What people add to runs after the fact, and the trash. */

import { ask, askWith } from "./ask";
import { flag, number, text } from "./decode";
import { list, map, object, partial, record, type Of } from "./shapes";

/** What a list of landscapes says of one of them. */
const landscapeFields = partial({ name: text, rank: number, hidden: flag });
export type LandscapeFields = Of<typeof landscapeFields>;

/** Only the fields that a run has. */
const runFields = partial({
  name: text,
  note: text,
  labels: list(text),
  archived: flag,
  baseline: flag,
  landscapes: record(landscapeFields),
});
export type RunFields = Of<typeof runFields>;

/** null takes a field, a threshold, a chart, a board or a direction away. */
export interface AnnotationsPatch {
  readonly runs?: Readonly<
    Record<string, { readonly [K in keyof RunFields]: RunFields[K] | null }>
  >;
  readonly thresholds?: Readonly<Record<string, unknown>>;
  readonly charts?: Readonly<Record<string, unknown>>;
  readonly boards?: Readonly<Record<string, unknown>>;
  readonly directions?: Readonly<Record<string, unknown>>;
}

const asItIs = (value: unknown): unknown => value;

export const annotations = object({
  version: number,
  editable: flag,
  /** Annotations of runs by id; only of runs that have any. */
  runs: map(runFields),
  /** Thresholds by tag. */
  thresholds: map(asItIs),
  /** Charts by name. */
  charts: map(asItIs),
  /** Boards by name. */
  boards: map(asItIs),
  /** Directions by tag: whether less or more is better. */
  directions: map(asItIs),
});
export type AnnotationsAnswer = Of<typeof annotations>;
export type Annotated = Omit<AnnotationsAnswer, "version" | "editable">;

const trashItem = object({
  id: text,
  run: text,
  /** Seconds since 1970. */
  deleted: number,
  bytes: number,
  files: number,
});
export type TrashItem = Of<typeof trashItem>;

export const trash = object({ items: list(trashItem) });

export async function fetchAnnotations(): Promise<AnnotationsAnswer> {
  return annotations(await ask("annotations"), "annotations");
}

export async function sendAnnotations(patch: AnnotationsPatch): Promise<AnnotationsAnswer> {
  return annotations(await askWith("annotations", patch), "annotations");
}

export async function fetchTrash(): Promise<readonly TrashItem[]> {
  return trash(await ask("trash"), "trash").items;
}

/** Move the files of runs into the trash. @returns what is in it then. */
export async function deleteRuns(runs: readonly string[]): Promise<readonly TrashItem[]> {
  return trash(await askWith("trash", { runs }), "trash").items;
}

/** @returns what is left in the trash. */
export async function restoreItem(id: string): Promise<readonly TrashItem[]> {
  return trash(await askWith(`trash/${encodeURIComponent(id)}/restore`, {}), "trash").items;
}
