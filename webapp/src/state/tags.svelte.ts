/** The tags of each kind, and which runs have them. */

import { fetchTags, type Tag } from "../api/tags";
import type { Kind } from "../api/kinds";
import { newest } from "../lib/newest";

const NONE: readonly Tag[] = [];

class Tags {
  #byKind = $state.raw<ReadonlyMap<Kind, readonly Tag[]>>(new Map());
  /** True once the server has answered. */
  known = $state(false);

  /** The kinds that have data. */
  get kinds(): readonly Kind[] {
    return [...this.#byKind.keys()].filter((kind) => this.of(kind).length > 0);
  }

  /** Sorted by name, `layers.2` before `layers.10`. */
  of(kind: Kind): readonly Tag[] {
    return this.#byKind.get(kind) ?? NONE;
  }

  /** Of the last answer. */
  version = -1;

  readonly fetch = newest(fetchTags, ({ version, byKind }) => {
    this.version = version;
    this.#byKind = byKind;
    this.known = true;
  });
}

export const tags = new Tags();
