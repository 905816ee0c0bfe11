/** Curves of groups in the place of curves of runs. */

import type { Board } from "../../../lib/boards/boards";

/**
 * @param by - key of what divides the runs; empty: nothing does.
 * @returns the board with the cards of scalars as cards of groups.
 */
export function grouped(board: Board, by: string): Board {
  if (by === "") return board;
  const items = board.items.map((item) =>
    item.type === "card" && item.view === "scalars" ? { ...item, view: "groups" } : item,
  );
  return { ...board, items };
}
