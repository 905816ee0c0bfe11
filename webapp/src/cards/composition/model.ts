/** What a chart is made of, and how it is changed: every change gives a new one. */

import { collect } from "../../lib/groups";
import type { Axis } from "../../api/scalars";
import type { Tag } from "../../api/tags";
import { wide } from "../../charts/line/zoom";
import type { Zoom } from "../../charts/line/types";
import { parseExpression, seriesIn, tagsIn, type Expression } from "../../lib/expressions/parse";
import { ExpressionError, written } from "../../lib/expressions/tokens";

/** A tag or an expression: one line for each run. */
export interface ChartEntry {
  readonly text: string;
  readonly axis: "left" | "right";
  /** From 0 up to, not including, 1. */
  readonly smoothing: number;
  /** `#rrggbb` for all its lines; null: each has the color of its run. */
  readonly color: string | null;
  readonly isShown: boolean;
  /** Tags or expressions of the lower and the upper end of the band in which the line lies; null: it has none. */
  readonly band: readonly [low: string, high: string] | null;
}

export interface Chart {
  /** Distinguishes it from the others while the page is open. */
  readonly id: number;
  /** Empty: one is made of the entries. */
  readonly title: string;
  readonly entries: readonly ChartEntry[];
  readonly x: Axis | "tag";
  /** The scalar of the x axis, if that is `tag`. */
  readonly along: string;
  readonly logX: boolean;
  readonly logLeft: boolean;
  readonly logRight: boolean;
  /** Ids; null: those that are selected. */
  readonly runs: readonly string[] | null;
  readonly zoom: Zoom;
}

export const mostCharts = 40;
export const mostEntries = 40;

export function entryOf(text: string, more: Partial<ChartEntry> = {}): ChartEntry {
  return { text, axis: "left", smoothing: 0, color: null, isShown: true, band: null, ...more };
}

export function chartOf(id: number, more: Partial<Chart> = {}): Chart {
  return {
    id,
    title: "",
    entries: [],
    x: "step",
    along: "",
    logX: false,
    logLeft: false,
    logRight: false,
    runs: null,
    zoom: wide,
    ...more,
  };
}

export function nextId(charts: readonly Chart[]): number {
  return charts.reduce((most, { id }) => Math.max(most, id), 0) + 1;
}

/** What an entry's text means, or why it means nothing. */
export type Meaning =
  | { readonly expression: Expression; readonly tags: readonly string[]; readonly error: null }
  | {
      readonly expression: null;
      readonly tags: readonly string[];
      readonly error: ExpressionError;
    };

/** Texts whose meaning is remembered: it is asked for whenever a name is drawn. */
const mostMeanings = 500;
const meanings = new Map<string, Meaning>();

/** The same object for the same text, as long as it is remembered. */
export function meaningOf(text: string): Meaning {
  const known = meanings.get(text);
  if (known !== undefined) return known;
  if (meanings.size >= mostMeanings) meanings.clear();
  const meaning = read(text);
  meanings.set(text, meaning);
  return meaning;
}

function read(text: string): Meaning {
  try {
    const expression = parseExpression(text);
    return { expression, tags: tagsIn(expression), error: null };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { expression: null, tags: [], error };
  }
}

/** An entry with what its text means. */
export interface ChartPart {
  /** The same entry keeps its key while its text is the same. */
  readonly key: string;
  readonly entry: ChartEntry;
  readonly meaning: Meaning;
  /** The lower and the upper end of its band, if it has one. */
  readonly ends: readonly ChartPart[];
}

export function partsOf(entries: readonly ChartEntry[]): readonly ChartPart[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const times = seen.get(entry.text) ?? 0;
    seen.set(entry.text, times + 1);
    const key = `${entry.text}\n${times}`;
    const ends = (entry.band ?? []).map((text, i) => ({
      key: `${key}\n${i}\n${text}`,
      entry: { ...entry, text, band: null },
      meaning: meaningOf(text),
      ends: [],
    }));
    return { key, entry, meaning: meaningOf(entry.text), ends };
  });
}

/** Each part, and behind it the ends of its band. */
export function withEnds(parts: readonly ChartPart[]): readonly ChartPart[] {
  return parts.flatMap((part) => [part, ...part.ends]);
}

