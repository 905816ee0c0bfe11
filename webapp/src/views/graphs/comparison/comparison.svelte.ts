/** The graph that is shown, compared with another one. */

import type { LoggedGraph } from "../../../api/graphs";
import { differenceOf, reversed, type ListedChange } from "../../../lib/graph/difference";
import { memoryOfSides, sidesOf } from "../../../lib/graph/measures";
import { unionOf } from "../../../lib/graph/union";
import type { Origins } from "./outlines";

/** Where a change is in what is drawn. */
export interface ChangePlace {
  readonly place: number;
  readonly isOther: boolean;
}

export class GraphComparison {
  readonly #newer: () => LoggedGraph | null;
  readonly #older: () => LoggedGraph | null;
  readonly #isOne: () => boolean;
  readonly #phases: () => readonly boolean[];

  readonly difference = $derived.by(() => {
    const [newer, older] = [this.#newer(), this.#older()];
    return newer === null || older === null
      ? null
      : differenceOf(newer.graph, older.graph, this.#phases());
  });
  readonly union = $derived.by(() => {
    const [newer, older] = [this.#newer(), this.#older()];
    if (newer === null || older === null || this.difference === null || !this.#isOne()) return null;
    return unionOf(newer.graph, older.graph, this.difference);
  });
  /** The numbers of both, where they are drawn as one. */
  readonly sides = $derived.by(() => {
    const [newer, older] = [this.#newer(), this.#older()];
    if (newer === null || older === null || this.union === null) return null;
    return sidesOf(this.union, newer.graph, older.graph, this.#phases());
  });
  readonly memory = $derived.by(() => {
    const [newer, older] = [this.#newer(), this.#older()];
    if (newer === null || older === null || this.union === null) return null;
    return memoryOfSides(this.union, newer.graph, older.graph);
  });
  /** What is drawn: both in one, or the newer one. */
  readonly logged = $derived.by((): LoggedGraph | null => {
    const newer = this.#newer();
    return newer === null || this.union === null ? newer : { ...newer, graph: this.union.graph };
  });

  /** @param newer - reactive, as the others are; `older`: null: nothing is compared. @param isOne - both are drawn in one picture. @param phases - those that are shown. */
  constructor(
    newer: () => LoggedGraph | null,
    older: () => LoggedGraph | null,
    isOne: () => boolean,
    phases: () => readonly boolean[],
  ) {
    this.#newer = newer;
    this.#older = older;
    this.#isOne = isOne;
    this.#phases = phases;
  }

  /** Origins of what is drawn first. */
  get first(): Origins | null {
    const { difference, union } = this;
    if (difference === null) return null;
    if (union === null) {
      return {
        ofNode: (node) =>
          (difference.nodes[node] ?? -1) < 0
            ? "added"
            : difference.isChanged[node]
              ? "changed"
              : "same",
        isTouched: (scope) => difference.isTouched[scope] === 1,
      };
    }
    const back = reversed(union.newerScopes, union.graph.scopes.count);
    return {
      ofNode: (node) => union.origins[node] ?? "same",
      isTouched: (scope) => difference.isTouched[back[scope] ?? -1] === 1,
    };
  }

  /** Origins of the older graph, where it is drawn beside the newer one. */
  get second(): Origins | null {
    const { difference } = this;
    const older = this.#older();
    if (difference === null || older === null) return null;
    const nodes = reversed(difference.nodes, older.graph.nodes.count);
    const scopes = reversed(difference.scopes, older.graph.scopes.count);
    return {
      ofNode: (node) => {
        const other = nodes[node] ?? -1;
        return other < 0 ? "removed" : difference.isChanged[other] ? "changed" : "same";
      },
      isTouched: (scope) => difference.isTouched[scopes[scope] ?? -1] === 1,
    };
  }

  placeOf({ change, place, isScope }: ListedChange): ChangePlace {
    const { union } = this;
    if (union === null) return { place, isOther: change === "removed" };
    const places =
      change === "removed"
        ? isScope
          ? union.olderScopes
          : union.olderNodes
        : isScope
          ? union.newerScopes
          : union.newerNodes;
    return { place: places[place] ?? 0, isOther: false };
  }
}
