/** Charts that share a cursor, and a range if they wish. What they share is the value on the x axis. */

import type { ChartRange } from "./types";

export interface SyncMember {
  /** null: the cursor has left. */
  showCursor(x: number | null): void;
  showRange(x: ChartRange | null): void;
}

export interface SyncGroup {
  /** @returns how to leave. */
  join(member: SyncMember): () => void;
  /** Calls all but the one that speaks. */
  moveCursor(from: SyncMember, x: number | null): void;
  setRange(from: SyncMember, x: ChartRange | null): void;
}

export function syncGroup(): SyncGroup {
  const members = new Set<SyncMember>();
  const others = (from: SyncMember): SyncMember[] => [...members].filter((each) => each !== from);
  return {
    join(member) {
      members.add(member);
      return () => members.delete(member);
    },
    moveCursor(from, x) {
      for (const each of others(from)) each.showCursor(x);
    },
    setRange(from, x) {
      for (const each of others(from)) each.showRange(x);
    },
  };
}
