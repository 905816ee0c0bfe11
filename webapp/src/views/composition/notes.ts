/** What the line below a chart says that the chart can't show, or shows only in part. */

import type { Note } from "../../cards/notes";
import { countNonPositive } from "../../charts/line/extent";
import type { LineFigure } from "../../charts/line/types";
import { formatCount } from "../../lib/format";
import { faultOf } from "./faults";
import { countNonFinite, type DrawnLine } from "./figure";
import { nameOf, type Chart, type ChartPart } from "../../cards/composition/model";
import { t } from "./texts";

interface Shown {
  readonly chart: Pick<Chart, "x" | "along">;
  readonly parts: readonly ChartPart[];
  readonly lines: readonly DrawnLine[];
  readonly figure: LineFigure;
  /** What stands in place of the lines, line by line: it is not said again. */
  readonly inPlace: string | null;
  /** Why a request failed. */
  readonly error: string | null;
  readonly onretry: () => void;
}

/** Reactive. */
export function notesOf({
  chart,
  parts,
  lines,
  figure,
  inPlace,
  error,
  onretry,
}: Shown): readonly Note[] {
  const notes: Note[] = [];
  if (error !== null) {
    notes.push({ text: t("failed"), title: error, isError: true, onclick: onretry });
  }
  const before = new Set(inPlace?.split("\n"));
  const isNoted = (text: string): boolean =>
    before.has(text) || notes.some((note) => note.text === text);
  for (const { entry, meaning, ends } of parts) {
    if (!entry.isShown) continue;
    const fault = faultOf(entry.text);
    if (fault !== null) {
      const isWrong = meaning.error !== null;
      const text = isWrong ? t("wrong", { name: nameOf(entry) }) : fault.text;
      if (isNoted(text)) continue;
      notes.push({ text, title: isWrong ? fault.text : fault.title, isError: isWrong });
    }
    const why = [...new Set(ends.flatMap((end) => faultOf(end.entry.text)?.text ?? []))];
    // In one note, which is read without opening anything.
    const text = t("noBand", { name: nameOf(entry), why: why.join(", ") });
    if (why.some((each) => !before.has(each)) && !isNoted(text)) notes.push({ text });
  }
  if (lines.some(({ entry, band }) => band !== null && entry.axis === "right")) {
    notes.push({ text: t("noRightBand") });
  }
  const hidden = countNonPositive(figure);
  if (hidden.y > 0) notes.push({ text: t("notOnLogY", { n: hidden.y }) });
  if (hidden.x > 0) notes.push({ text: t("notOnLogX", { n: hidden.x }) });
  const nonFinite = countNonFinite(lines);
  if (nonFinite > 0) notes.push({ text: t("nonFinite", { n: formatCount(nonFinite) }) });
  const curves = lines.map(({ curve }) => curve);
  if (curves.some(({ isReordered }) => isReordered) && chart.x === "tag") {
    notes.push({ text: t("reordered", { tag: chart.along }) });
  }
  if (curves.some(({ isInterpolated }) => isInterpolated)) {
    notes.push({ text: t("interpolated"), title: t("interpolatedWhy") });
  }
  const thinned = lines.filter(({ curve }) => curve.isThinned);
  if (thinned.length > 0) notes.push({ text: t("thinned"), title: t("thinnedWhy") });
  const workedOut = new Set(
    parts
      .filter(({ meaning }) => meaning.expression !== null && meaning.expression.kind !== "series")
      .map(({ entry }) => entry),
  );
  if (thinned.some(({ entry, curve }) => curve.smoothed !== null && workedOut.has(entry))) {
    notes.push({ text: t("smoothedThinned"), title: t("smoothedThinnedWhy") });
  }
  return notes;
}
