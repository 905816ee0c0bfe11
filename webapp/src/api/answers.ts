/** The answers of each route, from what was unpacked to the types of `types.ts`. */

import {
  asBytes,
  asChoice,
  asFields,
  asFlag,
  asFloats,
  asInts,
  asList,
  asNumber,
  asText,
  DecodeError,
  orNull,
} from "./decode";
import type { Fields } from "./decode";
import { KINDS } from "./types";
import type {
  DamageReport,
  Growth,
  GrownSeries,
  Kind,
  MissingSeries,
  Run,
  RunState,
  ScalarSeries,
  Stats,
  Status,
  Tag,
} from "./types";

const RUN_STATES: readonly RunState[] = ["live", "ended", "quiet"];

export function each<T>(
  value: unknown,
  where: string,
  as: (value: unknown, where: string) => T,
): readonly T[] {
  return asList(value, where).map((item, i) => as(item, `${where}[${i}]`));
}

export function statusOf(value: unknown): Status {
  const s = asFields(value, "status");
  const loading = asFields(s.loading, "loading");
  return {
    version: asText(s.version, "version"),
    logdirs: each(s.logdirs, "logdirs", asText),
    logdir_exists: asFlag(s.logdir_exists, "logdir_exists"),
    language: orNull(s.language, "language", (v, w) => asChoice(v, w, ["en", "zh"] as const)),
    reload_interval: asNumber(s.reload_interval, "reload_interval"),
    loading: {
      done: asFlag(loading.done, "loading.done"),
      files: asNumber(loading.files, "loading.files"),
      files_read: asNumber(loading.files_read, "loading.files_read"),
      bytes: asNumber(loading.bytes, "loading.bytes"),
      bytes_read: asNumber(loading.bytes_read, "loading.bytes_read"),
    },
    runs_version: asNumber(s.runs_version, "runs_version"),
    tags_version: asNumber(s.tags_version, "tags_version"),
  };
}

function runOf(value: unknown, where: string): Run {
  const r = asFields(value, where);
  return {
    id: asText(r.id, `${where}.id`),
    name: asText(r.name, `${where}.name`),
    display_name: orNull(r.display_name, `${where}.display_name`, asText),
    started: orNull(r.started, `${where}.started`, asNumber),
    updated: orNull(r.updated, `${where}.updated`, asNumber),
    state: asChoice(r.state, `${where}.state`, RUN_STATES),
    loading: asFlag(r.loading, `${where}.loading`),
    records: asNumber(r.records, `${where}.records`),
    bytes: asNumber(r.bytes, `${where}.bytes`),
    files: asNumber(r.files, `${where}.files`),
    damaged: asNumber(r.damaged, `${where}.damaged`),
    missing: asNumber(r.missing, `${where}.missing`),
    hangs_since: orNull(r.hangs_since, `${where}.hangs_since`, asNumber),
  };
}

export function runsOf(value: unknown): readonly Run[] {
  return each(asFields(value, "runs").runs, "runs", runOf);
}

/** The tags of each kind; kinds that this page does not know are left out. */
export function tagsOf(value: unknown): ReadonlyMap<Kind, readonly Tag[]> {
  const answer = asFields(value, "tags");
  const ids = each(answer.runs, "runs", asText);
  const kinds = asFields(answer.kinds, "kinds");
  const out = new Map<Kind, readonly Tag[]>();
  for (const kind of KINDS) {
    if (kinds[kind] === undefined) continue;
    const where = `kinds.${kind}`;
    const { tags, runs } = asFields(kinds[kind], where);
    const names = each(tags, `${where}.tags`, asText);
    const positions = each(runs, `${where}.runs`, (row, w) => each(row, w, asNumber));
    if (positions.length !== names.length) {
      throw new DecodeError(`${where}.runs`, `${positions.length} rows`, `${names.length} rows`);
    }
    const tagAt = (tag: string, i: number): Tag => ({
      tag,
      runs: (positions[i] ?? []).map((p) => asText(ids[p], `${where}.runs[${i}]`)),
    });
    out.set(kind, names.map(tagAt));
  }
  return out;
}

function statsOf(value: unknown, where: string): Stats {
  const s = asFields(value, where);
  const number = (name: string) => orNull(s[name], `${where}.${name}`, asNumber);
  return {
    min: number("min"),
    min_step: number("min_step"),
    max: number("max"),
    max_step: number("max_step"),
    last: number("last"),
    last_step: number("last_step"),
    nan: number("nan") ?? 0,
    posinf: number("posinf") ?? 0,
    neginf: number("neginf") ?? 0,
    q05: number("q05"),
    q95: number("q95"),
  };
}

