/** The runs: what they are called, how they are colored, which are selected. */

import { fetchRuns, type Run } from "../api/runs";
import type { GrownRun } from "../api/events";
import { flag } from "../lib/codec";
import { fittedLabels } from "../lib/fitted-label";
import { Meanwhile } from "../lib/meanwhile";
import { shortNames, distinguished } from "../lib/names";
import { newest } from "../lib/newest";
import { type RunMatcher, runMatcher } from "../lib/run-search";
import * as selection from "../lib/selection";
import { annotations } from "./annotations.svelte";
import { RunColors } from "./run-colors.svelte";
import { server } from "./server.svelte";
import { defineSettings, setting } from "./settings.svelte";
import { url } from "./url.svelte";

/** Milliseconds without another letter after which a search narrows what is drawn. */
const REST_MS = 250;
/** Letters of a short name: where that is shown, no more have room, or would be read. */
const SHORT = 60;
/** No path holds it. */
const NAME_END = "\0";

const settings = defineSettings(null, {
  // Views have a search of their own in the same address.
  "run-search": setting(
    "",
    { parse: (text) => text, format: (value: string) => value },
    { store: false },
  ),
  "show-archived": setting(false, flag, { store: false }),
});

function grownBy(growth: ReadonlyMap<string, GrownRun>, list: readonly Run[]): readonly Run[] {
  return list.map((run) => {
    const news = growth.get(run.id);
    if (news === undefined) return run;
    const { run: _, series: __, ...facts } = news;
    return { ...run, ...facts };
  });
}

class Runs {
  /** In the server's order: newest first. */
  list = $state.raw<readonly Run[]>([]);
  /** True once the server has answered. */
  known = $state(false);
  readonly byId: ReadonlyMap<string, Run> = $derived(new Map(this.list.map((r) => [r.id, r])));

  /** The run that an address means: by its id, or by its name, which is what people know. */
  meant(given: string): Run | undefined {
    return this.byId.get(given) ?? this.list.find(({ name }) => name === given);
  }

  #ids = $state.raw<readonly string[]>([]);
  readonly #colors = new RunColors();
  /** Ids in the order in which they are drawn; others behind them. */
  #order = $state.raw<() => readonly string[]>(() => []);
  #inPlaceOf = $state.raw<(id: string) => string | undefined>(() => undefined);
  #selection = $state.raw(selection.ALL);

