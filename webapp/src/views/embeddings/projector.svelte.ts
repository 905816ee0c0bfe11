/** The picture of the chosen points: asked for, followed while it is made, kept while the next one comes. */

import { ApiError } from "../../api/ask";
import { fetchPointSet, type PointSet, type EmbeddingsSource } from "../../api/embeddings";
import {
  cancelProjection,
  fetchMethods,
  fetchProjection,
  pauseProjection,
  resumeProjection,
  startProjection,
  type Methods,
  type Projection,
  type WantedProjection,
} from "../../api/projections";
import type { ChosenPoints } from "./points.svelte";
import { Recent } from "./recent";
import { layoutKey } from "./question";
import { uploaded } from "./uploaded.svelte";

/** Points and their coordinates: they belong together. */
export interface EmbeddingLayout {
  readonly key: string;
  readonly source: EmbeddingsSource;
  readonly set: PointSet;
  readonly projection: Projection;
  /** A column for each component, [N] each. */
  readonly coordinates: readonly Float32Array[];
}

const LOOK_AGAIN = 250; // milliseconds between two looks at a layout in the making
const LOOK_SOON = 40; // at first: PCA is done in no time
const KEPT = 4; // sets of metadata, so that steps can be moved over to and fro

/** The first layout of each kind: those of other steps are laid upon it, also when one comes back to the view. */
const anchors = new Recent<{ readonly step: number | undefined; readonly id: string }>(100);

export class Projector {
  layout = $state.raw<EmbeddingLayout | null>(null);
  /** The projection that was asked for last. */
  projection = $state.raw<Projection | null>(null);
  /** What is known of the points that were asked for last. */
  set = $state.raw<PointSet | null>(null);
  /** True while nothing is known of what was asked for. */
  asking = $state(false);
  /** Nobody has asked for this layout yet: it begins when somebody asks for it. */
  unmade = $state(false);
  error = $state<string | null>(null);
  methods = $state.raw<Methods | null>(null);
  /** Grows when a layout is to be begun, or what failed tried again. */
  attempt = $state(0);

  #begin: string | null = null; // the layout that was asked for
  readonly #sets = new Recent<PointSet>(KEPT);

  async fetchMethods(): Promise<void> {
    try {
      this.methods = await fetchMethods();
    } catch {
      // The server can't be reached: the page says so elsewhere, and asking for a projection will, too.
      this.methods = null;
    }
  }

  /** Begin the layout that is `unmade`. */
  run(wanted: WantedProjection): void {
    this.#begin = JSON.stringify(wanted);
    this.attempt += 1;
  }

  retry(): void {
    this.attempt += 1;
  }

  /** End the layout; what there is of it stays. */
  async cancel(): Promise<void> {
    if (this.projection === null) return;
    this.#begin = null;
    try {
      const ended = await cancelProjection(this.projection.id);
      this.projection = { ...ended, coordinates: null };
      this.unmade = ended.version === 0;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Let the layout wait, or go on where it was. */
  async togglePause(): Promise<void> {
    if (this.projection === null) return;
    const change = this.projection.state === "paused" ? resumeProjection : pauseProjection;
    try {
      this.projection = { ...(await change(this.projection.id)), coordinates: null };
    } catch (error) {
      // It goes on: others wait for it, which the server says.
      this.#fail(error);
    }
  }

  /** Id of the layout to begin from; null: this one is the first of its kind. */
  anchorOf(wanted: WantedProjection): string | null {
    const anchor = anchors.get(layoutKey(wanted));
    return anchor === undefined || anchor.step === wanted.step ? null : anchor.id;
  }

  /** Ask, and follow until it is made or another is asked for. */
  async follow(chosen: ChosenPoints, wanted: WantedProjection, signal: AbortSignal): Promise<void> {
    this.asking = true;
    this.error = null;
    try {
      const set = await this.#setOf(chosen, signal);
      this.set = set;
      const start = wanted.method === "pca" || this.#begin === JSON.stringify(wanted);
      let now = await startProjection({ ...wanted, start }, signal);
      this.unmade = now.state === "unmade";
      this.#take(chosen, set, now);
      let wait = LOOK_SOON;
      while (isGoing(now)) {
        await pause(wait, signal);
        wait = Math.min(LOOK_AGAIN, wait * 2);
        now = await fetchProjection(now.id, now.version, signal);
        this.#take(chosen, set, now);
      }
      if (now.state === "failed") this.error = now.error;
      if (now.state === "done" && wanted.method !== "pca") this.#anchor(wanted, now.id);
    } catch (error) {
      if (signal.aborted) return;
      const gone = error instanceof ApiError && error.status === 404;
      if (gone && typeof wanted.after === "string") {
        // The server keeps only so many layouts: without the one to begin from, this is a first one.
        anchors.forget(layoutKey(wanted));
        this.run({ ...wanted, after: null });
        return;
      }
      this.#fail(error);
    } finally {
      if (!signal.aborted) this.asking = false;
    }
  }

  #anchor(wanted: WantedProjection, id: string): void {
    const key = layoutKey(wanted);
    if (anchors.get(key) === undefined) anchors.set(key, { step: wanted.step, id });
  }

  #fail(error: unknown): void {
    this.error = error instanceof Error ? error.message : String(error);
  }

  #take({ key, source }: ChosenPoints, set: PointSet, projection: Projection): void {
    this.asking = false;
    const { coordinates } = projection;
    this.projection = { ...projection, coordinates: null };
    if (coordinates) this.layout = { key, source, set, projection, coordinates };
  }

  async #setOf({ source, key }: ChosenPoints, signal: AbortSignal): Promise<PointSet> {
    if (!("run" in source)) return uploadedSet();
    const kept = this.#sets.get(key);
    const set = kept ?? (await fetchPointSet(source, signal));
    this.#sets.set(key, set);
    return set;
  }
}

/** Whether more will come of it; a pause may end at any time. */
export function isGoing({ state }: Projection): boolean {
  return state === "queued" || state === "running" || state === "paused";
}

function uploadedSet(): PointSet {
  const { points = 0, dimensions = 0, columns = [] } = uploaded.current ?? {};
  return { points, dimensions, left_out: 0, check: 0, columns, thumbnails: null };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("another one is wanted", "AbortError"));
    });
  });
}
