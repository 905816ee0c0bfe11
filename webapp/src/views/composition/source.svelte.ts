/** The series that one entry is made of: asked for, kept, followed; and the curves that they make. */

import type { ScalarSeries } from "../../api/scalars";
import { keptScalars } from "../../cards/records/kept";
import type { GrownRun } from "../../api/events";
import type { ScalarQuestion } from "../../cards/scalars/demand";
import { ScalarsLoader, type CardData } from "../../cards/scalars/loader";
import type { ChartRange } from "../../charts/line/types";
import type { Expression } from "../../lib/expressions/parse";
import { expressionCurve, operandsByRun, tagCurve } from "./curves";
import type { CompositionCurve, Operands, CompositionPlace } from "./curves";

/** What is asked of the server for a source. */
export interface CompositionDemand {
  readonly tags: readonly string[];
  readonly question: ScalarQuestion;
  readonly pixels: number;
  readonly range: ChartRange | null;
}

/** What a source's curves depend on, but for its data. */
export interface CompositionDrawing {
  readonly expression: Expression;
  readonly smoothing: number;
  readonly runs: readonly string[];
  /** null: the run has no place on the x axis. */
  readonly placeOf: (run: string) => CompositionPlace | null;
}

const NOTHING: ReadonlyMap<string, CardData> = new Map();

export class CompositionSource {
  /** By tag. */
  #data = $state.raw(NOTHING);
  #tags: readonly string[] = [];
  #byRun: { data: unknown; operands: Operands } | null = null;
  #memo: {
    data: unknown;
    drawing: CompositionDrawing;
    curves: readonly CompositionCurve[];
  } | null = null;
  readonly #loader = new ScalarsLoader(
    keptScalars,
    { axis: "step", smoothing: 0, quantiles: false },
    (work) => requestAnimationFrame(work),
    (tag, data) => {
      this.#data = withData(this.#data, tag, data);
    },
  );

  /** @param runsWith - the runs of the chart that have a tag. */
  want(demand: CompositionDemand, runsWith: (tag: string) => readonly string[]): void {
    const { tags, question, pixels, range } = demand;
    for (const tag of this.#tags) if (!tags.includes(tag)) this.#loader.drop(tag);
    this.#tags = tags;
    this.#loader.ask(question);
    for (const tag of tags) {
      const card = { key: tag, kind: "scalar", tag, runs: runsWith(tag) } as const;
      this.#loader.want({ card, pixels, range });
    }
  }

  /** Reactive. */
  seriesOf(tag: string): readonly ScalarSeries[] {
    return this.#data.get(tag)?.series ?? [];
  }

  /** Whether something that is wanted has not come yet. Reactive. */
  isLoading(tags: readonly string[]): boolean {
    return tags.some((tag) => this.#data.get(tag)?.complete !== true);
  }

  /** Why the last request failed. Reactive. */
  get error(): string | null {
    for (const { error } of this.#data.values()) if (error !== null) return error;
    return null;
  }

  /**
   * One for each run that has all that the expression needs. Reactive; worked out once while nothing of
   * it changes.
   */
  curves(drawing: CompositionDrawing): readonly CompositionCurve[] {
    const data = this.#data;
    const memo = this.#memo;
    if (memo?.data === data && isSame(memo.drawing, drawing)) return memo.curves;
    const curves = this.#draw(drawing);
    this.#memo = { data, drawing, curves };
    return curves;
  }

  #draw({ expression, smoothing, runs, placeOf }: CompositionDrawing): readonly CompositionCurve[] {
    const byRun = this.#operands();
    return runs.flatMap((run) => {
      const [operands, place] = [byRun.get(run), placeOf(run)];
      if (operands === undefined || place === null) return [];
      if (expression.kind !== "series") {
        return expressionCurve(expression, operands, smoothing, place) ?? [];
      }
      const series = operands.get(expression.tag);
      return series === undefined ? [] : [tagCurve(series, smoothing, place)];
    });
  }

  /** The same objects while the data is the same: what is worked out of them is kept with them. */
  #operands(): Operands {
    const data = this.#data;
    if (this.#byRun?.data !== data) {
      const all = [...data.values()].flatMap(({ series }) => series);
      this.#byRun = { data, operands: operandsByRun(all) };
    }
    return this.#byRun.operands;
  }

  retry(): void {
    for (const tag of this.#tags) this.#loader.retry(tag);
  }

  grow(growth: readonly GrownRun[]): void {
    this.#loader.grow(growth);
  }

  stop(): void {
    this.#loader.stop();
  }
}

/** A source is of one text: the expression is the same. */
function isSame(one: CompositionDrawing, other: CompositionDrawing): boolean {
  return (
    one.smoothing === other.smoothing && one.runs === other.runs && one.placeOf === other.placeOf
  );
}

/** @param data - null: it was let go. */
function withData(
  all: ReadonlyMap<string, CardData>,
  tag: string,
  data: CardData | null,
): ReadonlyMap<string, CardData> {
  const others = [...all].filter(([each]) => each !== tag);
  return new Map(data === null ? others : [...others, [tag, data]]);
}
