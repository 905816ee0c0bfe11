/** What is drawn of the layout: places, colors, labels, and what stands out. */

import type { MetadataColumn } from "../../api/embeddings";
import type { ScatterLabel, ScatterPositions } from "../../charts/scatter/types";
import { colored, tellsGroups } from "./coloring";
import { cell, search } from "./hits";
import { looksOf } from "./looks";
import type { Nearest } from "./neighbors.svelte";
import type { Projector } from "./projector.svelte";
import { distinct, selected, setOf, toggled, without, type PointNumbers } from "./selection";
import type { EmbeddingSettings } from "./settings";

/** In place of a column's name: all points alike. */
export const NO_COLUMN = "!";

const FEW = 100; // points that all have a label
const CLOUD = 4000; // candidates for labels, spread over all points
const LABELLED = 300; // points that stand out and have a label
const FRONT = 5000; // points that are drawn on top of the others

export class Display {
  readonly #settings: EmbeddingSettings;
  readonly #projector: Projector;
  readonly #nearest: Nearest;
  /** The point beneath the pointer; -1: none. */
  hovered = $state(-1);
  /** Points that were chosen with the lasso or by clicks; null: none. */
  selection = $state.raw<PointNumbers | null>(null);
  /** Nothing but the selection is shown. */
  onlySelection = $state(false);

  constructor(settings: EmbeddingSettings, projector: Projector, nearest: Nearest) {
    this.#settings = settings;
    this.#projector = projector;
    this.#nearest = nearest;
  }

  readonly #layout = $derived.by(() => this.#projector.layout);
  /** Points of the layout; before there is one, those that were asked for. */
  readonly #set = $derived.by(() => this.#layout?.set ?? this.#projector.set);
  readonly columns: readonly MetadataColumn[] = $derived(this.#set?.columns ?? []);
  readonly known = $derived(this.#set !== null);
  readonly number = $derived(this.#set?.points ?? 0);

  // -- places

  /** Components that are drawn as x, y and z: any of PCA, the only ones of a layout. */
  readonly axes: readonly number[] = $derived.by(() => {
    const { projection, coordinates = [] } = this.#layout ?? {};
    const wanted = projection?.method === "pca" ? this.#settings.axes : [0, 1, 2];
    const there = this.#settings.dimensions === 3 ? wanted : wanted.slice(0, 2);
    return there.map((axis) => (axis < coordinates.length ? axis : -1));
  });

  readonly positions: ScatterPositions = $derived.by(() => {
    const { coordinates = [] } = this.#layout ?? {};
    // Without a single component there is no place at all: zeros would be one.
    const nothing = new Float32Array(this.number).fill(coordinates.length > 0 ? 0 : NaN);
    const column = (axis: number) => coordinates[this.axes[axis] ?? -1] ?? nothing;
    return { x: column(0), y: column(1), z: column(2) };
  });

  /** How many points are drawn; those without a place are not. */
  readonly placed = $derived.by(() => this.number - (this.#set?.left_out ?? 0));

  hasPlace(point: number): boolean {
    if (this.#layout === null) return true;
    return Number.isFinite(this.#layout.coordinates[0]?.[point] ?? NaN);
  }

  // -- colors

  readonly colorColumn: MetadataColumn | null = $derived.by(() => {
    if (this.#settings.color === NO_COLUMN) return null;
    const named = this.columns.find((column) => column.name === this.#settings.color);
    return named ?? this.columns.find(tellsGroups) ?? null;
  });
  readonly coloring = $derived.by(() =>
    colored(this.colorColumn, this.#settings.colorAs, this.number),
  );
  readonly looks = $derived.by(() => {
    const only = this.onlySelection ? this.selection : null;
    return looksOf(this.coloring.rgb, { out: this.#out, only });
  });

  // -- search and selection

  readonly hits = $derived.by(() =>
    search(this.columns, this.#settings.searchIn, this.#settings.search, this.number),
  );
  readonly searching = $derived.by(() => this.#settings.search.trim() !== "");
  readonly point = $derived.by(() =>
    this.#settings.point < this.number ? this.#settings.point : -1,
  );

  /** What stands out: hits, or the selection, or the chosen point and its neighbors. */
  readonly #standing: readonly number[] | null = $derived.by(() => {
    if (this.searching) return this.hits.points;
    if (this.selection !== null && !this.onlySelection) return [...this.selection];
    if (this.point >= 0) return [...this.#nearest.found.points, this.point];
    return null;
  });
  readonly #out = $derived(this.#standing === null ? null : setOf(this.#standing));
  readonly rings = $derived(distinct(this.point, this.hovered));
  readonly front: readonly number[] = $derived([
    ...(this.#standing ?? []).slice(0, FRONT),
    ...this.rings,
  ]);

  /** Other points are looked at: those that were chosen are not among them. */
  reset(): void {
    this.select([]);
    this.hovered = -1;
    this.#settings.point = -1;
  }

  select(points: Iterable<number>): void {
    this.selection = selected(points);
    if (this.selection === null) this.onlySelection = false;
  }

  /** Into the selection, or out of it. */
  toggle(point: number): void {
    this.select(toggled(this.selection, point) ?? []);
  }

  // -- labels

  readonly labelColumn: MetadataColumn | null = $derived.by(() => {
    if (this.#settings.label === NO_COLUMN) return null;
    const named = this.columns.find((column) => column.name === this.#settings.label);
    return named ?? this.columns.find(({ type }) => type === "text") ?? this.columns[0] ?? null;
  });

  /** What a point is called. */
  labelOf(point: number): string {
    const text = this.labelColumn === null ? "" : cell(this.labelColumn, point);
    return text === "" ? `#${point}` : text;
  }

  readonly labels: readonly ScatterLabel[] = $derived.by(() => {
    const named = (strong: boolean) => (point: number) => ({
      point,
      text: clipped(this.labelOf(point)),
      strong,
    });
    const weak = without(this.#labeled(), this.rings);
    const { sizes } = this.looks;
    const shown = weak.filter((point) => sizes[point] !== 0);
    return [...this.rings.map(named(true)), ...shown.map(named(false))];
  });

  #labeled(): readonly number[] {
    if (this.#standing !== null) return this.#standing.slice(0, LABELLED);
    if (!this.#settings.labels && this.number > FEW) return [];
    const stride = Math.max(1, Math.ceil(this.number / CLOUD));
    return Array.from({ length: Math.ceil(this.number / stride) }, (_, i) => i * stride);
  }
}

const LONGEST = 40;

function clipped(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