  /** One text, so that another note does not make another array of what hangs on it. */
  readonly #hidden = $derived(
    settings["show-archived"] ? "" : [...annotations.archivedIds].sort().join(),
  );
  /** Ids of the runs that are listed: archived ones only if they shall be shown. */
  readonly #listedIds: readonly string[] = $derived.by(() => {
    const hidden = new Set(this.#hidden.split(","));
    return this.#ids.filter((id) => !hidden.has(id));
  });

  /** The search as it narrows what is drawn: a moment behind what is typed. */
  #rested = $state.raw<string | null>(null);
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** Ids that match the search; null: it narrows nothing. One text, as it has to stay the same. */
  readonly #narrowed: string | null = $derived.by(() => {
    const query = this.#rested ?? settings["run-search"];
    const matcher = runMatcher(query);
    if (query.trim() === "" || matcher.error !== null) return null;
    const found = this.listed.filter((run) => this.#matches(run, matcher));
    return found.map(({ id }) => id).join();
  });

  /** True if the search leaves out runs that are selected. */
  readonly isNarrowed = $derived(this.#narrowed !== null);

  /** Ticked, in the order in which they are drawn. */
  readonly tickedIds: readonly string[] = $derived.by(() => {
    const ticked = new Set(this.#listedIds.filter((id) => selection.includes(this.#selection, id)));
    const first = this.#order().filter((id) => ticked.has(id));
    return [...new Set([...first, ...ticked])];
  });

  /**
   * What is drawn: ticked, and found by the search. In the order of the list, those that diverged last; another array
   * only when the runs, their order, the selection or the search changed.
   */
  readonly selectedIds: readonly string[] = $derived.by(() => {
    if (this.#narrowed === null) return this.tickedIds;
    const found = new Set(this.#narrowed.split(","));
    return this.tickedIds.filter((id) => found.has(id));
  });

  /** The runs that can be seen: archived ones only if they shall be shown. */
  readonly listed: readonly Run[] = $derived.by(() => {
    if (this.#listedIds.length === this.list.length) return this.list;
    const listed = new Set(this.#listedIds);
    return this.list.filter(({ id }) => listed.has(id));
  });

  readonly matcher = $derived(runMatcher(settings["run-search"]));
  /** The listed runs that match the search. */
  readonly found: readonly Run[] = $derived(
    settings["run-search"] === ""
      ? this.listed
      : this.listed.filter((run) => this.#matches(run, this.matcher)),
  );

  /** Of the runs that are called something else than their folder, by the name of that. */
  readonly #given = $derived(
    distinguished(
      this.list.flatMap((run) => {
        const given = this.#givenName(run);
        return given === null ? [] : [{ given, path: run.name, tools: run.tools }];
      }),
    ),
  );
  /** One text, so that what hangs on the names is not worked out anew each time a run grows. */
  readonly #names = $derived(this.list.map((run) => this.#fullName(run)).join(NAME_END));
  readonly #shortNames = $derived(shortNames([...new Set(this.#names.split(NAME_END))]));
  /** As long as they are: for those who have to make them fit side by side. */
  readonly allShortNames: readonly string[] = $derived([...this.#shortNames.values()]);
  readonly #boundedNames = $derived(fittedLabels(this.allShortNames, SHORT, (name) => name.length));

  /** Whether any short name is longer than has room anywhere. */
  readonly hasLongNames = $derived(this.allShortNames.some(({ length }) => length > SHORT));

  constructor() {
    url.register({
      view: null,
      keys: ["runs"],
      write: () => {
        const text = selection.format(this.#selection);
        return text === selection.format(selection.ALL) ? [] : [["runs", text]];
      },
      read: (params) => {
        const text = params.get("runs");
        this.#selection = text === undefined ? selection.ALL : selection.parse(text);
      },
    });
  }

  readonly #meanwhile = new Meanwhile<GrownRun>();

  readonly fetch = newest(
    () => this.#meanwhile.ask(fetchRuns),
    ([{ runs: list, version, growth_version }, growth]) => {
      this.version = version;
      this.growthVersion = growth_version;
      this.#take(grownBy(growth, list));
      this.known = true;
    },
  );
  /** Of the last answer. */
  version = -1;
  growthVersion = -1;

  /** New numbers of runs that grew. */
  grow(growth: readonly GrownRun[]): void {
    this.#meanwhile.tell(growth);
    this.list = grownBy(new Map(growth.map((news) => [news.run, news])), this.list);
  }

  get search(): string {
    return settings["run-search"];
  }

  set search(query: string) {
    this.#rested ??= settings["run-search"];
    settings["run-search"] = query;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rested = null;
    }, REST_MS);
  }

  /** A step that the back button undoes. */
  clearSearch(): void {
    url.step(url.view, () => {
      clearTimeout(this.#rest);
      this.#rested = null;
      settings["run-search"] = "";
    });
  }

  get archivedShown(): boolean {
    return settings["show-archived"];
  }

  set archivedShown(shown: boolean) {
    settings["show-archived"] = shown;
  }

  isSelected(id: string): boolean {
    return selection.includes(this.#selection, id);
  }

  toggle(id: string): void {
    this.#selection = selection.change(this.#selection, [id], !this.isSelected(id));
    url.changed();
  }

  select(ids: Iterable<string>): void {
    this.#select(selection.change(this.#selection, ids, true));
  }

  deselect(ids: Iterable<string>): void {
    this.#select(selection.change(this.#selection, ids, false));
  }

  selectAll(): void {
    this.#select(selection.ALL);
  }

  selectNone(): void {
    this.#select(selection.NONE);
  }

  /** Of all runs, or of the given ones. */
  invert(ids?: readonly string[]): void {
    if (ids === undefined) {
      this.#select(selection.invert(this.#selection));
      return;
    }
    const wasSelected = ids.filter((id) => this.isSelected(id));
    const selected = selection.change(this.#selection, ids, true);
    this.#select(selection.change(selected, wasSelected, false));
  }

  only(...ids: readonly string[]): void {
    this.#select(selection.only(ids));
  }

  /** What people or its training call it, as others may be called, too; null: it has the name of its folder. */
  givenNameOf(id: string): string | null {
    const run = this.byId.get(id);
    if (run === undefined) return null;
    return this.#givenName(run) ?? (run.name === "." ? this.#logdirName() : null);
  }

  nameOf(id: string): string {
    const run = this.byId.get(id);
    return run === undefined ? id : this.#fullName(run);
  }

  /** Without the folders that all runs share. */
  shortNameOf(id: string): string {
    const name = this.longShortNameOf(id);
    const bounded = this.#boundedNames.get(name) ?? name;
    return bounded === name ? name : (this.#inPlaceOf(id) ?? bounded);
  }

  /** The same, however long: one of `allShortNames`. */
  longShortNameOf(id: string): string {
    const name = this.nameOf(id);
    return this.#shortNames.get(name) ?? name;
  }

  /** A CSS color. */
  colorOf(id: string): string {
    return this.#colors.of(id, this.byId.get(id)?.name);
  }

  /** Lengths of strokes and gaps that distinguish its lines from others of its color; empty: a plain line. */
  dashOf(id: string): readonly number[] {
    return this.#colors.dashOf(id, this.byId.get(id)?.name);
  }

  /** @param tints - colors that stand for something, by id, in place of the runs' own; null: none do. */
  tintBy(tints: () => ReadonlyMap<string, string> | null): void {
    this.#colors.tintBy(tints);
  }

  /** @param inPlaceOf - what a run is called whose short name is too long; undefined: a part of that. Reactive. */
  nameLongBy(inPlaceOf: (id: string) => string | undefined): void {
    this.#inPlaceOf = inPlaceOf;
  }

  /** @param order - ids, in the order of the list; reactive. Until it is given, they stay in the server's. */
  orderBy(order: () => readonly string[]): void {
    this.#order = order;
  }

  hasChosenColor(id: string): boolean {
    return this.#colors.isChosen(this.byId.get(id)?.name);
  }

  /** @param css - null: back to the color of the name. */
  setColor(id: string, css: string | null): void {
    const run = this.byId.get(id);
    if (run !== undefined) this.#colors.choose(run.name, css);
  }

  #take(list: readonly Run[]): void {
    const same = list.length === this.#ids.length && list.every((r, i) => r.id === this.#ids[i]);
    if (!same) {
      this.#ids = list.map((run) => run.id);
      this.#colors.take(list);
    }
    this.list = list;
    annotations.takeLogged(list);
  }

  /** Of many runs at once: a step that the back button undoes. */
  #select(next: selection.Selection): void {
    url.step(url.view, () => {
      this.#selection = next;
    });
  }

  #matches(run: Run, matcher: RunMatcher): boolean {
    const { name, note, labels } = annotations.of(run.id);
    return matcher.test({ names: [run.name, run.display_name ?? "", name], labels, note });
  }

  /** What people call it now, or what its training called it. */
  #givenName(run: Run): string | null {
    return annotations.of(run.id).name || run.display_name;
  }

  #fullName(run: Run): string {
    return this.#given.get(run.name) ?? (run.name === "." ? this.#logdirName() : run.name);
  }

  /** The logdir itself as a run has the name `.`, which says nothing. */
  #logdirName(): string {
    const [logdir] = server.status?.logdirs ?? [];
    return logdir?.split(/[\\/]/).filter(Boolean).at(-1) ?? ".";
  }
}

export const runs = new Runs();
