/** Runs in the folders in which they lie, as rows of a list. */

import { pathParts } from "./path-parts";

export interface TreeRun {
  readonly id: string;
  /** Path of its folder, with `/` between the parts. */
  readonly path: string;
  /** What people or its training call it; null: its path. */
  readonly given: string | null;
  /** The same, made distinct from all others of the list that are called so. */
  readonly name: string;
}

/** Where a row stands among those beside it, from 1, and how many these are. */
interface Place {
  readonly at: number;
  readonly of: number;
}

export interface FolderRow extends Place {
  readonly kind: "folder";
  readonly path: string;
  /** Folders that hold nothing but one other share its row: `sweep/lr=0.1`. */
  readonly label: string;
  /** 0 at the top. */
  readonly depth: number;
  /** Ids of all runs below it, in the order of the list. */
  readonly runs: readonly string[];
  readonly isOpen: boolean;
}

export interface RunRow extends Place {
  readonly kind: "run";
  readonly id: string;
  readonly label: string;
  readonly depth: number;
  /** Labels of the runs beside it, its own among them: the same array for all of a folder. */
  readonly siblings: readonly string[];
}

export type TreeRow = FolderRow | RunRow;

interface Folder {
  readonly path: string;
  readonly label: string;
  readonly runs: string[];
  /** Folders and runs, in the order of the first run of each. */
  readonly entries: (Folder | Leaf)[];
  readonly folders: Map<string, Folder>;
}

interface Leaf {
  readonly run: TreeRun;
  /** The last part of its path, or the folders that hold nothing else and that. */
  readonly label: string;
}

const newFolder = (path: string, label: string): Folder => ({
  path,
  label,
  runs: [],
  entries: [],
  folders: new Map(),
});

/**
 * The rows of the tree: what is within closed folders is left out.
 * @param runs - in the order of the list; a folder stands where its first run would.
 * @param isClosed - by a folder's path.
 */
export function treeRows(
  runs: readonly TreeRun[],
  isClosed: (path: string) => boolean,
): readonly TreeRow[] {
  const root = newFolder("", "");
  for (const run of runs) {
    const { id, path } = run;
    const parts = pathParts(path);
    const last = parts.pop() ?? path;
    let folder = root;
    folder.runs.push(id);
    for (const part of parts) {
      let next = folder.folders.get(part);
      if (next === undefined) {
        next = newFolder(folder === root ? part : `${folder.path}/${part}`, part);
        folder.folders.set(part, next);
        folder.entries.push(next);
      }
      folder = next;
      folder.runs.push(id);
    }
    folder.entries.push({ run, label: last });
  }
  const rows: TreeRow[] = [];
  addEntries(root, 0, isClosed, rows);
  return rows;
}

function addEntries(
  folder: Folder,
  depth: number,
  isClosed: (path: string) => boolean,
  rows: TreeRow[],
): void {
  const joined = folder.entries.map(joinedEntry);
  const leaves = joined.flatMap((entry) => ("run" in entry ? [entry] : []));
  // The same words as in tables and titles.
  const labelOf = ({ run, label }: Leaf): string => (run.given === null ? label : run.name);
  const siblings = leaves.map(labelOf);
  joined.forEach((entry, i) => {
    const place = { at: i + 1, of: joined.length };
    if ("run" in entry) {
      const { id } = entry.run;
      rows.push({ kind: "run", id, label: labelOf(entry), depth, siblings, ...place });
      return;
    }
    const { path, label, runs } = entry;
    const isOpen = !isClosed(path);
    rows.push({ kind: "folder", path, label, depth, runs, isOpen, ...place });
    if (isOpen) addEntries(entry, depth + 1, isClosed, rows);
  });
}

/** A folder that holds nothing but one other, or one run, is shown together with it. */
function joinedEntry(entry: Folder | Leaf): Folder | Leaf {
  let joined = entry;
  while (!("run" in joined)) {
    const [only, ...others] = joined.entries;
    if (only === undefined || others.length > 0) return joined;
    joined = { ...only, label: `${joined.label}/${only.label}` };
  }
  return joined;
}
