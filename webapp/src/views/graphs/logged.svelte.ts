/** Numbers of the run that were logged under names of the graph, for coloring. */

import { fetchScalars } from "../../api/scalars";
import { namedTags, targetsOf, type NamedTag } from "../../lib/graph/named";
import { records } from "../../state/records.svelte";
import { tags } from "../../state/tags.svelte";
import type { GraphPage } from "./page.svelte";

/** Numbers in the summaries of histograms that say something of a tensor. */
const STATISTICS = ["mean", "std", "min", "max"] as const;
/** Of so many tags at most. */
const MOST = 1500;

export interface LoggedSource {
  /** As the setting has it: `scalar:grad_norm`, `histogram:std:`. */
  readonly key: string;
  readonly name: string;
  readonly tags: readonly NamedTag[];
}

export class LoggedValues {
  readonly #page: GraphPage;
  readonly #run: () => string;
  readonly #chosen: () => string;
  #scalars = $state.raw<{ readonly key: string; readonly values: readonly number[] } | null>(null);

  readonly #targets = $derived.by(() => {
    const { graph, names } = this.#page;
    return graph === null || names === null ? null : targetsOf(graph, names);
  });
  readonly scalars = $derived.by(() => this.#named("scalar"));
  readonly histograms = $derived.by(() => this.#named("histogram"));

  readonly sources: readonly LoggedSource[] = $derived.by(() => {
    const scalars = grouped(this.scalars).map(([what, found]) => ({
      key: `scalar:${what}`,
      name: what,
      tags: found,
    }));
    const histograms = grouped(this.histograms).flatMap(([what, found]) =>
      STATISTICS.map((each) => ({
        key: `histogram:${each}:${what}`,
        name: what === "" ? each : `${what} ${each}`,
        tags: found,
      })),
    );
    return [...scalars, ...histograms];
  });
  readonly source: LoggedSource | null = $derived.by(
    () => this.sources.find(({ key }) => key === this.#chosen()) ?? this.sources[0] ?? null,
  );
  /** Of each tag of the source; NaN: not known. */
  readonly values: readonly number[] = $derived.by(() => {
    const { source } = this;
    if (source === null) return [];
    const [kind, statistic = ""] = source.key.split(":");
    if (kind === "scalar") return this.#scalars?.key === source.key ? this.#scalars.values : [];
    return source.tags.map(({ tag }) => {
      const { series } = records.of("histogram", this.#run(), tag);
      return series?.fields[statistic]?.at(-1) ?? NaN;
    });
  });

  /** @param page - and the others: reactive. */
  constructor(page: GraphPage, run: () => string, chosen: () => string) {
    this.#page = page;
    this.#run = run;
    this.#chosen = chosen;
  }

  /** Id of the run that has the graph; empty: a file has it. Reactive. */
  get run(): string {
    return this.#run();
  }

  /** What is chosen is asked for. For an effect. */
  want(): (() => void) | undefined {
    const { source } = this;
    const run = this.#run();
    if (source === null || run === "") return undefined;
    const series = source.tags.map(({ tag }) => ({ run, tag }));
    if (source.key.startsWith("histogram:")) return records.want("histogram", series, STATISTICS);
    const abort = new AbortController();
    void this.#ask(source.key, series, abort.signal);
    return () => abort.abort();
  }

  async #ask(
    key: string,
    series: readonly { readonly run: string; readonly tag: string }[],
    signal: AbortSignal,
  ): Promise<void> {
    const question = { axis: "step", range: [null, null], smoothing: 0, quantiles: false } as const;
    try {
      const answers = await fetchScalars({ ...question, series, pixels: 1 }, signal);
      const last = (each: (typeof answers)[number]): number =>
        "stats" in each ? (each.stats.last ?? NaN) : NaN;
      this.#scalars = { key, values: answers.map(last) };
    } catch {
      // Without its numbers the graph is still there, and the legend says that there are none.
      if (!signal.aborted) this.#scalars = { key, values: [] };
    }
  }

  #named(kind: "scalar" | "histogram"): readonly NamedTag[] {
    const run = this.#run();
    if (this.#targets === null) return [];
    const own = tags.of(kind).filter((tag) => tag.runs.includes(run));
    return namedTags(
      this.#targets,
      own.map(({ tag }) => tag),
    ).slice(0, MOST);
  }
}

/** By what they hold. */
function grouped(named: readonly NamedTag[]): readonly (readonly [string, readonly NamedTag[]])[] {
  const groups: Record<string, NamedTag[]> = Object.create(null) as Record<string, NamedTag[]>;
  for (const each of named) (groups[each.what] ??= []).push(each);
  return Object.entries(groups);
}
