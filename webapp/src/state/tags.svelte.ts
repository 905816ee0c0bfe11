/** The tags of each kind, and which runs have them. */

import { fetchTags, type TagBranch, type Tag } from "../api/tags";
import type { Kind } from "../api/kinds";
import { newest } from "../lib/newest";
import { isSystem } from "../lib/system";

const NONE: readonly Tag[] = [];

class Tags {
  #byKind = $state.raw<ReadonlyMap<Kind, readonly Tag[]>>(new Map());
  /** Scalars of machines, which are no news of a training: views that show how one went do without. */
  system = $state.raw<readonly Tag[]>(NONE);
  /** True once the server has answered. */
  known = $state(false);

  /** Scalars that are not listed one by one, since there are very many. */
  branches = $state.raw<readonly TagBranch[]>([]);

  /** How many scalars of trainings there are, also those that are not listed. */
  get scalarCount(): number {
    return this.branches.reduce((sum, { tags }) => sum + tags, this.of("scalar").length);
  }

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

  readonly fetch = newest(fetchTags, ({ version, byKind, branches }) => {
    this.version = version;
    this.branches = branches;
    const scalars = byKind.get("scalar") ?? NONE;
    this.system = scalars.filter(({ tag }) => isSystem(tag));
    const training = scalars.filter(({ tag }) => !isSystem(tag));
    this.#byKind =
      this.system.length === 0
        ? byKind
        : new Map([...byKind].map(([kind, of]) => [kind, kind === "scalar" ? training : of]));
    this.known = true;
  });
}

export const tags = new Tags();
