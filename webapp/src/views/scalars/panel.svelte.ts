/** The panel of settings: whether it is seen. Over the charts on narrow windows, and closed at first. */

import { settings } from "./settings";

class SettingsPanelState {
  readonly #narrow = matchMedia("(width < 900px)");
  #isOver = $state(this.#narrow.matches);
  #openOver = $state(false);

  constructor() {
    this.#narrow.addEventListener("change", ({ matches }) => {
      this.#isOver = matches;
      this.#openOver = false;
    });
  }

  get open(): boolean {
    return this.#isOver ? this.#openOver : settings.panel;
  }

  set open(value: boolean) {
    if (this.#isOver) this.#openOver = value;
    else settings.panel = value;
  }
}

export const panel = new SettingsPanelState();
