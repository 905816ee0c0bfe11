/** What the server sends: the types of docs/http-api.md, after decoding. */

/** The kinds that the page shows, in the order of their views. */
export const KINDS = [
  "scalar",
  "hparams",
  "lineage",
  "environment",
  "image",
  "histogram",
  "pr_curve",
  "roc_curve",
  "confusion_matrix",
  "embeddings",
  "tensor",
  "landscape",
  "text",
  "audio",
  "video",
] as const;

export type Kind = (typeof KINDS)[number];

/** Seconds since 1970. */
export type Seconds = number;

export interface Loading {
  readonly done: boolean;
  readonly files: number;
  readonly files_read: number;
  readonly bytes: number;
  readonly bytes_read: number;
}

export interface Status {
  readonly version: string;
  readonly logdirs: readonly string[];
  readonly logdir_exists: boolean;
  readonly language: "en" | "zh" | null;
  /** Seconds between two looks at the files; 0 = read once. */
  readonly reload_interval: number;
  readonly loading: Loading;
  readonly runs_version: number;
  readonly tags_version: number;
}

export type RunState = "live" | "ended" | "quiet";

export interface Run {
  readonly id: string;
  readonly name: string;
  readonly display_name: string | null;
  readonly started: Seconds | null;
  readonly updated: Seconds | null;
  readonly state: RunState;
  readonly loading: boolean;
  readonly records: number;
  readonly bytes: number;
  readonly files: number;
  readonly damaged: number;
  readonly missing: number;
  /** Its drive does not answer since then; null: it does. */
  readonly hangs_since: Seconds | null;
}

/** One tag of a kind, and the ids of the runs that have it. */
export interface Tag {
  readonly tag: string;
  readonly runs: readonly string[];
}

export type Axis = "step" | "relative" | "wall";

export interface SeriesKey {
  readonly run: string;
  readonly tag: string;
}

export interface ScalarsQuery {
  readonly series: readonly (SeriesKey & { have?: number; version?: number })[];
  readonly pixels: number;
  readonly axis: Axis;
  readonly range: readonly [number | null, number | null];
  readonly smoothing: number;
  readonly quantiles: boolean;
}

/** Non-finite points: for each bucket and sort the first one, and how many there are. */
export interface NonFinite {
  readonly step: Float64Array;
  readonly walltime: Float64Array;
  /** 0 NaN, 1 +infinity, 2 -infinity. */
  readonly what: Uint8Array;
  readonly count: Int32Array;
}

export interface Stats {
  readonly min: number | null;
  readonly min_step: number | null;
  readonly max: number | null;
  readonly max_step: number | null;
  readonly last: number | null;
  readonly last_step: number | null;
  readonly nan: number;
  readonly posinf: number;
  readonly neginf: number;
  readonly q05: number | null;
  readonly q95: number | null;
}

/** Columns of one series, in step order; all of one length. */
export interface ScalarSeries extends SeriesKey {
  readonly version: number;
  readonly count: number;
  readonly superseded: number;
  readonly in_range: number;
  readonly exact: boolean;
  readonly append: boolean;
  readonly origin: Seconds;
  readonly step: Float64Array;
  readonly walltime: Float64Array;
  readonly value: Float64Array;
  readonly smoothed: Float64Array | null;
  readonly nonfinite: NonFinite;
  readonly stats: Stats;
}

/** The answer for a series that does not exist. */
export interface MissingSeries extends SeriesKey {
  readonly error: string;
}

export interface Damage {
  readonly run: string;
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
  readonly reason: string;
}

export interface Gap {
  readonly run: string;
  readonly file: string;
  readonly missing: number;
  readonly since: Seconds;
  readonly until: Seconds;
}

export interface DamageReport {
  readonly damage: readonly Damage[];
  readonly gaps: readonly Gap[];
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

export interface GrownSeries {
  /** Also kinds that this page does not know. */
  readonly kind: string;
  readonly tag: string;
  readonly count: number;
  readonly step: number;
  readonly walltime: Seconds;
  /** Of scalars only. */
  readonly value: number | null;
}

export interface Growth {
  readonly run: string;
  readonly updated: Seconds;
  readonly records: number;
  /** Its files are still being read. */
  readonly loading: boolean;
  readonly state: RunState;
  /** null: any series of the run may have grown. */
  readonly series: readonly GrownSeries[] | null;
}