/** The first place of an expression that names a tag that is not there. */
export function unknownTag(
  { expression }: Meaning,
  isKnown: (tag: string) => boolean,
): { readonly tag: string; readonly from: number; readonly to: number } | null {
  if (expression === null) return null;
  for (const each of seriesIn(expression)) if (!isKnown(each.tag)) return each;
  return null;
}

/** The tag that an entry is; null for what is worked out. */
export function plainTag({ text }: ChartEntry): string | null {
  const { expression } = meaningOf(text);
  return expression?.kind === "series" ? expression.tag : null;
}

/** How an entry is called: a tag by its name, without the quotes that it has to be written with. */
export function nameOf(entry: ChartEntry): string {
  return plainTag(entry) ?? entry.text.trim();
}

/** @param nothing - what a chart without entries is called. */
export function titleOf({ title, entries }: Chart, nothing: string): string {
  if (title !== "") return title;
  if (entries.length === 0) return nothing;
  const shown = entries.filter(({ isShown }) => isShown);
  return (shown.length > 0 ? shown : entries).map(nameOf).join(" · ");
}

export function withEntry(chart: Chart, at: number, changes: Partial<ChartEntry>): Chart {
  const entries = chart.entries.map((each, i) => (i === at ? { ...each, ...changes } : each));
  return { ...chart, entries };
}

export function withoutEntry(chart: Chart, at: number): Chart {
  return { ...chart, entries: chart.entries.filter((_, i) => i !== at) };
}

export function withNewEntry(chart: Chart, entry: ChartEntry): Chart {
  if (chart.entries.length >= mostEntries) return chart;
  return { ...chart, entries: [...chart.entries, entry] };
}

/** The item at `from` goes to where the one at `to` was. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  return items.filter((_, i) => i !== from).toSpliced(to, 0, item);
}

/** A tag on an axis: added, moved there, or taken away where it is there already. */
export function toggledTag(chart: Chart, tag: string, axis: "left" | "right"): Chart {
  const at = chart.entries.findIndex((entry) => plainTag(entry) === tag);
  const entry = chart.entries[at];
  if (entry === undefined) return withNewEntry(chart, entryOf(written(tag), { axis }));
  return entry.axis === axis ? withoutEntry(chart, at) : withEntry(chart, at, { axis });
}

/** With another x axis a range of the one before means nothing. */
export function withX(chart: Chart, x: Chart["x"], along = chart.along): Chart {
  return { ...chart, x, along, zoom: { ...chart.zoom, x: null } };
}

const training = /(^|[/_.-])train(ing)?(?=$|[/_.-])/i;
const testing = /(^|[/_.-])(test(ing)?|val(id(ation)?)?|eval(uation)?|dev)(?=$|[/_.-])/i;

/**
 * The tags that a first chart shows: of a training and of its test, a loss before others; else the
 * first two of a group; else the first ones.
 */
export function firstTags(tags: readonly Tag[]): readonly string[] {
  const names = tags.map(({ tag }) => tag);
  const byLoss = [...names].sort((one, other) => Number(isLoss(other)) - Number(isLoss(one)));
  const tested = collect(
    names.filter((name) => testing.test(name)),
    (name) => name.replace(testing, "$1"),
  );
  for (const name of byLoss) {
    if (!training.test(name)) continue;
    const partner = tested.get(name.replace(training, "$1"))?.[0];
    if (partner !== undefined) return [name, partner];
  }
  const groups = collect(names, (name) => name.slice(0, Math.max(0, name.indexOf("/"))));
  groups.delete("");
  for (const name of byLoss) {
    const group = groups.get(name.slice(0, Math.max(0, name.indexOf("/")))) ?? [];
    const partner = group[0] === name ? group[1] : group[0];
    if (partner !== undefined) return [name, partner];
  }
  return byLoss.slice(0, 2);
}

function isLoss(name: string): boolean {
  return /loss/i.test(name);
}

export function firstChart(tags: readonly Tag[]): Chart {
  return chartOf(1, { entries: firstTags(tags).map((tag) => entryOf(written(tag))) });
}
