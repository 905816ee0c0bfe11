/** What people add to runs after the fact, and the trash. */

import { ask, askWith } from "./ask";
import { asFields, asFlag, asList, asNumber, asText } from "./decode";
import type { Seconds } from "./types";

/** Only the fields that a run has. */
export interface RunFields {
  readonly name?: string;
  readonly note?: string;
  readonly labels?: readonly string[];
  readonly archived?: boolean;
}

/** null takes a field, a threshold or a chart away. */
export interface AnnotationsPatch {
  readonly runs?: Readonly<
    Record<string, { readonly [K in keyof RunFields]: RunFields[K] | null }>
  >;
  readonly thresholds?: Readonly<Record<string, unknown>>;
  readonly charts?: Readonly<Record<string, unknown>>;
}

export interface Annotated {
  /** By id; only runs that have any. */
  readonly runs: ReadonlyMap<string, RunFields>;
  /** By tag. */
  readonly thresholds: ReadonlyMap<string, unknown>;
  /** By name. */
  readonly charts: ReadonlyMap<string, unknown>;
}

export interface AnnotationsAnswer extends Annotated {
  readonly version: number;
  readonly editable: boolean;
}

export interface TrashItem {
  readonly id: string;
  readonly run: string;
  readonly deleted: Seconds;
  readonly bytes: number;
  readonly files: number;
}

function runOf(value: unknown, where: string): RunFields {
  const { name, note, labels, archived } = asFields(value, where);
  return {
    ...(name === undefined ? {} : { name: asText(name, `${where}.name`) }),
    ...(note === undefined ? {} : { note: asText(note, `${where}.note`) }),
    ...(labels === undefined
      ? {}
      : {
          labels: asList(labels, `${where}.labels`).map((label, i) =>
            asText(label, `${where}.labels[${i}]`),
          ),
        }),
    ...(archived === undefined ? {} : { archived: asFlag(archived, `${where}.archived`) }),
  };
}

export function annotationsOf(value: unknown): AnnotationsAnswer {
  const answer = asFields(value, "annotations");
  const entries = (name: string) => Object.entries(asFields(answer[name], name));
  return {
    version: asNumber(answer.version, "version"),
    editable: asFlag(answer.editable, "editable"),
    runs: new Map(entries("runs").map(([id, run]) => [id, runOf(run, `runs.${id}`)])),
    thresholds: new Map(entries("thresholds")),
    charts: new Map(entries("charts")),
  };
}

export function trashOf(value: unknown): readonly TrashItem[] {
  return asList(asFields(value, "trash").items, "items").map((item, i) => {
    const where = `items[${i}]`;
    const fields = asFields(item, where);
    return {
      id: asText(fields.id, `${where}.id`),
      run: asText(fields.run, `${where}.run`),
      deleted: asNumber(fields.deleted, `${where}.deleted`),
      bytes: asNumber(fields.bytes, `${where}.bytes`),
      files: asNumber(fields.files, `${where}.files`),
    };
  });
}

export async function fetchAnnotations(): Promise<AnnotationsAnswer> {
  return annotationsOf(await ask("annotations"));
}

export async function sendAnnotations(patch: AnnotationsPatch): Promise<AnnotationsAnswer> {
  return annotationsOf(await askWith("annotations", patch));
}

export async function fetchTrash(): Promise<readonly TrashItem[]> {
  return trashOf(await ask("trash"));
}

/** Move the files of runs into the trash. @returns what is in it then. */
export async function deleteRuns(runs: readonly string[]): Promise<readonly TrashItem[]> {
  return trashOf(await askWith("trash", { runs }));
}

/** @returns what is left in the trash. */
export async function restoreItem(id: string): Promise<readonly TrashItem[]> {
  return trashOf(await askWith(`trash/${encodeURIComponent(id)}/restore`, {}));
}
