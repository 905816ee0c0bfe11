/** What the line below a card of groups says that its chart can't show, or shows only in part. */

import type { Band, GroupCurves } from "../../api/groups";
import type { Note } from "../../cards/notes";
import { countNonPositive } from "../../charts/line/extent";
import type { LineFigure } from "../../charts/line/types";
import { endedEarly, hasFewer, hasWeak, turned } from "./figure";
import { t } from "./texts";

interface Shown {
  readonly answer: readonly GroupCurves[];
  readonly band: Band;
  readonly figure: LineFigure;
  /** Whether the single runs are drawn behind. */
  readonly hasSingles: boolean;
  /** Groups that are not drawn, as there are too many. */
  readonly leftOut: number;
  /** Why a request failed. */
  readonly error: string | null;
  /** A place of the x axis. */
  readonly placeText: (x: number) => string;
  readonly onretry: () => void;
}

/** Reactive. */
export function notesOf(shown: Shown): Note[] {
  const { answer, band, figure, hasSingles, leftOut, error, placeText, onretry } = shown;
  const hidden = countNonPositive(figure);
  const early = endedEarly(answer);
  const diverged = turned(answer);
  const singles = answer.reduce((sum, each) => sum + each.singles.length, 0);
  const runCount = answer.reduce((sum, each) => sum + each.runs, 0);
  return [
    ...(error !== null && answer.length > 0
      ? [{ text: error, isError: true, onclick: () => onretry() }]
      : []),
    ...(leftOut > 0 ? [{ text: t("moreGroups", { n: leftOut }) }] : []),
    ...(diverged === null
      ? []
      : [
          {
            text: t("turned", { n: diverged.count, all: runCount }),
            title: t("turnedWhy", { place: placeText(diverged.first) }),
            isError: true,
          },
        ]),
    ...(answer.some(({ low }) => low.length > 0 && low.every(Number.isNaN)) && band !== "none"
      ? [{ text: t("noBand"), title: t("noBandWhy") }]
      : []),
    ...(answer.some(hasFewer) ? [{ text: t("dotted"), title: t("dottedWhy") }] : []),
    ...(answer.some((each) => hasWeak(each, band))
      ? [{ text: t("hatched"), title: t("hatchedWhy") }]
      : []),
    ...(early === null
      ? []
      : [
          {
            text: t("dropOut", { n: early.count, place: placeText(early.first) }),
            title: t("dropOutWhy"),
          },
        ]),
    ...(answer.some(({ interpolated }) => interpolated)
      ? [{ text: t("interpolated"), title: t("interpolatedWhy") }]
      : []),
    ...(answer.some(({ exact }) => !exact) ? [{ text: t("thinned") }] : []),
    ...(hasSingles && singles < runCount
      ? [{ text: t("onlySome", { n: singles, all: runCount }) }]
      : []),
    ...(hidden.y > 0 ? [{ text: t("notOnLogY", { n: hidden.y }) }] : []),
  ];
}
