/** The picture of some points: which they are, how they are laid out, and what is drawn of them. */

import { untrack } from "svelte";
import type { EmbeddingsSource } from "../../api/embeddings";
import { tags } from "../../state/tags.svelte";
import { Display } from "./display.svelte";
import { Nearest } from "./neighbors.svelte";
import { EmbeddingPoints } from "./points.svelte";
import { Projector } from "./projector.svelte";
import { wantedOf } from "./question";
import type { EmbeddingSettings } from "./settings";
import { Sheets } from "./sheets.svelte";
import type { Uploaded } from "./uploaded.svelte";

export class Embedding {
  readonly #settings: EmbeddingSettings;
  readonly points: EmbeddingPoints;
  readonly projector = new Projector();
  readonly nearest = new Nearest();
  readonly display: Display;
  readonly sheets = new Sheets();

  readonly layout = $derived(this.projector.layout);
  readonly #layoutKey = $derived(this.layout?.key ?? null);
  readonly #wanted = $derived.by(() => {
    // The key changes with the points; what it stands for is read from them.
    if (this.points.key === null) return null;
    const chosen = this.points.chosen();
    if (chosen === null) return null;
    const asked = wantedOf(chosen.source, this.#settings, this.points.fit, null);
    return { chosen, key: `${chosen.key} ${JSON.stringify(asked)}`, asked };
  });
  /** Another one asks anew; null: nothing is wanted. */
  readonly #round = $derived(
    this.#wanted === null ? null : `${this.projector.attempt} ${this.#wanted.key}`,
  );

  readonly nothing = $derived.by(
    () => tags.known && this.points.tags.length === 0 && this.points.upload === null,
  );
  /** Every vector holds NaN or infinities. */
  readonly noPlace = $derived.by(() => {
    const { set } = this.projector;
    return set !== null && set.points > 0 && set.left_out >= set.points;
  });
  readonly running = $derived.by(() => {
    const state = this.projector.projection?.state;
    return state === "queued" || state === "running";
  });
  /** What is drawn is the answer to another question than the settings ask; PCA takes but a moment. */
  readonly stale = $derived.by(() => {
    const { unmade, projection } = this.projector;
    const isOther = this.layout?.projection.id !== projection?.id;
    return unmade || (this.#settings.method !== "pca" && isOther);
  });
  readonly error = $derived.by(
    () => this.projector.error ?? (this.points.upload === null ? this.points.state.error : null),
  );

  /** A layout that is being made grows out of itself again and again. */
  readonly #growing = $derived.by(() => {
    const projection = this.layout?.projection;
    return projection?.state === "running" ? projection.version : "";
  });
  /** When it changes, the chart shows all points anew; the steps of one series share it. */
  readonly view = $derived.by(() => {
    const { layout } = this;
    const method = layout?.projection.method;
    return [
      layout && originOf(layout.source),
      method,
      method === "pca" ? this.display.axes.join() : this.#growing,
      this.#settings.scaling,
      this.#settings.dimensions,
    ].join("/");
  });
  readonly axisNames: readonly [string, string, string] = $derived.by(() => {
    const isPca = this.layout?.projection.method === "pca";
    const name = (i: 0 | 1 | 2): string => {
      const axis = this.display.axes[i] ?? -1;
      if (!isPca) return ["x", "y", "z"][i] ?? "";
      return axis < 0 ? "" : `PC${axis + 1}`;
    };
    return [name(0), name(1), name(2)];
  });

  /**
   * @param ids - of the runs whose points can be looked at.
   * @param upload - the points that were brought along; null: none.
   */
  constructor(
    settings: EmbeddingSettings,
    ids: () => readonly string[],
    upload: () => Uploaded | null,
  ) {
    this.#settings = settings;
    this.points = new EmbeddingPoints(settings, ids, upload);
    this.display = new Display(settings, this.projector, this.nearest);
  }

  /** Brings what is wanted, and follows it. While a component is made. */
  follow(): void {
    void this.projector.fetchMethods();
    $effect(() => this.points.want());
    $effect(() => {
      if (this.#round === null) return undefined;
      const abort = new AbortController();
      untrack(() => {
        const asked = this.#question();
        const chosen = this.#wanted?.chosen;
        if (chosen && asked) void this.projector.follow(chosen, asked, abort.signal);
      });
      return () => {
        abort.abort();
      };
    });
    $effect(() => {
      const isThere = this.#layoutKey !== null;
      const { point } = this.display;
      const { nearest: number, metric } = this.#settings;
      const source = untrack(() => this.layout?.source);
      const abort = new AbortController();
      untrack(() => {
        if (!isThere || point < 0 || source === undefined) this.nearest.clear();
        else void this.nearest.ask(source, point, number, metric, abort.signal);
      });
      return () => {
        abort.abort();
      };
    });
    $effect(() => {
      void this.#layoutKey;
      untrack(() => {
        void this.sheets.load(this.layout?.source ?? null, this.layout?.set ?? null);
      });
    });
  }

  /** With the layout that this one begins from, which is known once it is made. */
  #question() {
    const asked = this.#wanted?.asked;
    return (
      asked && {
        ...asked,
        ...(asked.method === "pca" ? {} : { after: this.projector.anchorOf(asked) }),
      }
    );
  }

  /** Begin the layout that nobody has asked for yet. */
  begin = (): void => {
    const asked = this.#question();
    if (asked) this.projector.run(asked);
  };
}

function originOf(source: EmbeddingsSource): string {
  return "upload" in source ? source.upload : `${source.run}/${source.tag}`;
}
