/** A tree whose nodes stand in preorder, each with the place of its parent. */

export interface Tree {
  readonly count: number;
  /** -1: it has none. */
  readonly parent: Float64Array;
  /** Steps from the roots. */
  readonly level: Int32Array;
  /** Behind the last one below it: what is below node i is i + 1 ... end[i] - 1. */
  readonly end: Int32Array;
  readonly roots: readonly number[];
}

export function treeOf(parent: Float64Array): Tree {
  const count = parent.length;
  const level = new Int32Array(count);
  const end = new Int32Array(count);
  const roots: number[] = [];
  for (let i = 0; i < count; i++) {
    const above = parent[i] as number;
    if (above < 0) roots.push(i);
    else level[i] = (level[above] ?? 0) + 1;
    end[i] = i + 1;
  }
  for (let i = count - 1; i >= 0; i--) {
    const above = parent[i] as number;
    if (above >= 0) end[above] = Math.max(end[above] ?? 0, end[i] ?? 0);
  }
  return { count, parent, level, end, roots };
}

/** Nodes directly below a node; -1: the roots. */
export function childrenOf({ roots, end }: Tree, node: number): readonly number[] {
  if (node < 0) return roots;
  const found: number[] = [];
  for (let i = node + 1; i < (end[node] ?? 0); i = end[i] ?? i + 1) found.push(i);
  return found;
}

/** The names from the root to a node, joined: what a node is called in an address. */
export function pathOf({ parent }: Tree, names: readonly string[], node: number): string {
  const parts: string[] = [];
  for (let i = node; i >= 0; i = parent[i] ?? -1) parts.unshift(names[i] ?? "");
  return parts.join("/");
}

export interface OpenRows {
  readonly rows: readonly number[];
  /** Whether a node has any below it that are shown, open or not. */
  readonly hasBelow: (node: number) => boolean;
}

/**
 * The nodes that are seen, in order: the roots, and what is below open ones.
 * @param order - of nodes beside each other.
 * @param found - null: no search. Otherwise only these and what is above them are seen, all open.
 */
export function openRows(
  tree: Tree,
  isOpen: (node: number) => boolean,
  order: (nodes: readonly number[]) => readonly number[],
  found: ReadonlySet<number> | null = null,
): OpenRows {
  const kept = found === null ? null : withAbove(tree, found);
  const rows: number[] = [];
  const below = (node: number): readonly number[] => {
    const all = childrenOf(tree, node);
    return kept === null ? all : all.filter((each) => kept.has(each));
  };
  const walk = (nodes: readonly number[]): void => {
    for (const node of order(nodes)) {
      rows.push(node);
      if (kept !== null || isOpen(node)) walk(below(node));
    }
  };
  walk(below(-1));
  return { rows, hasBelow: (node) => below(node).length > 0 };
}

function withAbove({ parent }: Tree, found: ReadonlySet<number>): ReadonlySet<number> {
  const kept = new Set<number>();
  for (const node of found) {
    for (let i = node; i >= 0 && !kept.has(i); i = parent[i] ?? -1) kept.add(i);
  }
  return kept;
}
