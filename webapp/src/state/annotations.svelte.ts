/** What people add to runs after the fact: kept by the server in the logdir, or else by this browser. */

import { fetchAnnotations, sendAnnotations } from "../api/annotations";
import type { Annotated, AnnotationsPatch, LandscapeFields, RunFields } from "../api/annotations";
import { compareWords } from "../lib/natural";
import { newest } from "../lib/newest";
import { recall, remember } from "../lib/storage";
import { merged, NOTHING, parsePatch, patched } from "./patches";
import { server } from "./server.svelte";

export interface RunAnnotation {
  /** Empty: none was given. */
  readonly name: string;
  readonly note: string;
  readonly labels: readonly string[];
  readonly archived: boolean;
  /** Part of what others are compared with. */
  readonly baseline: boolean;
  /** By landscape. */
  readonly landscapes: Readonly<Record<string, LandscapeFields>>;
}

const PLAIN: RunAnnotation = {
  ...{ name: "", note: "", labels: [], landscapes: {} },
  ...{ archived: false, baseline: false },
};

class Annotations {
  /** True once the server has answered. */
  known = $state(false);
  /** The server keeps what is added. */
  editable = $state(false);
  /** Why the last change was not kept, or null. */
  error = $state<string | null>(null);

  /** What the server has. */
  #kept = $state.raw<Annotated>(NOTHING);
  /** Changes on their way to the server: shown already. */
  #sending = $state.raw<readonly AnnotationsPatch[]>([]);
  /** Changes that this browser keeps, where the server keeps none. */
  #here = $state.raw<AnnotationsPatch>({});
  /** Which logdirs `#here` belongs to. */
  #hereKey = "";

  readonly #shown: Annotated = $derived.by(() => {
    if (!this.known) return NOTHING;
    if (!this.editable) return patched(this.#kept, this.#here);
    return this.#sending.reduce(patched, this.#kept);
  });
  /** Labels that trainings gave their runs, by run. */
  #logged = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map());

  readonly #complete: ReadonlyMap<string, RunAnnotation> = $derived(
    new Map(
      [...this.#logged.keys(), ...this.#shown.runs.keys()].map((id) => [
        id,
        { ...PLAIN, labels: this.#logged.get(id) ?? [], ...this.#shown.runs.get(id) },
      ]),
    ),
  );

  /** By tag. */
  readonly thresholds: ReadonlyMap<string, unknown> = $derived(this.#shown.thresholds);
  /** Saved compositions, by name. */
  readonly charts: ReadonlyMap<string, unknown> = $derived(this.#shown.charts);
  /** By name. */
  readonly boards: ReadonlyMap<string, unknown> = $derived(this.#shown.boards);
  /** By tag: whether less or more is better. */
  readonly directions: ReadonlyMap<string, unknown> = $derived(this.#shown.directions);
  /** Every label of any run, sorted. */
  readonly labels: readonly string[] = $derived(
    [...new Set([...this.#complete.values()].flatMap(({ labels }) => labels))].sort(compareWords),
  );
  /** Ids of the runs that were put away. */
  readonly archivedIds: ReadonlySet<string> = $derived(
    new Set([...this.#complete].filter(([, { archived }]) => archived).map(([id]) => id)),
  );

  /** Ids of the runs that others are compared with, also of those that are gone. */
  readonly baselineIds: ReadonlySet<string> = $derived(
    new Set([...this.#complete].filter(([, { baseline }]) => baseline).map(([id]) => id)),
  );

  /** Only this browser keeps what is added. */
  get isOnlyHere(): boolean {
    return this.known && !this.editable;
  }

  /** Labels of the log: a run has them until people give it others. */
  takeLogged(list: readonly { readonly id: string; readonly labels: readonly string[] }[]): void {
    const labeled = list.filter(({ labels }) => labels.length > 0);
    if (labeled.length === 0 && this.#logged.size === 0) return;
    this.#logged = new Map(labeled.map(({ id, labels }) => [id, labels]));
  }

  /** Reactive. */
  of(run: string): RunAnnotation {
    return this.#complete.get(run) ?? PLAIN;
  }

  /** Of the last answer. */
  version = -1;

  readonly fetch = newest(fetchAnnotations, (answer) => {
    this.version = answer.version;
    this.#kept = answer;
    this.editable = answer.editable;
    const key = `annotations.${(server.status?.logdirs ?? []).join("\n")}`;
    if (key !== this.#hereKey) {
      this.#hereKey = key;
      this.#here = parsePatch(recall(key));
    }
    this.known = true;
  });

  /** null takes a field away. */
  edit(
    run: string,
    changes: { readonly [K in keyof RunFields]: RunFields[K] | null },
  ): Promise<boolean> {
    return this.change({ runs: { [run]: changes } });
  }

  setThreshold(tag: string, value: unknown): Promise<boolean> {
    return this.change({ thresholds: { [tag]: value } });
  }

  setChart(name: string, value: unknown): Promise<boolean> {
    return this.change({ charts: { [name]: value } });
  }

  setBoard(name: string, value: unknown): Promise<boolean> {
    return this.change({ boards: { [name]: value } });
  }

  setDirection(tag: string, value: unknown): Promise<boolean> {
    return this.change({ directions: { [tag]: value } });
  }

  /**
   * Change many things at once; they are seen at once.
   * @returns whether they are kept; `error` says why not, and they are then as they were.
   */
  async change(patch: AnnotationsPatch): Promise<boolean> {
    this.error = null;
    if (!this.editable) {
      this.#here = merged(this.#here, patch);
      remember(this.#hereKey, JSON.stringify(this.#here));
      return true;
    }
    this.#sending = [...this.#sending, patch];
    try {
      await sendAnnotations(patch);
      // Kept it is; an answer that is lost now comes when the connection stands again.
      await this.fetch().catch(() => undefined);
      return true;
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
      return false;
    } finally {
      this.#sending = this.#sending.filter((each) => each !== patch);
    }
  }
}

export const annotations = new Annotations();
