/** The panel of settings: whether it is seen. Over the cards on narrow windows, and closed at first. */

import type { CardSettings } from "./settings";

export class PanelState {
  readonly #settings: () => Pick<CardSettings, "panel">;
  readonly #narrow = matchMedia("(width < 900px)");
  #isOver = $state(this.#narrow.matches);
  #openOver = $state(false);

  constructor(settings: () => Pick<CardSettings, "panel">) {
    this.#settings = settings;
  }

  /** Begins to follow the window's width. @returns how to end. */
  start(): () => void {
    const follow = ({ matches }: MediaQueryListEvent): void => {
      this.#isOver = matches;
      this.#openOver = false;
    };
    this.#narrow.addEventListener("change", follow);
    return () => this.#narrow.removeEventListener("change", follow);
  }

  get open(): boolean {
    return this.#isOver ? this.#openOver : this.#settings().panel;
  }

  set open(value: boolean) {
    if (this.#isOver) this.#openOver = value;
    else this.#settings().panel = value;
  }
}
