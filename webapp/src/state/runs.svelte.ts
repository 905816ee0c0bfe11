/** The runs: what they are called, how they are colored, which are selected. */

import { fetchRuns, type Run } from "../api/runs";
import type { GrownRun } from "../api/events";
import { flag } from "../lib/codec";
import { assignColors } from "../lib/colors";
import { collect } from "../lib/groups";
import { Meanwhile } from "../lib/meanwhile";
import { commonPrefix, shortNames } from "../lib/names";
import { newest } from "../lib/newest";
import { runMatcher } from "../lib/run-search";
import * as selection from "../lib/selection";
import { recall, remember } from "../lib/storage";
import { annotations } from "./annotations.svelte";
import { server } from "./server.svelte";
import { defineSettings, setting } from "./settings.svelte";
import { url } from "./url.svelte";

/** Colors that were chosen, by name of the run. */
const COLORS_KEY = "colours";
/** Colors of runs, by id, that others would have now if they were given anew. */
const KEPT_KEY = "kept-colours";
/** No path holds it. */
const NAME_END = "\0";

function recallColors(key: string): Readonly<Record<string, string>> {
  try {
    const colors: unknown = JSON.parse(recall(key) ?? "{}");
    if (typeof colors !== "object" || colors === null) return {};
    return Object.fromEntries(
      Object.entries(colors).filter(([, css]) => typeof css === "string"),
    ) as Record<string, string>;
  } catch {
    return {};
  }
}

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
    const { updated, records, loading, state, diverged, last_step } = news;
    return { ...run, updated, records, loading, state, diverged, last_step };
  });
}

class Runs {
  /** In the server's order: newest first. */
  list = $state.raw<readonly Run[]>([]);
  /** True once the server has answered. */
  known = $state(false);
  readonly byId: ReadonlyMap<string, Run> = $derived(new Map(this.list.map((r) => [r.id, r])));

  #ids = $state.raw<readonly string[]>([]);
  /** Once given, a color stays: another run may have had a part in it that is gone by now. */
  #colors = $state.raw<ReadonlyMap<string, string>>(
    new Map(Object.entries(recallColors(KEPT_KEY))),
  );
  /** By name: a color that was chosen belongs to the run wherever its logdir is served. */
  #chosen = $state.raw(recallColors(COLORS_KEY));
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

  /** In the order of the list. Another array only when the runs or the selection changed. */
  readonly selectedIds: readonly string[] = $derived(
    this.#listedIds.filter((id) => selection.includes(this.#selection, id)),
  );

  /** The runs that can be seen: archived ones only if they shall be shown. */
  readonly listed: readonly Run[] = $derived.by(() => {
    if (this.#listedIds.length === this.list.length) return this.list;
    const listed = new Set(this.#listedIds);
    return this.list.filter(({ id }) => listed.has(id));
  });

  readonly matcher = $derived(runMatcher(settings["run-search"]));
  /** The listed runs that match the search. */
  readonly found: readonly Run[] = $derived(
    settings["run-search"] === "" ? this.listed : this.listed.filter((run) => this.#matches(run)),
  );

  readonly #given = $derived(collect(this.list, (run) => this.#givenName(run)));
  /** One text, so that what hangs on the names is not worked out anew each time a run grows. */
  readonly #names = $derived(this.list.map((run) => this.#fullName(run)).join(NAME_END));
  readonly #shortNames = $derived(shortNames([...new Set(this.#names.split(NAME_END))]));
  /** For those who have to make them fit side by side. */
  readonly allShortNames: readonly string[] = $derived([...this.#shortNames.values()]);

  /** What all names begin with, up to a `/`; empty if they share nothing. */
  readonly prefix = $derived(commonPrefix(this.#names.split(NAME_END)));

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
    ([list, growth]) => {
      this.#take(grownBy(growth, list));
      this.known = true;
    },
  );

  /** New numbers of runs that grew. */
  grow(growth: readonly GrownRun[]): void {
    this.#meanwhile.tell(growth);
    this.list = grownBy(new Map(growth.map((news) => [news.run, news])), this.list);
  }

  get search(): string {
    return settings["run-search"];
  }

  set search(query: string) {
    settings["run-search"] = query;
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

  nameOf(id: string): string {
    const run = this.byId.get(id);
    return run === undefined ? id : this.#fullName(run);
  }

  /** Without what tells it apart from no other run. */
  shortNameOf(id: string): string {
    const name = this.nameOf(id);
    return this.#shortNames.get(name) ?? name;
  }

  /** A CSS color. */
  colorOf(id: string): string {
    const run = this.byId.get(id);
    return (run && this.#chosen[run.name]) ?? this.#colors.get(id) ?? "#808080";
  }

  hasChosenColor(id: string): boolean {
    const run = this.byId.get(id);
    return run !== undefined && this.#chosen[run.name] !== undefined;
  }

  /** @param css - null: back to the color of the name. */
  setColor(id: string, css: string | null): void {
    const run = this.byId.get(id);
    if (run === undefined) return;
    const { [run.name]: _, ...others } = this.#chosen;
    this.#chosen = css === null ? others : { ...others, [run.name]: css };
    remember(COLORS_KEY, JSON.stringify(this.#chosen));
  }

  #take(list: readonly Run[]): void {
    const same = list.length === this.#ids.length && list.every((r, i) => r.id === this.#ids[i]);
    if (!same) {
      this.#ids = list.map((run) => run.id);
      this.#colors = assignColors(list, this.#colors);
      this.#rememberKept(list);
    }
    this.list = list;
  }

  /** Only what tells more than the names do, which give the same colors after every reload. */
  #rememberKept(list: readonly Run[]): void {
    const anew = assignColors(list);
    const kept = [...this.#colors].filter(([id, css]) => anew.get(id) !== css);
    remember(KEPT_KEY, kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept)));
  }

  /** Of many runs at once: a step that the back button undoes. */
  #select(next: selection.Selection): void {
    url.step(url.view, () => {
      this.#selection = next;
    });
  }

  #matches(run: Run): boolean {
    const { name, note, labels } = annotations.of(run.id);
    return this.matcher.test({ names: [run.name, run.display_name ?? "", name], labels, note });
  }

  /** What people call it now, or what its training called it. */
  #givenName(run: Run): string | null {
    return annotations.of(run.id).name || run.display_name;
  }

  #fullName(run: Run): string {
    const { name } = run;
    const given = this.#givenName(run);
    if (given === null) return name === "." ? this.#logdirName() : name;
    return (this.#given.get(given)?.length ?? 0) > 1 ? `${given} (${name})` : given;
  }

  /** The logdir itself as a run has the name `.`, which says nothing. */
  #logdirName(): string {
    const [logdir] = server.status?.logdirs ?? [];
    return logdir?.split(/[\\/]/).filter(Boolean).at(-1) ?? ".";
  }
}

export const runs = new Runs();
