/** What the server tells of loss landscapes. */

export interface AxisRange {
  readonly min: number;
  readonly max: number;
  /** Of coordinates. */
  readonly number: number;
}

/** What the axes are; null where the record does not tell. */
export interface Directions {
  /** `random`, `pca`, `towards`, `gradient`, `hessian`, `given`, or what another tool calls it. */
  readonly kind: string | null;
  readonly seed: number | null;
  /** `filter`, `layer`, `weight`, `dfilter`, `dlayer`, `none`. */
  readonly norm: string | null;
  /** What is left out of the directions; empty where the record does not tell. */
  readonly ignore: readonly string[];
  /** The share of the variance that each axis explains, 0 to 1. */
  readonly explained: readonly number[];
  /** `weights` or `states`. */
  readonly parameters: string | null;
  readonly lengths: readonly number[];
  /** Degrees between the axes. */
  readonly angle: number | null;
  /** Of the Hessian, along axes that are its eigenvectors. */
  readonly eigenvalues: readonly number[];
  readonly fingerprint: string | null;
}

/** How it was computed; null where the record does not tell. */
export interface LandscapeSettings {
  /** `train` (plane of a path), `result` (around the last model), `plane`, `line`, `curvature`. */
  readonly mode: string | null;
  /** First and last step or epoch of the path. */
  readonly interval: readonly [number, number] | null;
  /** `step` or `epoch`. */
  readonly unit: string | null;
  readonly steps_per_epoch: number | null;
  readonly loss: string | null;
  readonly samples: number | null;
  readonly batch_size: number | null;
  readonly batch_norm: string | null;
  readonly precision: string | null;
  readonly device: string | null;
  readonly model: string | null;
  readonly model_fingerprint: string | null;
  /** How many numbers the model holds. */
  readonly parameters: number | null;
  readonly optimizer: string | null;
  /** What else the caller told of the training or the computation, as it is written. */
  readonly others: ReadonlyMap<string, string>;
  /** One, or one for each snapshot; empty where the record does not tell. */
  readonly learning_rate: readonly number[];
  /** Steps or epochs whose snapshots are not in the picture: damaged, or not finite. */
  readonly left_out: readonly number[];
  /** The code of the model that was drawn differs from that which was trained. */
  readonly model_changed: boolean;
  /** Spent. */
  readonly seconds: number | null;
  readonly version: string | null;
}

/** Which landscape: equal run, tag, step and id are one. */
export interface LandscapePlace {
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  readonly id: string;
}

export interface Described extends LandscapePlace {
  /** Of its newest record: it grows whenever the landscape does. */
  readonly walltime: number;
  /** Names; the first is the loss. */
  readonly metrics: string[];
  readonly directions: Directions;
  readonly settings: LandscapeSettings;
}

/** What is known of a landscape without reading it. */
export interface LandscapeSummary extends Described {
  readonly x: AxisRange;
  /** null: along one direction. */
  readonly y: AxisRange | null;
  readonly points: number;
  /** Points that are computed. */
  readonly done: number;
  /** Of the path; 0 without one. */
  readonly snapshots: number;
  readonly curvature: boolean;
}

/** Where the snapshots of a training lie, [K]; NaN where something is not known. */
export interface LandscapePath {
  readonly step: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array | null;
  /** Of the plane at (x, y). */
  readonly loss: Float64Array;
  /** Of the snapshot itself. */
  readonly trueLoss: Float64Array;
  /** Distance off the plane, in the unit of the weights. */
  readonly residual: Float64Array;
}

/** A named point. */
export interface NamedPlace {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export interface LandscapeMark extends NamedPlace {
  /**
   * The metrics at exactly that place, where no point of the grid need lie, and `hessian/max` and
   * `hessian/min` where the curvature there is known; empty where nothing is.
   */
  readonly values: ReadonlyMap<string, number>;
}

/** Of the Hessian at the centre; null where the record does not tell. */
export interface Curvature {
  /** Falling. */
  readonly eigenvalues: Float64Array | null;
  readonly errors: Float64Array | null;
  readonly trace: number | null;
  readonly trace_error: number | null;
  readonly density: { readonly x: Float64Array; readonly y: Float64Array } | null;
  readonly samples: number | null;
}

/** How wide the valley is, of the first metric; NaN where it can't be told. */
export interface Flatness {
  readonly metric: string;
  /** The loss at (0, 0). */
  readonly center: number;
  readonly minimum: number;
  readonly level: number;
  /** Of the connected region around the centre at or below the level; of a line its width. */
  readonly area: number;
  /** The integral of level - loss over that region. */
  readonly volume: number;
  /** The region touches the edge: the area is at least so large. */
  readonly open: boolean;
  /** The greatest loss within the radius, less the loss at the centre. */
  readonly sharpness: number;
  readonly radius: number;
  /** Second derivatives along the axes at the centre. */
  readonly curvature_x: number;
  /** null: along one direction. */
  readonly curvature_y: number | null;
}

export interface Landscape extends Described {
  /** [X], rising. */
  readonly x: Float64Array;
  /** [Y], rising; null: along one direction. */
  readonly y: Float64Array | null;
  /** By metric, [Y * X], a row for each y; NaN where a point is not computed yet, or where that is its value. */
  readonly values: ReadonlyMap<string, Float64Array>;
  /** [Y * X]: 1 where a point is computed. */
  readonly done: Uint8Array;
  /** The metrics at exactly (0, 0). */
  readonly center: ReadonlyMap<string, number>;
  readonly path: LandscapePath | null;
  readonly marks: readonly LandscapeMark[];
  readonly curvature: Curvature | null;
  readonly flatness: Flatness | null;
  /** Records of it that could not be read. */
  readonly damaged: number;
}
