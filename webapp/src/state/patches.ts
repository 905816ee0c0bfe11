/** Annotations and changes of them, as values: what is known, what is kept here, one laid over the other. */

import type { Annotated, AnnotationsPatch, RunFields } from "../api/annotations";

export const NOTHING: Annotated = {
  runs: new Map(),
  thresholds: new Map(),
  charts: new Map(),
  boards: new Map(),
  directions: new Map(),
};

type Fields = Readonly<Record<string, unknown>>;

/** An empty text, no labels, no landscapes and false are the same as nothing. */
export function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isRecord(value)) return Object.keys(value).length === 0;
  return value === null || value === undefined || value === false || value === "";
}

/** @returns the fields with `changes` made; those that were taken away are left out. */
function changed(fields: Fields, changes: Fields): Fields {
  const all = Object.entries({ ...fields, ...changes });
  return Object.fromEntries(all.filter(([, value]) => !isNothing(value)));
}

function changedMap(
  known: ReadonlyMap<string, unknown>,
  changes: Readonly<Record<string, unknown>> = {},
): ReadonlyMap<string, unknown> {
  const out = new Map(known);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) out.delete(key);
    else out.set(key, value);
  }
  return out;
}

/** @returns what is annotated after a patch. */
export function patched(known: Annotated, patch: AnnotationsPatch): Annotated {
  const runs = new Map(known.runs);
  for (const [id, changes] of Object.entries(patch.runs ?? {})) {
    const fields = changed((runs.get(id) ?? {}) as Fields, changes as Fields);
    if (Object.keys(fields).length === 0) runs.delete(id);
    else runs.set(id, fields as RunFields);
  }
  return {
    runs,
    thresholds: changedMap(known.thresholds, patch.thresholds),
    charts: changedMap(known.charts, patch.charts),
    boards: changedMap(known.boards, patch.boards),
    directions: changedMap(known.directions, patch.directions),
  };
}

/** @returns one patch that does what the two do one after the other. */
export function merged(first: AnnotationsPatch, second: AnnotationsPatch): AnnotationsPatch {
  const runs: Record<string, object> = { ...first.runs };
  for (const [id, changes] of Object.entries(second.runs ?? {})) {
    runs[id] = { ...runs[id], ...changes };
  }
  return {
    runs,
    thresholds: { ...first.thresholds, ...second.thresholds },
    charts: { ...first.charts, ...second.charts },
    boards: { ...first.boards, ...second.boards },
    directions: { ...first.directions, ...second.directions },
  };
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown) => typeof value === "string";

function isLandscape(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { name = "", rank = 0, hidden = false } = value;
  return isText(name) && typeof rank === "number" && typeof hidden === "boolean";
}

const VALID: Readonly<Record<keyof RunFields, (value: unknown) => boolean>> = {
  name: isText,
  note: isText,
  labels: (value) => Array.isArray(value) && value.every(isText),
  archived: (value) => typeof value === "boolean",
  baseline: (value) => typeof value === "boolean",
  landscapes: (value) => isRecord(value) && Object.values(value).every(isLandscape),
};

function keptFields(fields: unknown): Fields {
  if (!isRecord(fields)) return {};
  const known = Object.entries(VALID).filter(
    ([name, valid]) => fields[name] === null || valid(fields[name]),
  );
  return Object.fromEntries(known.map(([name]) => [name, fields[name]]));
}

/** What the browser kept as text; anything else, such as another version's, is as if there were nothing. */
export function parsePatch(text: string | null): AnnotationsPatch {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? "{}");
  } catch {
    return {};
  }
  if (!isRecord(kept)) return {};
  const { runs, thresholds, charts, boards, directions } = kept;
  return {
    runs: Object.fromEntries(
      Object.entries(isRecord(runs) ? runs : {}).map(([id, fields]) => [id, keptFields(fields)]),
    ),
    thresholds: isRecord(thresholds) ? thresholds : {},
    charts: isRecord(charts) ? charts : {},
    boards: isRecord(boards) ? boards : {},
    directions: isRecord(directions) ? directions : {},
  };
}
