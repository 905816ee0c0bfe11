/** How wide columns are until the user says otherwise. Pixels. */

import { textWidth } from "../../../lib/text-width";
import type { Column } from "../../../lib/table/types";
import { LABELS, NAME } from "../run-columns";
import { nameOfColumn, shownText, takeOf, writeOf } from "../titles";
import { NARROWEST, WIDEST } from "../../../cards/table/grid/layout";

/** Beside a cell's text, and beside a head's: its marks and the button of its menu. */
const BESIDE_CELL = 20;
const BESIDE_HEAD = 46;
/** A metric's head may have two marks: of the objective, and of the order. */
const BESIDE_METRIC = 62;
const USUAL_MOST = 200;
/** Share of a window for names, which say which row is which. */
const NAMES_SHARE = 0.25;
/** Labels of a few runs must not push the metrics out of sight. */
const LABELS_MOST = 90;
const SAMPLE = 200;
const MOST_MEASURED = 3000;
/** How many of a sample's texts, the longest, are measured: measuring all was half of the work of opening. */
const LONGEST = 12;

/** A column keeps its first width while rows come and go. */
const given = new Map<string, number>();

/** @param most - rows that are looked at. @param longest - of their texts, how many are measured. */
function measured(column: Column, most: number, longest = most): number {
  const write = writeOf(column);
  const rows = column.codes.length;
  const step = Math.max(1, Math.floor(rows / most));
  const name = nameOfColumn(column);
  const { detail } = column;
  const head =
    detail === null
      ? textWidth(name) + BESIDE_HEAD
      : textWidth(`${name} ${takeOf(detail)}`) + BESIDE_METRIC;
  const texts: string[] = [];
  for (let row = 0; row < rows; row += step) texts.push(shownText(column, row, write));
  if (longest < texts.length) texts.sort((one, other) => other.length - one.length);
  const cells = texts.slice(0, longest).map((text) => textWidth(text) + BESIDE_CELL);
  const widest = cells.reduce((sofar, width) => Math.max(sofar, width), head);
  return Math.ceil(Math.min(WIDEST, Math.max(NARROWEST, widest)));
}

function mostOf(key: string): number {
  if (key === LABELS) return LABELS_MOST;
  return key === NAME ? Math.max(USUAL_MOST, NAMES_SHARE * innerWidth) : USUAL_MOST;
}

export function usualWidth(column: Column): number {
  const known = given.get(column.key);
  if (known !== undefined) return known;
  const most = mostOf(column.key);
  const width = Math.max(64, Math.min(most, measured(column, SAMPLE, LONGEST)));
  // Before the rows are there, the width is that of the head.
  if (column.codes.length > 0) given.set(column.key, width);
  return width;
}

/** So wide that all of its cells are wholly in sight. */
export function fittingWidth(column: Column): number {
  return measured(column, MOST_MEASURED);
}
