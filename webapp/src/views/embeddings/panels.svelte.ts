/** The columns beside the picture; where room is scarce, drawers over it, one at a time. */

import { settings } from "./settings";

/** Pixels of the view below which a column would leave too little of the picture; as in SidePanel's style. */
const NARROW = 860;

export type PanelSide = "left" | "right";

export class EmbeddingPanels {
  /** Width of the view, in pixels; 0: not known yet. */
  width = $state(0);
  #drawer = $state<PanelSide | null>(null);
  readonly #narrow = $derived(this.width < NARROW);

  isOpen(side: PanelSide): boolean {
    return this.#narrow ? this.#drawer === side : settings[side];
  }

  toggle(side: PanelSide): void {
    if (this.#narrow) this.#drawer = this.#drawer === side ? null : side;
    else settings[side] = !settings[side];
  }
}
