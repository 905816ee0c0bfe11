/** Numbers of the run that were logged under names of the graph, for coloring. */

import { fetchModuleTimes, type ModuleTime } from "../../api/module-times";
import { fetchScalars } from "../../api/scalars";
import { namedTags, targetsOf, type NamedTag } from "../../lib/graph/named";
import { records } from "../../state/records.svelte";
import { tags } from "../../state/tags.svelte";
import type { GraphPage } from "./page.svelte";
import { t } from "./texts";

/** Numbers in the summaries of histograms that say something of a tensor. */
const STATISTICS = ["mean", "std", "min", "max"] as const;
const noTargets: ReturnType<typeof targetsOf> = new Map();
/** Most tags whose values are asked for. */
const MOST = 1500;

export interface LoggedSource {
  /** As the setting has it: `scalar:grad_norm`, `histogram:std:`, `profile:profile`. */
  readonly key: string;
  readonly name: string;
  /** Whether its values are seconds of a profile. */
  readonly isTime: boolean;
  readonly tags: readonly NamedTag[];
}

export class LoggedValues {
  readonly #page: GraphPage;
  readonly #run: () => string;
  readonly #chosen: () => string;
  #scalars = $state.raw<{ readonly key: string; readonly values: readonly number[] } | null>(null);
  #times = $state.raw<{ readonly key: string; readonly times: readonly ModuleTime[] } | null>(null);

  readonly #targets = $derived.by(() => {
    const { graph, names } = this.#page;
    return graph === null || names === null ? null : targetsOf(graph, names);
  });
  readonly scalars = $derived.by(() => this.#named("scalar"));
  readonly histograms = $derived.by(() => this.#named("histogram"));
  /** Tags of the run's profiles. */
  readonly #profiles = $derived.by(() => {
    const run = this.#run();
    if (this.#targets === null || this.#page.graph?.flavor === "data") return [];
    return tags
      .of("profile")
      .filter((tag) => tag.runs.includes(run))
      .map(({ tag }) => tag);
  });

  readonly sources: readonly LoggedSource[] = $derived.by(() => {
    const scalars = grouped(this.scalars).map(([what, found]) => ({
      key: `scalar:${what}`,
      name: what,
      isTime: false,
      tags: found,
    }));
    const histograms = grouped(this.histograms).flatMap(([what, found]) =>
      STATISTICS.map((each) => ({
        key: `histogram:${each}:${what}`,
        name: what === "" ? each : `${what} ${each}`,
        isTime: false,
        tags: found,
      })),
    );
    const profiles = this.#profiles.map((tag) => {
      const key = `profile:${tag}`;
      const times = this.#times?.key === key ? this.#times.times : [];
      const found = namedTags(
        this.#targets ?? noTargets,
        times.map(({ path }) => path),
      );
      return { key, name: t("timeOf", { tag }), isTime: true, tags: found };
    });
    return [...profiles, ...scalars, ...histograms];
  });
  readonly source: LoggedSource | null = $derived.by(
    () => this.sources.find(({ key }) => key === this.#chosen()) ?? this.sources[0] ?? null,
  );
  /** Key of a source of times, which changes when they have come; empty: it is another source. */
  readonly #timeKey = $derived.by(() => (this.source?.isTime === true ? this.source.key : ""));
  /** Value of each tag of the source; NaN: not known. */
  readonly values: readonly number[] = $derived.by(() => {
    const { source } = this;
    if (source === null) return [];
    const [kind, statistic = ""] = source.key.split(":");
    if (source.isTime) {
      const seconds = Object.fromEntries(
        this.#times?.times.map((each) => [each.path, each.seconds]) ?? [],
      );
      return source.tags.map(({ tag }) => seconds[tag] ?? NaN);
    }
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
    const run = this.#run();
    if (this.#timeKey !== "" && run !== "") {
      const abort = new AbortController();
      void this.#askTimes(this.#timeKey, run, abort.signal);
      return () => abort.abort();
    }
    const { source } = this;
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

  async #askTimes(key: string, run: string, signal: AbortSignal): Promise<void> {
    try {
      const times = await fetchModuleTimes(run, key.slice("profile:".length), signal);
      this.#times = { key, times };
    } catch {
      if (!signal.aborted) this.#times = { key, times: [] };
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

/** Tags grouped by what they hold. */
function grouped(named: readonly NamedTag[]): readonly (readonly [string, readonly NamedTag[]])[] {
  const groups: Record<string, NamedTag[]> = Object.create(null) as Record<string, NamedTag[]>;
  for (const each of named) (groups[each.what] ??= []).push(each);
  return Object.entries(groups);
}
