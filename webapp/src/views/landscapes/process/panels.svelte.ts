/** The columns beside the drawing; where room is scarce, drawers over it, one at a time. */

import { settings } from "./settings";

/** Pixels of the view below which columns would leave too little of the drawing; as in Side's style. */
const NARROW = 900;
/** Pixels from which on the drawing has enough beside both columns. */
const WIDE = 1500;

export type ProcessColumn = "list" | "side";

export class ProcessPanels {
  /** Width of the view, in pixels; 0: not known yet. */
  width = $state(0);
  #drawer = $state<ProcessColumn | null>(null);
  readonly #narrow = $derived(this.width < NARROW);

  isOpen(column: ProcessColumn): boolean {
    if (this.#narrow) return this.#drawer === column;
    return settings[column] ?? this.width >= WIDE;
  }

  toggle(column: ProcessColumn): void {
    if (this.#narrow) this.#drawer = this.#drawer === column ? null : column;
    else settings[column] = !this.isOpen(column);
  }

  /** What was chosen in a drawer is seen only without it. */
  closeDrawer(): void {
    this.#drawer = null;
  }
}
