/** The line below a chart of curves: what it shows, and what it can't show. */

import type { CurveKind } from "../../api/curves";
import type { Note } from "../../cards/notes";
import { formatCount } from "../../lib/format";
import { runs } from "../../state/runs.svelte";
import type { CurveEntry } from "./entries";
import { t } from "./texts";
import { undrawnText } from "./words";

export function plainNote(entries: readonly CurveEntry[]): string {
  const [first] = entries;
  if (first === undefined) return "";
  const { samples, points, threshold } = first.curve;
  if (entries.length > 1) return t("curves", { n: entries.length });
  const all = t("nSamples", { n: formatCount(samples) });
  if (points === threshold.length) return all;
  const stored = t("stored", { n: formatCount(threshold.length), all: formatCount(points) });
  return `${all} · ${stored}`;
}

/** @param step - the chosen one; null: none. */
export function notesOf(
  kind: CurveKind,
  entries: readonly CurveEntry[],
  errors: readonly string[],
  step: number | null,
  onretry: () => void,
): Note[] {
  const notes: Note[] = [];
  const nameOf = ({ look, curve }: CurveEntry): string =>
    `${look.name} (${runs.nameOf(curve.run)})`;
  const empty = entries.flatMap((entry) => {
    const why = entry.isOn ? undrawnText(kind, entry.curve) : null;
    return why === null ? [] : [`${nameOf(entry)}: ${why}`];
  });
  if (empty.length > 0 && entries.length > 1) {
    notes.push({ text: t("undrawn", { n: empty.length }), title: empty.join("\n") });
  }
  const left = entries.reduce((sum, { curve }) => sum + curve.nan, 0);
  if (left > 0) {
    const n = formatCount(left);
    notes.push({ text: t("left", { n }), title: t("leftTitle", { n }) });
  }
  const others = entries.filter(({ curve }) => step !== null && curve.step !== step);
  if (others.length > 0) {
    const names = others.map((entry) => `${nameOf(entry)} ${entry.curve.step}`).join(", ");
    notes.push({
      text: t("earlier", { n: others.length }),
      title: t("earlierTitle", { names }),
    });
  }
  if (errors.length > 0 && entries.length > 0) {
    notes.push({
      text: t("failed", { n: errors.length }),
      title: errors.join("\n"),
      isError: true,
      onclick: onretry,
    });
  }
  return notes;
}