export function sameLength(
  where: string,
  columns: Readonly<Record<string, { length: number } | null>>,
) {
  const [first] = Object.values(columns);
  const want = first?.length ?? 0;
  for (const [name, column] of Object.entries(columns)) {
    if (column !== null && column.length !== want) {
      throw new DecodeError(`${where}.${name}`, `${column.length} items`, `${want} items`);
    }
  }
}

function seriesOf(s: Fields, where: string): ScalarSeries {
  const columns = {
    step: asFloats(s.step, `${where}.step`),
    walltime: asFloats(s.walltime, `${where}.walltime`),
    value: asFloats(s.value, `${where}.value`),
    smoothed: orNull(s.smoothed, `${where}.smoothed`, asFloats),
  };
  sameLength(where, columns);
  const odd = asFields(s.nonfinite, `${where}.nonfinite`);
  const nonfinite = {
    step: asFloats(odd.step, `${where}.nonfinite.step`),
    walltime: asFloats(odd.walltime, `${where}.nonfinite.walltime`),
    what: asBytes(odd.what, `${where}.nonfinite.what`),
    count: asInts(odd.count, `${where}.nonfinite.count`),
  };
  sameLength(`${where}.nonfinite`, nonfinite);
  return {
    run: asText(s.run, `${where}.run`),
    tag: asText(s.tag, `${where}.tag`),
    version: asNumber(s.version, `${where}.version`),
    count: asNumber(s.count, `${where}.count`),
    superseded: asNumber(s.superseded, `${where}.superseded`),
    in_range: asNumber(s.in_range, `${where}.in_range`),
    exact: asFlag(s.exact, `${where}.exact`),
    append: asFlag(s.append, `${where}.append`),
    origin: asNumber(s.origin, `${where}.origin`),
    ...columns,
    nonfinite,
    stats: statsOf(s.stats, `${where}.stats`),
  };
}

/** One entry for each series that was asked for, in the order of the question. */
export function scalarsOf(value: unknown): readonly (ScalarSeries | MissingSeries)[] {
  return each(asFields(value, "scalars").series, "series", (item, where) => {
    const s = asFields(item, where);
    if (s.error === undefined) return seriesOf(s, where);
    return {
      run: asText(s.run, `${where}.run`),
      tag: asText(s.tag, `${where}.tag`),
      error: asText(s.error, `${where}.error`),
    };
  });
}

export function damageOf(value: unknown): DamageReport {
  const report = asFields(value, "damage");
  return {
    damage: each(report.damage, "damage", (item, where) => {
      const d = asFields(item, where);
      return {
        run: asText(d.run, `${where}.run`),
        file: asText(d.file, `${where}.file`),
        offset: asNumber(d.offset, `${where}.offset`),
        bytes: asNumber(d.bytes, `${where}.bytes`),
        reason: asText(d.reason, `${where}.reason`),
      };
    }),
    gaps: each(report.gaps, "gaps", (item, where) => {
      const g = asFields(item, where);
      return {
        run: asText(g.run, `${where}.run`),
        file: asText(g.file, `${where}.file`),
        missing: asNumber(g.missing, `${where}.missing`),
        since: asNumber(g.since, `${where}.since`),
        until: asNumber(g.until, `${where}.until`),
      };
    }),
    unreadable: each(report.unreadable, "unreadable", (item, where) => {
      const u = asFields(item, where);
      return {
        path: asText(u.path, `${where}.path`),
        reason: asText(u.reason, `${where}.reason`),
      };
    }),
  };
}

function grownOf(value: unknown, where: string): GrownSeries {
  const s = asFields(value, where);
  return {
    kind: asText(s.kind, `${where}.kind`),
    tag: asText(s.tag, `${where}.tag`),
    count: asNumber(s.count, `${where}.count`),
    step: asNumber(s.step, `${where}.step`),
    walltime: asNumber(s.walltime, `${where}.walltime`),
    value: orNull(s.value, `${where}.value`, asNumber),
  };
}

export function growthOf(value: unknown): readonly Growth[] {
  return each(asFields(value, "growth").growth, "growth", (item, where) => {
    const g = asFields(item, where);
    return {
      run: asText(g.run, `${where}.run`),
      updated: asNumber(g.updated, `${where}.updated`),
      records: asNumber(g.records, `${where}.records`),
      loading: asFlag(g.loading, `${where}.loading`),
      state: asChoice(g.state, `${where}.state`, RUN_STATES),
      series: orNull(g.series, `${where}.series`, (v, w) => each(v, w, grownOf)),
    };
  });
}
