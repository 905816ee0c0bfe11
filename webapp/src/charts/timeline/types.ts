/** What a timeline draws: lanes of nested spans. Times in nanoseconds. */

export interface TimelineLane {
  /** As the slices name it. */
  readonly index: number;
  readonly label: string;
  /** What is written smaller after it. */
  readonly note: string;
  readonly levels: number;
  /** Only the outermost level of a closed lane is drawn. */
  readonly isClosed: boolean;
  /** The key of its group, where there are groups. */
  readonly group?: number;
}

/** Lanes that belong together, below a title of their own. */
export interface Group {
  readonly key: number;
  readonly label: string;
  readonly note: string;
  /** None of its lanes is drawn. */
  readonly isClosed: boolean;
}

/** Spans as columns, in the order of lanes, levels and time. */
export interface Slices {
  readonly names: readonly string[];
  readonly lane: Float64Array;
  readonly depth: Float64Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Places in `names`. */
  readonly name: Float64Array;
  /** Any CSS colors in `#rrggbb`, and the place of each slice's in them. */
  readonly colors: readonly string[];
  readonly color: Float64Array;
  readonly event: Float64Array;
  /** Share of the span that is covered, from 0 to 1. */
  readonly covered: Float64Array;
  /** For how many events it stands. */
  readonly count: Float64Array;
}

/** A part of the time. */
export interface TimelineWindow {
  readonly start: number;
  readonly end: number;
}

export interface TimelineStep extends TimelineWindow {
  readonly number: number;
  readonly isWarmUp: boolean;
}

/** From one event to another that it has caused. */
export interface Flow {
  readonly fromLane: number;
  readonly fromDepth: number;
  readonly fromTime: number;
  readonly toLane: number;
  readonly toDepth: number;
  readonly toTime: number;
  readonly color: string;
}

/** What is selected, wherever it lies. */
export interface Selected extends TimelineWindow {
  readonly event: number;
  readonly lane: number;
  readonly depth: number;
}

export interface TimelineFigure {
  readonly lanes: readonly TimelineLane[];
  /** From top to bottom; empty: all lanes stand by themselves. */
  readonly groups: readonly Group[];
  /** null: not there yet. */
  readonly slices: Slices | null;
  readonly steps: readonly TimelineStep[];
  /** All of the time that there is. */
  readonly whole: TimelineWindow;
  readonly marked: TimelineWindow | null;
  readonly selected: Selected | null;
  readonly flows: readonly Flow[];
  /** Names that a search finds; null: none runs. */
  readonly isFound: ((name: string) => boolean) | null;
}

export interface TimelineHit {
  /** Place in the slices. */
  readonly slice: number;
  readonly event: number;
}
