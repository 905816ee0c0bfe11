/**
 * Which of a growing set of ids are selected.
 *
 * Kept as "only these" or "all but these", so that a run that appears later joins "all", and so
 * that a link to "all" stays short with a thousand runs.
 */

export interface Selection {
  readonly mode: "only" | "except";
  readonly ids: ReadonlySet<string>;
}

export const ALL: Selection = { mode: "except", ids: new Set() };
export const NONE: Selection = { mode: "only", ids: new Set() };

export function includes({ mode, ids }: Selection, id: string): boolean {
  return ids.has(id) === (mode === "only");
}

/** @returns the selection after `change` were selected, or deselected. */
export function change(
  { mode, ids }: Selection,
  changed: Iterable<string>,
  selected: boolean,
): Selection {
  const next = new Set(ids);
  for (const id of changed) {
    if (selected === (mode === "only")) next.add(id);
    else next.delete(id);
  }
  return { mode, ids: next };
}

export function invert({ mode, ids }: Selection): Selection {
  return { mode: mode === "only" ? "except" : "only", ids };
}

export function only(ids: Iterable<string>): Selection {
  return { mode: "only", ids: new Set(ids) };
}

/** `-a,b` is all but a and b; `a,b` only these; the empty text none. */
export function format({ mode, ids }: Selection): string {
  return (mode === "except" ? "-" : "") + [...ids].join(",");
}

export function parse(text: string): Selection {
  const mode = text.startsWith("-") ? "except" : "only";
  const ids = (mode === "except" ? text.slice(1) : text).split(",").filter((id) => id !== "");
  return { mode, ids: new Set(ids) };
}
